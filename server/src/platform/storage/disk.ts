import { type FileHandle, link, open, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { Semaphore } from '../semaphore.ts';
import { listFolders, listKeys } from './disk-listing.ts';
import {
  flushExisting,
  makeFolderAtStart,
  moveDurably,
  removeDurably,
  writeFlushed,
} from './durable-file.ts';
import { isKey } from './keys.ts';
import {
  asStorageFault,
  assertRoom,
  diskSpace,
  type RoomKind,
  type Space,
  withStorageFaults,
} from './room.ts';
import { newWorkFile, ScratchFolders, sweepFolder } from './scratch.ts';
import type { ByteRange, Directory, ObjectPage, Scratch, Storage, StoredObject, Written } from './storage.ts';

/**
 * What is read of a file at a time, in bytes. Each client that is slow to take an answer holds one of it, and there may be
 * 2,000 of them: nothing is read ahead of what the socket takes.
 */
const streamBytes = 64 * 1024;
/**
 * Pieces that are read at the same time, of all files that are sent. Each is written into its socket when it is there, and
 * what is there between two looks of the event loop is written at once: 1,700 of them held up everybody for seconds.
 */
const readsAtOnce = 8;

interface DiskOptions {
  /** Where the media lie. */
  readonly folder: string;
  /** Where files in the making lie; best on the same volume. */
  readonly scratchFolder: string;
  readonly space?: (folder: string) => Promise<Space>;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
}

/** The store of the embedded default: a folder (security.md §6: temporary name, flush, rename, flush the folder). */
export class DiskStorage implements Storage {
  readonly #root: string;
  readonly #scratches: ScratchFolders;
  readonly #space: (folder: string) => Promise<Space>;
  readonly #reads = new Semaphore({ concurrent: readsAtOnce });

  constructor(options: DiskOptions) {
    this.#root = resolve(options.folder);
    this.#space = options.space ?? diskSpace;
    makeFolderAtStart(this.#root);
    this.#scratches = new ScratchFolders(resolve(options.scratchFolder), this.#space);
  }

  #file(key: string): string {
    if (!isKey(key)) throw new Error('not a key of the store');
    return join(this.#root, key);
  }

  scratch(): Promise<Scratch> {
    return this.#scratches.make();
  }

  async write(key: string, source: Uint8Array | AsyncIterable<Uint8Array>): Promise<Written> {
    const to = this.#file(key);
    const temporary = this.#scratches.newFile();
    return withStorageFaults(async () => {
      try {
        const written = await writeFlushed(temporary, source);
        await moveDurably(temporary, to, newWorkFile(dirname(to)));
        return written;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    });
  }

  async adopt(key: string, file: string): Promise<Written> {
    const to = this.#file(key);
    return withStorageFaults(async () => {
      const written = await flushExisting(file);
      await moveDurably(file, to, newWorkFile(dirname(to)));
      return written;
    });
  }

  async open(key: string, range?: ByteRange): Promise<Readable | null> {
    try {
      return this.#stream(await open(this.#file(key), 'r'), range);
    } catch (error) {
      if (isMissing(error)) return null;
      throw asStorageFault(error);
    }
  }

  #stream(
    handle: FileHandle,
    { start, end }: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY },
  ): Readable {
    let position = start;
    const next = async (): Promise<Buffer | null> => {
      const length = Math.min(streamBytes, end - position + 1);
      if (length <= 0) return null;
      const read = () => handle.read(Buffer.allocUnsafeSlow(length), 0, length, position);
      const { bytesRead, buffer } = await this.#reads.run(read);
      position += bytesRead;
      return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
    };
    return new Readable({
      highWaterMark: 0,
      read() {
        next().then(
          (piece) => !this.destroyed && this.push(piece),
          (error) => this.destroy(error),
        );
      },
      // Also of a stream that nobody has begun to read.
      destroy(error, done) {
        handle.close().then(
          () => done(error),
          () => done(error),
        );
      },
    });
  }

  async link(key: string, file: string): Promise<boolean> {
    return link(this.#file(key), file).then(
      () => true,
      () => false,
    );
  }

  async stat(key: string): Promise<StoredObject | null> {
    try {
      const { size, mtimeMs } = await stat(this.#file(key));
      return { key, size, modifiedAt: Math.floor(mtimeMs) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw asStorageFault(error);
    }
  }

  async remove(key: string): Promise<void> {
    await removeDurably(this.#file(key));
  }

  async list(directory: Directory, page: { after?: string; limit: number }): Promise<ObjectPage> {
    const keys = await listKeys(this.#root, directory, page.after ?? '', page.limit + 1);
    const shown = keys.slice(0, page.limit);
    const objects = await Promise.all(shown.map((key) => this.stat(key)));
    return {
      objects: objects.filter((object) => object !== null),
      next: keys.length > page.limit ? (shown.at(-1) ?? null) : null,
    };
  }

  async requireRoom(bytes: number, kind: RoomKind): Promise<void> {
    assertRoom(bytes, kind, await this.#space(this.#root));
  }

  /** A write that did not end has left nothing but scratch files, or a copy from another volume beside its place. */
  async removeUnfinished(): Promise<void> {
    await this.#scratches.sweep();
    for (const folder of await listFolders(this.#root)) await sweepFolder(folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
