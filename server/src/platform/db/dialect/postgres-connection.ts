import type { Duplex } from 'node:stream';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import type { NamedQuery } from '../prepared.ts';
import { isSilence, translateError } from './postgres-faults.ts';

/** Commands that say how many rows they have changed. */
const changing: readonly string[] = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

/** One connection. Its errors are the program's (`translated`). */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  /** What goes out with the next statement, without a round trip of its own. */
  #ahead: string[] = [];
  #failure: { readonly error: unknown } | null = null;
  /** Counts how often failures were cleared. */
  #cleared = 0;
  #broken = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** The first error since it was cleared. */
  get failure(): { readonly error: unknown } | null {
    return this.#failure;
  }

  /** What still comes of statements that were sent before counts no more: a work may end while some are on their way. */
  clearFailure(): void {
    this.#failure = null;
    this.#cleared += 1;
  }

  /** Goes to PostgreSQL with the next statement, which waits for it there; where it fails, so does that one, and with its error. */
  sendAhead(statement: string): void {
    this.#ahead.push(statement);
  }

  async executeQuery<R>({ sql, parameters, ...query }: CompiledQuery): Promise<QueryResult<R>> {
    const { name } = query as Partial<NamedQuery>;
    const { command, rowCount, rows } = await this.#send({
      text: sql,
      values: [...parameters],
      ...(name === undefined ? {} : { name }),
    });
    return {
      rows,
      ...(changing.includes(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
    };
  }

  /** Sends statements about transactions, with what was to go ahead; answers the command that PostgreSQL says it has run last. */
  async control(statement: string): Promise<string> {
    const { command } = await this.#send({ text: statement });
    return command;
  }

  /** Ends the transaction; throws where PostgreSQL has rolled it back because a statement of it had failed. */
  async commit(): Promise<void> {
    if ((await this.control('commit')) === 'ROLLBACK')
      throw this.#failure?.error ?? new Error('PostgreSQL has rolled the transaction back');
  }

  /** Where that fails, the connection is not used again. */
  async rollback(): Promise<void> {
    this.#ahead = [];
    await this.control('rollback').catch(() => {
      this.#broken = true;
    });
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  // biome-ignore lint/correctness/useYield: the type asks for a generator; nothing in Duet streams rows
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are not streamed');
  }

  async #send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const cleared = this.#cleared;
    try {
      return await (this.#ahead.length > 0 ? this.#sendTogether(query) : this.#client.query(query));
    } catch (cause) {
      if (isSilence(cause)) this.#broken = true;
      const error = translateError(cause);
      if (cleared === this.#cleared) this.#failure ??= { error };
      throw error;
    }
  }

  /** In one write; where several fail, the first says what was wrong. */
  async #sendTogether(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const { stream } = (this.#client as unknown as { readonly connection: { readonly stream: Duplex } })
      .connection;
    stream.cork();
    const ahead = this.#ahead.map((statement) => this.#client.query(statement));
    const asked = this.#client.query(query);
    stream.uncork();
    this.#ahead = [];
    // Of a failure ahead of it that one is reported; this one is awaited only after those.
    asked.catch(() => {});
    await Promise.all(ahead);
    return asked;
  }
}
