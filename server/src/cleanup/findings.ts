import { limits } from '@duet/contract/limits';
import type { Orphan } from './orphans.ts';

/** What a scan of the files found, in memory that does not grow with it: all are counted, the oldest kept. */
export class Findings {
  #files = 0;
  #bytes = 0;
  #kept: Orphan[] = [];

  add(orphans: readonly Orphan[]): void {
    this.#files += orphans.length;
    for (const { size } of orphans) this.#bytes += size;
    this.#kept.push(...orphans);
    if (this.#kept.length > 2 * limits.orphan.listed) this.#kept = this.oldest();
  }

  get files(): number {
    return this.#files;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The oldest first, at most `limits.orphan.listed`. */
  oldest(): Orphan[] {
    return this.#kept.toSorted((a, b) => a.since - b.since).slice(0, limits.orphan.listed);
  }
}
