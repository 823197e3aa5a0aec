import { randomUUID } from 'node:crypto';
import { PostgresListener } from '../db/dialect/postgres-listener.ts';
import type { Log } from '../log.ts';
import { MemoryRealtime } from './memory.ts';
import type { Listener, Realtime, Signal } from './realtime.ts';

const channel = 'duet_signals';
/** Signals that wait for the connection; of more, the oldest are given up. */
const maxWaiting = 10_000;
/** Sent with one statement. A payload of PostgreSQL has at most 8000 bytes; a signal has some 200, one of a whole page of messages 4000. */
const atOnce = 100;
/** A connection that died without a word is found by asking. */
const askEveryMs = 15_000;

interface Envelope {
  /** The server that sent it, which has notified its own listeners already. */
  readonly from: string;
  readonly signal: Signal;
}

/**
 * Signals between servers over LISTEN and NOTIFY, on one connection of its own that is opened with the first use and
 * opened again when it breaks. This server's listeners do not wait for the way through the database. What other servers say
 * is passed on once `catchUp` has resolved: what they changed before is received over another connection, and whoever is told of it
 * by a signal must not find what was kept from before.
 */
export class PostgresRealtime implements Realtime {
  readonly #log: Log;
  readonly #here: MemoryRealtime;
  readonly #listener: PostgresListener;
  readonly #me = randomUUID();
  readonly #catchUp: () => Promise<void>;
  #waiting: string[] = [];
  #sending = false;
  /** In the order in which they came. */
  #received: (() => void)[] = [];
  #passing = false;

  /** `catchUp` resolves when all that other servers had changed before is known, and never rejects. */
  constructor(url: string, log: Log, catchUp: () => Promise<void>) {
    this.#log = log;
    this.#catchUp = catchUp;
    this.#here = new MemoryRealtime(log);
    this.#listener = new PostgresListener({
      url,
      channel,
      log,
      askEveryMs,
      onListening: () => {
        // Whatever was sent while nobody listened here is missing.
        this.#pass(() => this.#here.gap());
        void this.#send();
      },
      onPayload: (payload) => this.#receive(payload),
    });
  }

  publish(signal: Signal): void {
    this.#here.publish(signal);
    this.#waiting.push(JSON.stringify({ from: this.#me, signal } satisfies Envelope));
    if (this.#waiting.length > maxWaiting) this.#waiting.shift();
    void this.#send();
  }

  subscribe(listener: Listener): () => void {
    void this.#listener.connect();
    return this.#here.subscribe(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listener[Symbol.asyncDispose]();
    await this.#here[Symbol.asyncDispose]();
  }

  async #send(): Promise<void> {
    if (!this.#listener.listening) return this.#listener.connect();
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.#listener.listening && this.#waiting.length > 0) {
        await this.#notify(this.#waiting.splice(0, atOnce));
      }
    } finally {
      this.#sending = false;
    }
  }

  async #notify(payloads: string[]): Promise<void> {
    try {
      const statement = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
      await this.#listener.query(statement, [channel, payloads]);
    } catch {
      this.#waiting.unshift(...payloads);
    }
  }

  #pass(deliver: () => void): void {
    this.#received.push(deliver);
    void this.#passOn();
  }

  async #passOn(): Promise<void> {
    if (this.#passing) return;
    this.#passing = true;
    while (this.#received.length > 0) {
      const received = this.#received.splice(0);
      await this.#catchUp();
      for (const deliver of received) deliver();
    }
    this.#passing = false;
  }

  #receive(payload: string): void {
    try {
      const { from, signal } = JSON.parse(payload) as Envelope;
      if (from !== this.#me) this.#pass(() => this.#here.publish(signal));
    } catch (error) {
      this.#log.warn({ err: error }, 'a signal could not be read');
    }
  }
}
