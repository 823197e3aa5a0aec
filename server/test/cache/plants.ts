import type { Plants } from './plant.ts';
import { ofRows } from './plants-rows.ts';
import { ofTelling } from './plants-telling.ts';
import { ofWrites } from './plants-writes.ts';

/** Faults that are put into the server's modules while they are loaded, to see that they are found: one dropped invalidation each. */
export const plants: Plants = { ...ofWrites, ...ofRows, ...ofTelling };
