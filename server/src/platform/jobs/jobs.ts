import type { JobName } from '@duet/contract/dashboard/shapes';
import type { Job } from './job.ts';
import { type JobDependencies, type JobMetrics, Runner } from './runner.ts';
import { findResults } from './store.ts';

/** How the last run of a job ended, on whichever server of the site. */
export interface JobResult {
  readonly name: JobName;
  /** Null before the first run that had something to do. */
  readonly last: {
    /** Milliseconds since 1970. */
    readonly endedAt: number;
    readonly durationMs: number;
    readonly failed: boolean;
  } | null;
}

/** The background work of this process. */
export class Jobs {
  readonly #dependencies: JobDependencies;
  readonly #runners = new Map<JobName, Runner>();

  constructor(dependencies: JobDependencies) {
    this.#dependencies = dependencies;
  }

  /** Runs jobs until what it answers is disposed, which aborts them and waits for their end. */
  start(jobs: readonly Job[]): AsyncDisposable {
    const stopping = new AbortController();
    const runs = jobs.map((job) => {
      const runner = new Runner(this.#dependencies, job, stopping.signal);
      this.#runners.set(job.name, runner);
      return runner.run();
    });
    return {
      [Symbol.asyncDispose]: async () => {
        stopping.abort();
        await Promise.all(runs);
      },
    };
  }

  /** Those that this process runs, in the order in which they were started. */
  metrics(): readonly (JobMetrics & { readonly name: JobName })[] {
    return [...this.#runners].map(([name, { metrics }]) => ({ name, ...metrics }));
  }

  /** The last results of the jobs that this process runs. */
  async results(): Promise<JobResult[]> {
    const names = [...this.#runners.keys()];
    const rows = new Map(
      (await findResults(this.#dependencies.db.read, names)).map((row) => [row.name, row]),
    );
    return names.map((name) => {
      const { ended_at, duration_ms, failed } = rows.get(name) ?? {};
      if (ended_at == null) return { name, last: null };
      const last = { endedAt: Number(ended_at), durationMs: Number(duration_ms), failed: failed === 1 };
      return { name, last };
    });
  }
}
