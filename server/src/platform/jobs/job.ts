import type { JobName } from '@duet/contract/dashboard/shapes';
import type { Wake } from './wake.ts';

/**
 * One piece of background work; it ends early when the signal aborts. Answers false where nothing was due or waiting.
 * What it throws is logged, counted and shown to the admins.
 */
export type Work = (signal: AbortSignal) => Promise<boolean>;

/** Background work of a server, run by `Jobs.start`. */
export interface Job {
  readonly name: JobName;
  /** Runs when the server starts and then every so many milliseconds. */
  readonly everyMs: number;
  /** Runs at once when notified, besides. */
  readonly wake: Wake | null;
  /** `site`: of several servers one runs it at a time. `process`: each server runs its own. */
  readonly scope: 'site' | 'process';
  readonly run: Work;
}

/** For what another server left, or what is to be tried again; a worker's own server wakes it. */
const pollMs = 15_000;

interface PeriodicOptions {
  readonly scope?: Job['scope'];
}

/** Work at the start of a server and every `everyMs`, in one server of the site at a time. */
export function periodic(
  name: JobName,
  everyMs: number,
  work: Work,
  { scope = 'site' }: PeriodicOptions = {},
): Job {
  return { name, everyMs, wake: null, scope, run: work };
}

/**
 * A queue that is worked off, piece by piece until `work` answers false, when `wake` is notified and every 15 s. Every
 * server does so: `work` takes each piece under a lease of its own.
 */
export function worker(name: JobName, wake: Wake, work: Work): Job {
  const run = async (signal: AbortSignal) => {
    let worked = false;
    while (!signal.aborted && (await work(signal))) worked = true;
    return worked;
  };
  return { name, everyMs: pollMs, wake, scope: 'process', run };
}
