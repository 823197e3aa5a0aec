import type { FileHandle } from 'node:fs/promises';
import type { Journal } from './journal.ts';
import { withStorageFaults } from './room.ts';

/** Where a part belongs, in bytes. */
export interface PartPlace {
  readonly offset: number;
  readonly size: number;
}

/** How the writing of a part ended: `size` says how many bytes came, one more than asked for where it was too many. */
interface Received {
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
  async write(source: AsyncIterable<Buffer[]>, place: PartPlace): Promise<Received> {
    return this.#receive(source, place, (bytes, position) => this.#put(bytes, position));
  }

  /**
   * The same for a part that is there already: as long as the bytes are those that are there nothing is written, and
   * `differs` is awaited before the first byte that is not.
   */
  async writeAgain(
    source: AsyncIterable<Buffer[]>,
    place: PartPlace,
    differs: () => Promise<void>,
  ): Promise<Received> {
    let same = true;
    return this.#receive(source, place, async (bytes, position) => {
      if (same && !(await this.#holds(Buffer.concat(bytes), position))) {
        same = false;
        await differs();
      }
      if (!same) await this.#put(bytes, position);
    });
  }

  async #receive(
    source: AsyncIterable<Buffer[]>,
    { offset, size }: PartPlace,
    take: (bytes: readonly Buffer[], position: number) => Promise<void>,
  ): Promise<Received> {
    let received = 0;
    for await (const bytes of source) {
      const { fitting, length, tooMuch } = upTo(bytes, size - received);
      await take(fitting, offset + received);
      received += length;
      if (tooMuch) return { size: size + 1 };
    }
    return { size: received };
  }

  async #put(bytes: readonly Buffer[], position: number): Promise<void> {
    await withStorageFaults(async () => {
      let left = bytes.filter(({ length }) => length > 0);
      for (let at = position; left.length > 0; ) {
        const { bytesWritten } = await this.#handle.writev(left, at);
        at += bytesWritten;
        left = behind(left, bytesWritten);
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
    await withStorageFaults(() => this.#handle.datasync());
  }

  async close(): Promise<void> {
    await this.#handle.close();
    await this.journal.close();
  }
}

/** As many of the bytes as there is room for. */
function upTo(bytes: readonly Buffer[], room: number) {
  const length = bytes.reduce((sum, each) => sum + each.length, 0);
  if (length <= room) return { fitting: bytes, length, tooMuch: false };
  return { fitting: [Buffer.concat(bytes).subarray(0, room)], length: room, tooMuch: true };
}

/** What is left of the bytes behind the first `count`. */
function behind(bytes: readonly Buffer[], count: number): Buffer[] {
  let skip = count;
  return bytes.flatMap((each) => {
    const skipped = Math.min(skip, each.length);
    skip -= skipped;
    return skipped === each.length ? [] : [each.subarray(skipped)];
  });
}
