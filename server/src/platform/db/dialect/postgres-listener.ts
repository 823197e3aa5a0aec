import pg from 'pg';
import type { Log } from '../../log.ts';
import { connectionAddress } from './postgres-pool.ts';

const pauses = { firstMs: 100, mostMs: 5000 } as const;

interface ListenerOptions {
  readonly url: string;
  readonly channel: string;
  readonly log: Log;
  /** A connection that died without a word is found by asking. */
  readonly askEveryMs: number;
  /** Whatever was sent before is missing; from now on nothing is. */
  readonly onListening: () => void;
  readonly onPayload: (payload: string) => void;
}

/** What is sent to a channel of PostgreSQL (NOTIFY), over a connection of its own that is opened again when it breaks. */
export class PostgresListener implements AsyncDisposable {
  readonly #options: ListenerOptions;
  #client: pg.Client | null = null;
  #connecting = false;
  #asking = false;
  #ended = false;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #ask: NodeJS.Timeout | undefined;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  get listening(): boolean {
    return this.#client !== null;
  }

  async connect(): Promise<void> {
    if (this.#client || this.#connecting || this.#ended) return;
    this.#connecting = true;
    const { url, channel, askEveryMs, onListening, onPayload } = this.#options;
    const client = new pg.Client({
      connectionString: connectionAddress(url, 'write'),
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
      application_name: channel,
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, null));
    client.on('notification', ({ payload }) => onPayload(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      this.#connecting = false;
      if (this.#ended) return void (await client.end());
      this.#client = client;
    } catch (error) {
      this.#connecting = false;
      this.#later(error);
      // It never was a connection, or is none any more.
      await client.end().catch(() => {});
      return;
    }
    this.#failures = 0;
    onListening();
    this.#ask = setInterval(() => void this.#check(client), askEveryMs);
    this.#ask.unref();
  }

  /** Runs a statement on this connection; rejects where there is none. One that fails ends the connection. */
  async query(text: string, values: readonly unknown[] = []): Promise<void> {
    const client = this.#client;
    if (!client) throw new Error('the connection for signals between servers is not open');
    try {
      await client.query(text, [...values]);
    } catch (error) {
      this.#lost(client, error);
      throw error;
    }
  }

  /** Resolves when all that was sent to the channel before has been passed on; rejects where that is not known. */
  async sync(): Promise<void> {
    // PostgreSQL sends what it has for a channel before it says that it is ready for the next statement.
    await this.query('select 1');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#retry);
    clearInterval(this.#ask);
    const client = this.#client;
    this.#client = null;
    // Nothing was asked of it that somebody waits for.
    await client?.end().catch(() => {});
  }

  #lost(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    clearInterval(this.#ask);
    // It is lost; this only frees its socket.
    void client.end().catch(() => {});
    this.#later(error);
  }

  #later(error: unknown): void {
    if (this.#ended) return;
    const pause = Math.min(pauses.firstMs * 2 ** this.#failures, pauses.mostMs);
    this.#failures += 1;
    this.#options.log.warn({ err: error ?? undefined }, 'the connection for signals between servers broke');
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.connect(), pause);
    this.#retry.unref();
  }

  async #check(client: pg.Client): Promise<void> {
    if (this.#asking || this.#client !== client) return;
    this.#asking = true;
    try {
      await this.sync();
    } catch {
      // The connection is opened again.
    } finally {
      this.#asking = false;
    }
  }
}
