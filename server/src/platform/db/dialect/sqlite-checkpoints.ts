import type { DatabaseSync, StatementSync } from 'node:sqlite';

type Mode = 'passive' | 'restart';

interface Position {
  readonly busy: number;
  /** Pages in the log, and those of them that are in the database as well. */
  readonly log: number;
  readonly checkpointed: number;
}

interface CheckpointSettings {
  /** The connection that commits. */
  readonly writer: DatabaseSync;
  /** Runs a checkpoint in a thread. */
  readonly run: (mode: Mode) => Promise<unknown>;
  /** Runs `work` while no transaction does. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Pages of 4 KiB. */
const pagesBetween = 1000;
const pagesTooMany = 4096;
const atFirst = { passive: pagesBetween, restart: pagesTooMany } as const;

/**
 * Copies the write-ahead log into the database, in a thread, every 1,000 pages; SQLite itself would do that within a
 * COMMIT. Under writers without a pause it never comes to the log's end, and the log grows: from 16 MB on transactions
 * wait until all of it is copied, and the next one begins it anew (its bytes stay, which makes flushes cheaper).
 */
export class Checkpoints {
  readonly #settings: CheckpointSettings;
  readonly #position: StatementSync;
  #running: Promise<void> | null = null;
  #restarting = false;
  /** The log's length from which on each is worth while; further away while somebody still reads what was before. */
  #from: Record<Mode, number> = { ...atFirst };

  constructor(settings: CheckpointSettings) {
    this.#settings = settings;
    this.#position = settings.writer.prepare('pragma wal_checkpoint(noop)');
  }

  /** After each commit; looks where the log stands, which takes 2 µs. */
  committed(): void {
    const { log, checkpointed } = this.#look();
    if (log >= this.#from.restart) this.#restart();
    if (this.#running) return;
    if (log < pagesBetween) this.#from = { ...atFirst };
    if (log - checkpointed < pagesBetween || log < this.#from.passive) return;
    this.#begin(this.#checkpoint('passive'));
  }

  /** Resolves when none runs. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Whatever is written meanwhile waits, also while a checkpoint that has begun before takes its time. */
  #restart(): void {
    if (this.#restarting) return;
    this.#restarting = true;
    const before = this.#running;
    const restart = this.#settings.alone(async () => {
      await before;
      await this.#checkpoint('restart');
    });
    this.#begin(
      restart.finally(() => {
        this.#restarting = false;
      }),
    );
  }

  #begin(work: Promise<void>): void {
    const running = work.catch(this.#settings.onFailure).finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
  }

  async #checkpoint(mode: Mode): Promise<void> {
    await this.#settings.run(mode);
    const { log, checkpointed } = this.#look();
    if (checkpointed < log) this.#from[mode] = log + atFirst[mode];
  }

  #look(): Position {
    return this.#position.get() as unknown as Position;
  }
}
