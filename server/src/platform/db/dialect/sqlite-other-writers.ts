import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** How often it is looked at most, in ms: a look takes 3 µs, the answer that waits for it some 50. */
export const minCheckIntervalMs = 20;

/**
 * Finds out whether another connection has changed the file since the last look: another program's, such as the command
 * line's, or this one's for long transactions. SQLite counts that for each connection (`pragma data_version`), so the one
 * to ask is the connection that commits everything else.
 */
export class OtherWriters {
  readonly #version: StatementSync;
  #known: number;
  #lookedAt = performance.now();

  constructor(writer: DatabaseSync) {
    this.#version = writer.prepare('pragma data_version');
    this.#known = this.#look();
  }

  haveWritten(): boolean {
    const now = performance.now();
    if (now - this.#lookedAt < minCheckIntervalMs) return false;
    this.#lookedAt = now;
    const version = this.#look();
    const changed = version !== this.#known;
    this.#known = version;
    return changed;
  }

  #look(): number {
    return (this.#version.get() as { readonly data_version: number }).data_version;
  }
}
