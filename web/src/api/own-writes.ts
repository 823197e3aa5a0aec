/** A little more than the second for which a server may keep what another one has just changed (docs/inside/kept.md). */
const keptMs = 1500;

let wroteAt = Number.NEGATIVE_INFINITY;

/** What this tab has written. */
export const ownWrites = {
  /** Something was written, or may have been. */
  note(): void {
    wroteAt = performance.now();
  },
  /** Whether the next answer may come from a server that has not heard of it. */
  areNew: (): boolean => performance.now() - wroteAt < keptMs,
};
