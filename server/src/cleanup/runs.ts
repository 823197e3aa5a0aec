import { Semaphore } from '../platform/semaphore.ts';

declare module '../platform/context.ts' {
  interface Context {
    readonly cleanupRuns: CleanupRuns;
  }
}

/** What the runs of the media cleanup in one process know of each other. */
export class CleanupRuns {
  /** One run at a time in a process; on PostgreSQL one in all servers of a site. Each file is asked for again besides. */
  readonly semaphore = new Semaphore({ concurrent: 1 });
  /** Rows whose files a run could not remove: marked as going, they are no orphans any more, and the next run ends them. */
  readonly unfinished = new Set<string>();
}
