import type { FileHandle } from 'node:fs/promises';
import type { Journal } from './journal.ts';
import { whileRoom } from './room.ts';

/** Where a part belongs, in bytes. */
export interface PartPlace {
  readonly offset: number;
  readonly size: number;
}

/** How the writing of a part ended: `size` says how many bytes came, one more than asked for where it was too many. */
export interface Received {
  readonly size: number;
}

/** An open file that is written part by part; nothing of a part is held in memory. */
export class PartFile {
  readonly #handle: FileHandle;
  readonly journal: Journal;

  constructor(handle: FileHandle, journal: Journal) {
    this.#handle = handle;
    this.journal = journal;
  }

  /** Writes what `source` brings to its place, and nothing beside it. Throws STORAGE_FULL. */
  async write(source: AsyncIterable<Buffer>, { offset, size }: PartPlace): Promise<Received> {
    let written = 0;
    for await (const bytes of source) {
      const fits = Math.min(bytes.length, size - written);
      await this.#put(bytes.subarray(0, fits), offset + written);
      written += fits;
      if (bytes.length > fits) return { size: size + 1 };
    }
    return { size: written };
  }

  /**
   * The same for a part that is there already: as long as the bytes are those that are there nothing is written, and
   * `differs` is awaited before the first byte that is not.
   */
  async writeAgain(
    source: AsyncIterable<Buffer>,
    { offset, size }: PartPlace,
    differs: () => Promise<void>,
  ): Promise<Received> {
    let same = true;
    let written = 0;
    for await (const bytes of source) {
      const fits = bytes.subarray(0, Math.min(bytes.length, size - written));
      if (same && !(await this.#holds(fits, offset + written))) {
        same = false;
        await differs();
      }
      if (!same) await this.#put(fits, offset + written);
      written += fits.length;
      if (bytes.length > fits.length) return { size: size + 1 };
    }
    return { size: written };
  }

  async #put(bytes: Buffer, position: number): Promise<void> {
    await whileRoom(async () => {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
      }
    });
  }

  async #holds(bytes: Buffer, position: number): Promise<boolean> {
    const there = Buffer.alloc(bytes.length);
    const { bytesRead } = await this.#handle.read(there, 0, bytes.length, position);
    return bytesRead === bytes.length && there.equals(bytes);
  }

  /** After it, a power cut takes nothing of what was written before it. */
  async sync(): Promise<void> {
    await whileRoom(() => this.#handle.datasync());
  }

  async close(): Promise<void> {
    await this.#handle.close();
    await this.journal.close();
  }
}
