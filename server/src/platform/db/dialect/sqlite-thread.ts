import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, QueryResult } from 'kysely';
import { type CommitListener, mayWrite, noStream, type SqliteConnection } from './sqlite-connection.ts';
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

/** A thread and the statements that it has not answered yet. */
interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  idle: NodeJS.Timeout | undefined;
}

/** A thread without work is ended after this, with its memory of some 15 MB. */
const idleMs = 30_000;

/**
 * A connection in a worker thread, for what would hold up the event loop: started at its first statement and ended when
 * it has had none for a while.
 */
export class ThreadConnection implements SqliteConnection {
  readonly #settings: WorkerSettings;
  readonly #onCommit: CommitListener;
  readonly #idleMs: number;
  #running: Running | null = null;
  #lastId = 0;
  #transaction: StatementMessage['transaction'] = 'none';
  #wrote = false;
  readonly streamQuery = noStream;

  constructor(settings: WorkerSettings, onCommit: CommitListener = () => {}, idle: number = idleMs) {
    this.#settings = settings;
    this.#onCommit = onCommit;
    this.#idleMs = idle;
  }

  /** Whether the thread runs. */
  get started(): boolean {
    return this.#running !== null;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.send(query.sql, query.parameters as readonly SQLInputValue[]);
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  /** The transaction begins with its first statement, in the same message. */
  async begin(): Promise<void> {
    this.#wrote = false;
    this.#transaction = 'begin';
  }

  async commit(): Promise<void> {
    if (this.#transaction === 'inside') await this.send('commit');
    this.#transaction = 'none';
    this.#onCommit(this.#wrote);
  }

  async rollback(): Promise<void> {
    this.#transaction = 'none';
    if (this.#running) await this.send('rollback');
  }

  async close(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    // A thread that has died is closed.
    const closed = this.send('close').catch(() => {});
    this.#running = null;
    await closed;
    clearTimeout(running.idle);
    await running.worker.terminate();
  }

  /** One statement, in the order of the calls. */
  send(sql: string, parameters: readonly SQLInputValue[] = []): Promise<StatementResult> {
    this.#running ??= this.#start();
    const { worker, waiting, idle } = this.#running;
    clearTimeout(idle);
    const message: StatementMessage = { id: ++this.#lastId, sql, parameters, transaction: this.#transaction };
    if (this.#transaction !== 'none') {
      this.#transaction = 'inside';
      this.#wrote ||= sql !== 'commit' && mayWrite(sql);
    }
    return new Promise<StatementResult>((resolve, reject) => {
      waiting.set(message.id, { sql, resolve, reject });
      try {
        worker.postMessage(message);
      } catch (error) {
        waiting.delete(message.id);
        reject(error as Error);
      }
    });
  }

  #start(): Running {
    const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: this.#settings,
      name: `sqlite-${this.#settings.access}`,
      execArgv: [],
    });
    const running: Running = { worker, waiting: new Map(), idle: undefined };
    worker.on('message', (answer: StatementAnswer) => this.#settle(running, answer));
    worker.on('error', (error) => this.#fail(running, error as Error));
    worker.on('exit', () => this.#fail(running, new Error('the SQLite worker has ended')));
    return running;
  }

  #settle(running: Running, answer: StatementAnswer): void {
    const { waiting } = running;
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) this.#endWhenIdle(running);
    if ('fault' in answer) asked?.reject(errorOf(answer.fault, asked.sql));
    else asked?.resolve(answer);
  }

  /** A transaction keeps the thread: its next statement comes. */
  #endWhenIdle(running: Running): void {
    clearTimeout(running.idle);
    running.idle = setTimeout(() => {
      if (this.#transaction === 'inside') this.#endWhenIdle(running);
      else void this.close();
    }, this.#idleMs).unref();
  }

  /** The next statement starts another thread; one inside a transaction is refused there. */
  #fail(running: Running, error: Error): void {
    if (this.#running === running) this.#running = null;
    for (const { reject } of running.waiting.values()) reject(error);
    running.waiting.clear();
  }
}
