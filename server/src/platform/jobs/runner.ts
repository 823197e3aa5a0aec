import type { Database } from '../db/database.ts';
import { isReadOnly } from '../failure.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Job } from './job.ts';
import { putResult, releaseLease, takeLease } from './store.ts';

/** How long a runner has a job to itself without a sign of life, and how often it gives one. */
const leaseMs = 15_000;
const renewEveryMs = 5000;

export interface JobDependencies {
  readonly db: Database;
  readonly clock: { now(): number };
  readonly ids: Ids;
  readonly log: Log;
}

/** What this process has seen of a job since it started. */
export interface JobMetrics {
  /** Runs that had something to do, those that failed among them. */
  readonly runs: number;
  readonly failures: number;
  /** Of the last run; null before the first. */
  readonly lastDurationMs: number | null;
}

/** Runs one job of this process, never twice at once. */
export class Runner {
  readonly job: Job;
  readonly #dependencies: JobDependencies;
  readonly #owner: string;
  readonly #stopping: AbortSignal;
  #running: Promise<void> | null = null;
  /** Notified while it ran. */
  #again = false;
  /** Of the monotonic clock. */
  #dueAt = 0;
  #metrics: JobMetrics = { runs: 0, failures: 0, lastDurationMs: null };

  constructor(dependencies: JobDependencies, job: Job, stopping: AbortSignal) {
    this.#dependencies = dependencies;
    this.job = job;
    this.#stopping = stopping;
    this.#owner = dependencies.ids.next();
  }

  get metrics(): JobMetrics {
    return this.#metrics;
  }

  /** Runs until the signal aborts: now, periodically and when notified. Resolves when the last run has ended. */
  async run(): Promise<void> {
    const { everyMs, wake } = this.job;
    const tickMs = Math.min(everyMs, renewEveryMs);
    const tick = () => {
      if (performance.now() > this.#dueAt - tickMs / 2) this.#look();
    };
    const timer = setInterval(tick, tickMs).unref();
    const unlisten = wake?.listen(() => {
      this.#again = this.#running !== null;
      this.#look();
    });
    this.#look();
    await aborted(this.#stopping);
    clearInterval(timer);
    unlisten?.();
    await this.#running;
  }

  #look(): void {
    if (this.#stopping.aborted) return;
    this.#running ??= this.#runOnce()
      .catch((err) => this.#dependencies.log.error({ err, job: this.job.name }, 'a job could not be run'))
      .finally(() => {
        this.#running = null;
        if (!this.#again) return;
        this.#again = false;
        this.#look();
      });
  }

  async #runOnce(): Promise<void> {
    this.#dueAt = performance.now() + this.job.everyMs;
    if (this.job.scope === 'process') return this.#work(this.#stopping);
    if (!(await this.#takeLease())) {
      // It runs elsewhere, or died there: not a whole period is waited for the lease to end.
      this.#dueAt = 0;
      return;
    }
    const lost = new AbortController();
    let renewed = Promise.resolve();
    const renewal = setInterval(() => {
      renewed = this.#takeLease().then(
        (kept) => {
          if (!kept) lost.abort(new Error('another server has taken the lease'));
        },
        (err) => this.#dependencies.log.warn({ err, job: this.job.name }, 'a lease could not be renewed'),
      );
    }, renewEveryMs);
    try {
      await this.#work(AbortSignal.any([this.#stopping, lost.signal]));
    } finally {
      clearInterval(renewal);
      // One that came after the release would keep everybody else out.
      await renewed;
      await this.#dependencies.db.write((tx) => releaseLease(tx, this.job.name, this.#owner));
    }
  }

  #takeLease(): Promise<boolean> {
    const { clock, db } = this.#dependencies;
    return db.write((tx) =>
      takeLease(tx, { name: this.job.name, owner: this.#owner, now: clock.now(), leaseMs }),
    );
  }

  async #work(signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    let failed = false;
    try {
      if (!(await this.job.run(signal))) return;
    } catch (err) {
      // What was aborted has not failed, nor what has to wait until the site has moved.
      if (signal.aborted || isReadOnly(err)) return;
      failed = true;
      this.#dependencies.log.error({ err, job: this.job.name }, 'a job failed');
    }
    const durationMs = Math.round(performance.now() - startedAt);
    const { runs, failures } = this.#metrics;
    this.#metrics = { runs: runs + 1, failures: failures + Number(failed), lastDurationMs: durationMs };
    await this.#keepResult(durationMs, failed);
  }

  async #keepResult(durationMs: number, failed: boolean): Promise<void> {
    const { clock, db } = this.#dependencies;
    const result = { ended_at: clock.now(), duration_ms: durationMs, failed: failed ? 1 : 0 } as const;
    await db.write((tx) => putResult(tx, this.job.name, result));
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
