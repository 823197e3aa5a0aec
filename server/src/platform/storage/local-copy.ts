import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withStorageFaults } from './room.ts';
import type { Scratch, Storage } from './storage.ts';

/** Copies a stored file into a scratch folder; answers where, or null where nothing is stored under this key. */
export async function copyToScratch(storage: Storage, key: string, scratch: Scratch): Promise<string | null> {
  const stored = await storage.open(key);
  if (!stored) return null;
  const file = join(scratch.path, 'stored');
  await withStorageFaults(() => pipeline(stored, createWriteStream(file, { flags: 'wx' })));
  return file;
}
