import { join } from 'node:path';
import type { UploadChunkRow } from '../platform/db/schema/uploads.ts';
import { Failure } from '../platform/failure.ts';
import { writeNewFile } from '../platform/storage/durable-file.ts';
import { withStorageFaults } from '../platform/storage/room.ts';
import type { ChunkObjects } from '../platform/storage/s3/chunk-objects.ts';
import type { Scratch } from '../platform/storage/storage.ts';
import type { RemoteVideo } from '../platform/video/video-source.ts';

interface Chunks {
  readonly objects: ChunkObjects;
  /** All of an upload, in their order. */
  readonly rows: readonly UploadChunkRow[];
  /** Makes a folder for a local copy, should one be needed. */
  readonly scratch: () => Promise<Scratch>;
}

/** The video that the chunks of an upload are, read where they lie. */
export class ChunkedVideo implements RemoteVideo, AsyncDisposable {
  readonly size: number;
  readonly #chunks: Chunks;
  readonly #parts = new AsyncDisposableStack();
  #file: Promise<string> | undefined;

  constructor(chunks: Chunks) {
    this.#chunks = chunks;
    this.size = chunks.rows.reduce((sum, { size }) => sum + size, 0);
  }

  async read(start: number, end: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.stream(start, end)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** The next piece is read while one is used. */
  async *stream(start: number, end: number): AsyncGenerator<Buffer> {
    const runs = this.#runs(start, end);
    let next = runs.next();
    let reading = next.done ? null : this.#readChunk(next.value);
    while (reading) {
      const piece: Buffer = await reading;
      next = runs.next();
      reading = next.done ? null : this.#readChunk(next.value);
      // It is awaited after the piece was used, when it may have failed long ago.
      reading?.catch(() => {});
      yield piece;
    }
  }

  /** Which bytes of which chunks these are. */
  *#runs(
    start: number,
    end: number,
  ): Generator<{ row: UploadChunkRow; from: number; to: number }, undefined> {
    let offset = 0;
    for (const row of this.#chunks.rows) {
      const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, row.size)];
      if (from < to) yield { row, from, to };
      offset += row.size;
      if (offset >= end) return;
    }
  }

  async #readChunk({ row, from, to }: { row: UploadChunkRow; from: number; to: number }): Promise<Buffer> {
    const { object_key: key, size } = row;
    const bytes = await this.#chunks.objects.read({ key, size }, from, to);
    if (bytes?.length !== to - from) throw new Failure('STORAGE_UNAVAILABLE', { log: `${key} is gone` });
    return bytes;
  }

  file(): Promise<string> {
    this.#file ??= this.#copy();
    return this.#file;
  }

  async #copy(): Promise<string> {
    const scratch = this.#parts.use(await this.#chunks.scratch());
    await scratch.requireRoom(this.size);
    const file = join(scratch.path, 'arrived');
    await withStorageFaults(() => writeNewFile(file, this.stream(0, this.size)));
    return file;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.disposeAsync();
  }
}
