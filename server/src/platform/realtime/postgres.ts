import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectionAddress } from '../db/dialect/postgres-pool.ts';
import type { Log } from '../log.ts';
import { MemoryRealtime } from './memory.ts';
import type { Listener, Realtime, Signal } from './realtime.ts';

const channel = 'duet_signals';
/** Signals that wait for the connection; of more, the oldest are given up. */
const maxWaiting = 10_000;
/** Sent with one statement. A payload of PostgreSQL has at most 8000 bytes; a signal has some 200. */
const atOnce = 100;
const pauses = { firstMs: 100, mostMs: 5000 } as const;
/** A connection that died without a word is found by asking. */
const askEveryMs = 15_000;

interface Envelope {
  /** The server that sent it, which has told its own listeners already. */
  readonly from: string;
  readonly signal: Signal;
}

/**
 * Signals between servers over LISTEN and NOTIFY, on one connection of its own that is opened with the first use and
 * opened again when it breaks. This server's listeners do not wait for the way through the database.
 */
export class PostgresRealtime implements Realtime {
  readonly #url: string;
  readonly #log: Log;
  readonly #here: MemoryRealtime;
  readonly #me = randomUUID();
  #waiting: string[] = [];
  #client: pg.Client | null = null;
  #connecting = false;
  #sending = false;
  #ended = false;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #ask: NodeJS.Timeout | undefined;

  constructor(url: string, log: Log) {
    this.#url = connectionAddress(url, 'write');
    this.#log = log;
    this.#here = new MemoryRealtime(log);
  }

  publish(signal: Signal): void {
    this.#here.publish(signal);
    this.#waiting.push(JSON.stringify({ from: this.#me, signal } satisfies Envelope));
    if (this.#waiting.length > maxWaiting) this.#waiting.shift();
    void this.#send();
  }

  subscribe(listener: Listener): () => void {
    void this.#connect();
    return this.#here.subscribe(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#retry);
    clearInterval(this.#ask);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
    await this.#here[Symbol.asyncDispose]();
  }

  async #connect(): Promise<void> {
    if (this.#client || this.#connecting || this.#ended) return;
    this.#connecting = true;
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
      application_name: 'duet',
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, null));
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      this.#connecting = false;
      if (this.#ended) return void (await client.end());
      this.#client = client;
    } catch (error) {
      this.#connecting = false;
      this.#later(error);
      await client.end().catch(() => {});
      return;
    }
    this.#failures = 0;
    // Whatever was told while nobody listened here is missing.
    this.#here.gap();
    this.#ask = setInterval(() => void this.#check(client), askEveryMs);
    this.#ask.unref();
    void this.#send();
  }

  #lost(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    clearInterval(this.#ask);
    void client.end().catch(() => {});
    this.#later(error);
  }

  #later(error: unknown): void {
    if (this.#ended) return;
    const pause = Math.min(pauses.firstMs * 2 ** this.#failures, pauses.mostMs);
    this.#failures += 1;
    this.#log.warn({ err: error ?? undefined }, 'the connection for signals between servers broke');
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), pause);
    this.#retry.unref();
  }

  async #check(client: pg.Client): Promise<void> {
    try {
      await client.query('select 1');
    } catch (error) {
      this.#lost(client, error);
    }
  }

  async #send(): Promise<void> {
    if (!this.#client) return this.#connect();
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.#client && this.#waiting.length > 0) {
        await this.#notify(this.#client, this.#waiting.splice(0, atOnce));
      }
    } finally {
      this.#sending = false;
    }
  }

  async #notify(client: pg.Client, payloads: string[]): Promise<void> {
    try {
      const statement = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
      await client.query(statement, [channel, payloads]);
    } catch (error) {
      this.#waiting.unshift(...payloads);
      this.#lost(client, error);
    }
  }

  #receive(payload: string): void {
    try {
      const { from, signal } = JSON.parse(payload) as Envelope;
      if (from !== this.#me) this.#here.publish(signal);
    } catch (error) {
      this.#log.warn({ err: error }, 'a signal could not be read');
    }
  }
}
