import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { errorOf } from './sqlite-faults.ts';
import type {
  StatementAnswer,
  StatementMessage,
  StatementResult,
  WorkerSettings,
} from './sqlite-messages.ts';

interface Waiting {
  readonly sql: string;
  readonly resolve: (answer: StatementResult) => void;
  readonly reject: (error: Error) => void;
}

/** A SQLite connection that lives in a worker thread, so that no statement ever holds up the event loop. */
export class SqliteConnection implements DatabaseConnection {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #transaction: StatementMessage['transaction'] = 'none';
  #broken: Error | null = null;

  private constructor(settings: WorkerSettings) {
    this.#worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: settings,
      name: `sqlite-${settings.access}`,
      execArgv: [],
    });
    this.#worker.on('message', (answer: StatementAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#fail(error as Error));
    this.#worker.on('exit', () => this.#fail(new Error('the SQLite worker has ended')));
  }

  /** Resolves when the file is open, rejects with the reason where it cannot be. */
  static async open(settings: WorkerSettings): Promise<SqliteConnection> {
    const connection = new SqliteConnection(settings);
    await new Promise<unknown>((resolve, reject) => {
      connection.#waiting.set(0, { sql: 'open', resolve, reject });
    });
    return connection;
  }

  /** How many statements are under way. */
  get load(): number {
    return this.#waiting.size;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#send(query.sql, query.parameters as readonly SQLInputValue[]);
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: the type asks for a generator; nothing in Duet streams rows
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed');
  }

  /** The transaction begins with its first statement, in the same message. */
  begin(): void {
    this.#transaction = 'begin';
  }

  async commit(): Promise<void> {
    if (this.#transaction === 'inside') await this.#send('commit', []);
    this.#transaction = 'none';
  }

  async rollback(): Promise<void> {
    this.#transaction = 'none';
    await this.#send('rollback', []);
  }

  async close(): Promise<void> {
    if (!this.#broken) await this.#send('close', []);
    await this.#worker.terminate();
  }

  #send(sql: string, parameters: readonly SQLInputValue[]) {
    if (this.#broken) return Promise.reject(this.#broken);
    const message: StatementMessage = { id: ++this.#lastId, sql, parameters, transaction: this.#transaction };
    if (this.#transaction === 'begin') this.#transaction = 'inside';
    return new Promise<StatementResult>((resolve, reject) => {
      this.#waiting.set(message.id, { sql, resolve, reject });
      try {
        this.#worker.postMessage(message);
      } catch (error) {
        this.#waiting.delete(message.id);
        reject(error as Error);
      }
    });
  }

  #settle(answer: StatementAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('fault' in answer) waiting?.reject(errorOf(answer.fault, waiting.sql));
    else waiting?.resolve(answer);
  }

  #fail(error: Error): void {
    this.#broken ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#broken);
    this.#waiting.clear();
  }
}
