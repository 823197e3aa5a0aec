import { randomUUID } from 'node:crypto';
import type { Log } from '../../log.ts';
import type { ChangedRows, Changes } from '../changes.ts';
import { PostgresListener } from './postgres-listener.ts';

const channel = 'duet_changes';
/** A payload of PostgreSQL has less than 8000 bytes. */
const longestPayload = 7900;
/** Sent with one statement. */
const atOnce = 100;
/** A connection that died without a word is found by asking. */
const askEveryMs = 15_000;

interface OtherServersOptions {
  readonly url: string;
  readonly log: Log;
  /** Sends payloads to the channel. */
  readonly send: (channel: string, payloads: readonly string[]) => Promise<unknown>;
  readonly onChanges: (changes: Changes) => void;
}

type Sent = 'everything' | Readonly<Record<string, 'all' | readonly string[]>>;

interface Envelope {
  /** The server that sent it, which has told its own listeners already. */
  readonly from: string;
  readonly changes: Sent;
}

/**
 * Tells the other servers on the same PostgreSQL what a transaction may have changed, before its caller has the answer, and
 * hears the same of them. It is not sent within the transaction: PostgreSQL lets transactions with a NOTIFY commit only
 * one after the other, each with its flush. A server that is killed between the two had answered nobody.
 *
 * While the connection is away nothing is kept. What is not heard otherwise, of such a server or until it is noticed that the connection
 * died, makes an answer late by as long as one is kept at most (`keeping` in `context.ts`).
 */
export class OtherServers implements AsyncDisposable {
  readonly #options: OtherServersOptions;
  readonly #me = randomUUID();
  readonly #listener: PostgresListener;
  #listens = false;
  #waiting: string[] = [];
  #next: Promise<void> | null = null;
  #sending: Promise<void> = Promise.resolve();
  #nextSync: Promise<void> | null = null;
  #syncing: Promise<void> = Promise.resolve();

  constructor(options: OtherServersOptions) {
    this.#options = options;
    const { url, log, onChanges } = options;
    this.#listener = new PostgresListener({
      url,
      channel,
      log,
      askEveryMs,
      onListening: () => onChanges('everything'),
      onPayload: (payload) => this.#receive(payload),
    });
  }

  /** Resolves when PostgreSQL has it for every other server; rejects where it cannot be reached. */
  announce(changes: Changes): Promise<void> {
    this.#waiting.push(payloadOf(this.#me, changes));
    // Whoever comes while one statement is on its way goes with the next.
    this.#next ??= this.#sending.then(() => {
      this.#next = null;
      const sending = this.#send();
      // Those who announced get the failure; the next statement waits for the end alone.
      this.#sending = sending.catch(() => {});
      return sending;
    });
    return this.#next;
  }

  /** Tells of everything while nobody listens: what others change is not heard then. The first look begins to listen. */
  look(): void {
    if (this.#listener.listening) return;
    this.#options.onChanges('everything');
    if (this.#listens) return;
    this.#listens = true;
    void this.#listener.connect();
  }

  /** Resolves when all that was announced before is known; where nothing is heard now, everything counts as changed. */
  sync(): Promise<void> {
    // Whoever asks while one question is on its way asks with the next: its answer may be from before.
    this.#nextSync ??= this.#syncing.then(() => {
      this.#nextSync = null;
      this.#syncing = this.#listener.sync().catch(() => this.#options.onChanges('everything'));
      return this.#syncing;
    });
    return this.#nextSync;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#listener[Symbol.asyncDispose]();
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const payloads = this.#waiting.slice(0, atOnce);
      // What could not be sent goes with the next change.
      await this.#options.send(channel, payloads);
      this.#waiting.splice(0, payloads.length);
    }
  }

  #receive(payload: string): void {
    try {
      const { from, changes } = JSON.parse(payload) as Envelope;
      if (from !== this.#me) this.#options.onChanges(read(changes));
    } catch (error) {
      this.#options.log.warn({ err: error }, 'what another server has changed could not be read');
      this.#options.onChanges('everything');
    }
  }
}

/** Which rows, where that is short enough. */
function payloadOf(from: string, changes: Changes): string {
  const sent: Sent =
    changes === 'everything'
      ? changes
      : Object.fromEntries([...changes].map(([table, rows]) => [table, rows === 'all' ? rows : [...rows]]));
  const payload = JSON.stringify({ from, changes: sent } satisfies Envelope);
  if (Buffer.byteLength(payload) <= longestPayload) return payload;
  return JSON.stringify({ from, changes: 'everything' } satisfies Envelope);
}

function read(changes: Sent): Changes {
  if (changes === 'everything') return changes;
  return new Map<string, ChangedRows>(
    Object.entries(changes).map(([table, rows]) => [table, rows === 'all' ? rows : new Set(rows)]),
  );
}
