import { readdir } from 'node:fs/promises';

const form = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** `2026-11-20T02-00-00Z`: a moment (ms) as a name of a folder; the order of names is that of time. */
export const timestampedName = (at: number): string =>
  new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(':', '-');

/**
 * Such names by their age, the oldest first. A clock that was ahead for a moment has made some that lie after `now`: nobody knows how old
 * those are, so they stand before all others, and are the first to go.
 */
export const byAge = (names: readonly string[], now: string): string[] => [
  ...names.filter((name) => name > now),
  ...names.filter((name) => name <= now),
];

/**
 * Those beyond `keep` once one was `made`, the oldest first. None where all others lie after it: then it is this clock that is behind, as
 * that of a machine which begins before it has asked for the time, and the next one that is made by a right clock tells.
 */
export function excessOf(names: readonly string[], made: string, keep: number): string[] {
  if (names.every((name) => name >= made)) return [];
  return byAge(names, made).slice(0, -keep);
}

/** The backups of a folder that have such names, the oldest first; none where it is not there. */
export async function listBackups(folder: string): Promise<string[]> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return found.filter((name) => form.test(name)).sort();
}
