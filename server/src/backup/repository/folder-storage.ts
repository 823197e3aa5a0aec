import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { moveDurably, removeDurably, syncFolder, writeFlushed } from '../../platform/storage/durable-file.ts';
import type { ObjectStorage } from './object-storage.ts';

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A folder as the storage of a repository. */
export class FolderStorage implements ObjectStorage {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async put(name: string, source: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const making = join(this.path, 'tmp');
    await mkdir(making, { recursive: true, mode: 0o700 });
    const file = join(making, randomUUID());
    await writeFlushed(file, source);
    await moveDurably(file, join(this.path, name));
  }

  async get(name: string): Promise<AsyncIterable<Uint8Array> | null> {
    try {
      const handle = await open(join(this.path, name));
      return createReadStream('', { fd: handle });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async read(name: string): Promise<Buffer | null> {
    return readFile(join(this.path, name)).catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    });
  }

  async list(folder: string): Promise<string[]> {
    const found = await readdir(join(this.path, folder)).catch((error) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return found.sort();
  }

  /** Also where its bytes cannot be read. */
  async move(from: string, to: string): Promise<void> {
    const target = join(this.path, to);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(join(this.path, from), target);
    await Promise.all([from, to].map((name) => syncFolder(dirname(join(this.path, name)))));
  }

  remove(name: string): Promise<void> {
    return removeDurably(join(this.path, name));
  }

  removeUnfinished(): Promise<void> {
    return rm(join(this.path, 'tmp'), { recursive: true, force: true });
  }
}
