import { type FileHandle, open } from 'node:fs/promises';
import { Edits, type Run } from './edits.ts';
import type { RemoteVideo } from './video-source.ts';

/** Reads and changes the bytes of a video at their place. */
export interface ByteAccess {
  /** Bytes. */
  readonly size: number;
  /** As many of `length` bytes as there are behind `start`. */
  read(start: number, length: number): Promise<Buffer>;
  write(bytes: Buffer, start: number): Promise<void>;
  /** As many of `size` bytes as there are behind `start`. */
  zero(start: number, size: number): Promise<void>;
  /** The bytes as they are now, piece by piece. */
  stream(run: Run): AsyncIterable<Buffer>;
  /** After it, a power cut takes nothing of what was written before it. */
  flush(): Promise<void>;
}

const pieceBytes = 1024 * 1024;

/** A local file, which is changed in place. */
export class FileAccess implements ByteAccess, AsyncDisposable {
  readonly size: number;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  /** `r` to look at it, `r+` to change it. */
  static async open(file: string, flags: 'r' | 'r+'): Promise<FileAccess> {
    const handle = await open(file, flags);
    return new FileAccess(handle, (await handle.stat()).size);
  }

  async read(start: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, this.size - start)));
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await this.#handle.read(bytes, done, bytes.length - done, start + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  }

  async write(bytes: Buffer, start: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, start + done);
      done += bytesWritten;
    }
  }

  async zero(start: number, size: number): Promise<void> {
    const end = Math.min(start + size, this.size);
    const zeros = Buffer.alloc(Math.min(size, pieceBytes));
    for (let at = start; at < end; at += zeros.length) await this.write(zeros.subarray(0, end - at), at);
  }

  async *stream({ start, end }: Run): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += pieceBytes)
      yield await this.read(at, Math.min(pieceBytes, end - at));
  }

  async flush(): Promise<void> {
    await this.#handle.datasync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}

/** What is read together of a video elsewhere, and how many such blocks are kept: heads of boxes lie close to each other. */
const blockBytes = 256 * 1024;
const keptBlocks = 8;

/** A video elsewhere, which stays as it is: changes are kept in memory, and show in what is read. */
export class EditedVideo implements ByteAccess {
  readonly #video: RemoteVideo;
  readonly #edits = new Edits();
  /** By their number, the one that was used last at the end. */
  readonly #blocks = new Map<number, Buffer>();

  constructor(video: RemoteVideo) {
    this.#video = video;
  }

  get size(): number {
    return this.#video.size;
  }

  async read(start: number, length: number): Promise<Buffer> {
    const end = Math.max(start, Math.min(start + length, this.size));
    if (end - start > blockBytes)
      return this.#edits.apply(Buffer.from(await this.#video.read(start, end)), start);
    const pieces: Buffer[] = [];
    for (let at = start; at < end; ) {
      const block = await this.#block(Math.floor(at / blockBytes));
      const piece = block.subarray(at % blockBytes, (at % blockBytes) + end - at);
      pieces.push(piece);
      at += piece.length;
    }
    return this.#edits.apply(Buffer.concat(pieces), start);
  }

  async #block(number: number): Promise<Buffer> {
    const start = number * blockBytes;
    const end = Math.min(start + blockBytes, this.size);
    const block = this.#blocks.get(number) ?? (await this.#video.read(start, end));
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > keptBlocks && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }

  async write(bytes: Buffer, start: number): Promise<void> {
    this.#edits.add({ start, end: start + bytes.length, bytes: Buffer.from(bytes) });
  }

  async zero(start: number, size: number): Promise<void> {
    this.#edits.add({ start, end: start + size, bytes: null });
  }

  async *stream({ start, end }: Run): AsyncGenerator<Buffer> {
    let at = start;
    for await (const piece of this.#video.stream(start, end)) {
      yield this.#edits.apply(Buffer.from(piece), at);
      at += piece.length;
    }
  }

  /** What is in memory does not outlive the process anyhow. */
  async flush(): Promise<void> {}
}
