import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withStorageFaults } from './room.ts';
import type { Scratch, Storage } from './storage.ts';

/**
 * A stored file as one in a scratch folder, in which nothing may be changed: a second name of it, else a copy. Answers where,
 * or null where nothing is stored under this key. Throws STORAGE_FULL.
 */
export async function openInScratch(storage: Storage, key: string, scratch: Scratch): Promise<string | null> {
  const file = join(scratch.path, 'stored');
  if (await storage.link(key, file)) return file;
  const found = await storage.stat(key);
  if (!found) return null;
  await scratch.requireRoom(found.size);
  const stored = await storage.open(key);
  if (!stored) return null;
  await withStorageFaults(() => pipeline(stored, createWriteStream(file, { flags: 'wx' })));
  return file;
}
