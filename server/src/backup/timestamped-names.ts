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

/** The backups of a folder that have such names, the oldest first; none where it is not there. */
export async function listBackups(folder: string): Promise<string[]> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return found.filter((name) => form.test(name)).sort();
}
