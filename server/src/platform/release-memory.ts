/**
 * Collects all garbage and gives the pages that it filled back to the system. V8 keeps these for what comes next, and gives
 * them back by itself only where a collection was followed by some 40 s without much to do. It stops everything for some
 * 100 ms. Nothing happens in a process without `--expose-gc`.
 */
export const releaseMemory = (): void =>
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
