import { MB } from '@duet/contract/limits';
import { type Priority, Semaphore } from '../semaphore.ts';
import { ByteBudget } from './byte-budget.ts';
import { RecentFailures } from './recent-failures.ts';

/** What a call waits for, most of its time. */
export type WorkKind = 'read' | 'write' | 'password' | 'picture' | 'page';

/** Bodies that are at most so long cost nothing. */
export const smallBodyBytes = 64 * 1024;

/**
 * Each kind has places of its own: who waits for a hash, a picture or a lock holds no reader's. For two cores (security.md §1). Most of
 * a write is the wait for the disk, which those that wait at once share.
 */
const pools = {
  read: { name: 'reading', concurrent: 16, queue: 128 },
  write: { name: 'writing', concurrent: 32, queue: 128 },
  password: { name: 'hashing of passwords', concurrent: 2, queue: 64, maxWaitMs: 10_000 },
  picture: { name: 'pictures', concurrent: 2, queue: 32, maxWaitMs: 30_000 },
  page: { name: 'pages', concurrent: 8, queue: 128 },
} as const;

/** A photo of 14 MB travels as base64 in JSON and is held three times while it is decoded. */
const bodyBytes = 64 * MB;

/** Who is let in, in which order, when there is more to do than can be done. One for a process. */
export class Admission {
  readonly bodies = new ByteBudget(bodyBytes);
  /** Addresses from which passwords were wrong: they wait until all others have been served. */
  readonly failures = new RecentFailures();
  readonly #pools: Readonly<Record<WorkKind, Semaphore>> = {
    read: new Semaphore(pools.read),
    write: new Semaphore(pools.write),
    password: new Semaphore(pools.password),
    picture: new Semaphore(pools.picture),
    page: new Semaphore(pools.page),
  };

  /** Runs it when it is its turn; throws OVERLOADED where it would have to wait too long. */
  run<T>(kind: WorkKind, priority: Priority, work: () => Promise<T>): Promise<T> {
    return this.#pools[kind].run(work, priority);
  }

  /** Whether somebody of this priority would be refused, so that nothing of their call has to be read. */
  refuses(kind: WorkKind, priority: Priority): boolean {
    return this.#pools[kind].isFullFor(priority);
  }

  /** People who are signed in come before guests, and guests before those who fail. */
  priorityOf(caller: { readonly viewer: unknown; readonly address: string }): Priority {
    if (caller.viewer !== null) return 0;
    return this.failures.has(caller.address) ? 2 : 1;
  }
}
