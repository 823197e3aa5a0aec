import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lockFile } from '../../platform/data-lock.ts';
import { assertRoom, diskSpace } from '../../platform/storage/room.ts';
import type { Scratch } from '../../platform/storage/storage.ts';

const lockName = 'lock';

/**
 * A folder beside a data folder, whose disk has room for a site; gone when disposed. Removes those that a process left behind
 * that was killed: the lock in them is free.
 */
export async function scratchFolder(dataDir: string): Promise<Scratch> {
  const around = dirname(dataDir);
  const prefix = `${basename(dataDir)}-fetched-`;
  await mkdir(around, { recursive: true });
  for (const name of await readdir(around)) {
    if (name.startsWith(prefix)) await removeLeftover(join(around, name));
  }
  const path = await mkdtemp(join(around, prefix));
  const lock = lockFile(join(path, lockName), 'Another command clears up beside the site. Try again.');
  return {
    path,
    requireRoom: async (bytes) => assertRoom(bytes, 'scratch', await diskSpace(path)),
    async [Symbol.asyncDispose]() {
      lock[Symbol.dispose]();
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function removeLeftover(path: string): Promise<void> {
  const file = join(path, lockName);
  // One without a lock is just being made.
  if (!existsSync(file)) return;
  try {
    using _lock = lockFile(file, 'It is in use.');
    await rm(path, { recursive: true, force: true });
  } catch {
    // It is in use, or belongs to another account; whoever restores a site needs neither.
  }
}
