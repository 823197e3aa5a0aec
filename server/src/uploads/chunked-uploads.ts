import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { PlatformContext } from '../platform/context.ts';
import type { UploadChunkRow, UploadSessionRow } from '../platform/db/schema/uploads.ts';
import { Failure } from '../platform/failure.ts';
import { inBatches } from '../platform/storage/batches.ts';
import type { ChunkObjects } from '../platform/storage/s3/chunk-objects.ts';
import { ChunkSet } from './chunk-set.ts';
import { deleteChunks, findChunks, findUploadsOfChunks, putChunk } from './chunk-store.ts';
import { ChunkedVideo } from './chunked-video.ts';
import {
  assertChunkSize,
  cancelledMeanwhile,
  chunksMissing,
  expiryFrom,
  placeOf,
  totalChunks,
} from './session.ts';
import { changeSession, findSession } from './store.ts';
import type { CompleteUpload, SentChunk, UploadTransport } from './transport.ts';

/** How late the end of an upload may be put off: not every chunk changes its row, over which many would come into conflict. */
const expiryStepMs = 10 * 60_000;

/**
 * Uploads whose chunks are objects of a bucket: every server takes any chunk of any upload. A chunk is acknowledged when its
 * object is stored and a row says where; a chunk that comes again gets an object of its own, so that no server changes what
 * another has acknowledged.
 */
export class ChunkedUploads implements UploadTransport {
  readonly #context: PlatformContext;
  readonly #objects: ChunkObjects;
  /** Requests of this server, by upload and chunk. */
  readonly #arrivals = new Map<string, AbortController>();

  constructor(context: PlatformContext, objects: ChunkObjects) {
    this.#context = context;
    this.#objects = objects;
  }

  async create(): Promise<void> {}

  async receive({ userId, sessionId, index, source, declaredSize, now }: SentChunk): Promise<number> {
    const { db, admission } = this.#context;
    const session = await findSession(db.read, sessionId);
    assertOpen(session, now);
    if (session.user_id !== userId) throw new Failure('UPLOAD_NOT_FOUND');
    const place = placeOf(session, index);
    if (declaredSize !== null) assertChunkSize(index, place, declaredSize);
    // It is held in memory until it is stored, so that it can be sent again, and a slow sender holds up no other.
    using _held = admission.bodies.take(place.size);
    const bytes = await this.#readChunk(`${sessionId}/${index}`, source, place.size);
    assertChunkSize(index, place, bytes.length);
    const { key } = await this.#objects.put(sessionId, index, bytes);
    const row = { upload_id: sessionId, chunk_index: index, object_key: key, size: bytes.length };
    await this.#acknowledge(row, now);
    return bytes.length;
  }

  /** The bytes of a request. A newer one of the same chunk ends it as long as they are not all there: its sender is gone. */
  async #readChunk(chunk: string, source: Readable, size: number): Promise<Buffer> {
    const superseded = new AbortController();
    this.#arrivals.get(chunk)?.abort();
    this.#arrivals.set(chunk, superseded);
    try {
      return await readAll(source, size, superseded.signal);
    } finally {
      if (this.#arrivals.get(chunk) === superseded) this.#arrivals.delete(chunk);
    }
  }

  /** Where the upload has ended meanwhile, the object is one of those that are removed with it. */
  async #acknowledge(row: UploadChunkRow, now: number): Promise<void> {
    const { db, clock } = this.#context;
    await db.write(async (tx) => {
      const session = await findSession(tx, row.upload_id);
      assertOpen(session, now);
      await putChunk(tx, row);
      const expires_at = expiryFrom(clock.now());
      if (expires_at - session.expires_at < expiryStepMs) return;
      await changeSession(tx, session.id, 'open', { expires_at });
    });
  }

  async durableChunks(session: UploadSessionRow): Promise<ChunkSet> {
    const chunks = new ChunkSet(totalChunks(session));
    // Those of one that is done are removed, and all of them were there.
    if (session.state === 'done')
      for (let index = 0; index < chunks.total; index += 1) chunks.set(index, true);
    for (const row of await findChunks(this.#context.db.read, session.id)) chunks.set(row.chunk_index, true);
    return chunks;
  }

  async whileComplete<T>(
    session: UploadSessionRow,
    work: (complete: CompleteUpload) => Promise<T>,
  ): Promise<T> {
    const chunks = await findChunks(this.#context.db.read, session.id);
    const missing = (await this.durableChunks(session)).ranges(false);
    if (missing.length > 0) throw chunksMissing(missing);
    const scratch = () => this.#context.storage.scratch();
    await using video = new ChunkedVideo({ objects: this.#objects, rows: chunks, scratch });
    return await work({
      source: video,
      assemble: () => this.#assemble(session, chunks, video),
      asItIs: async () => video.stream(0, video.size),
    });
  }

  /**
   * Where another server finishes the same upload at the same time both go on: the transaction that ends it decides. Throws
   * STORAGE_UNAVAILABLE where a chunk was taken anew meanwhile: the same call again reads that one.
   */
  async #assemble(
    session: UploadSessionRow,
    read: readonly UploadChunkRow[],
    video: ChunkedVideo,
  ): Promise<string> {
    if (session.state === 'assembled') return session.sha256;
    const hash = createHash('sha256');
    for await (const piece of video.stream(0, video.size)) hash.update(piece);
    const sha256 = hash.digest('hex');
    return this.#context.db.write(async (tx) => {
      const { state } = (await findSession(tx, session.id)) ?? {};
      if (state === 'assembled') return sha256;
      const now = await findChunks(tx, session.id);
      const same =
        now.length === read.length && now.every((row, at) => row.object_key === read[at]?.object_key);
      if (state === 'open' && !same) {
        throw new Failure('STORAGE_UNAVAILABLE', { log: 'a chunk was sent again while the upload was read' });
      }
      const change = { state: 'assembled', sha256 } as const;
      if (!(await changeSession(tx, session.id, 'open', change))) throw cancelledMeanwhile();
      return sha256;
    });
  }

  /** The rows last: they are what is left to say that there is something to remove where a listing lags. */
  async remove(sessionId: string): Promise<void> {
    await this.#objects.removeAll(sessionId);
    await this.#context.db.write((tx) => deleteChunks(tx, sessionId));
  }

  async list(): Promise<string[]> {
    const [listed, known] = [await this.#objects.list(), await findUploadsOfChunks(this.#context.db.read)];
    return [...new Set([...listed, ...known])];
  }

  async closeIdle(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** All that a source brings, or one byte more than `size`, which says that it is too much. */
async function readAll(source: Readable, size: number, superseded: AbortSignal): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for await (const batch of inBatches(source, superseded)) {
    for (const piece of batch) length += piece.copy(bytes, length);
    if (length > size) break;
  }
  if (superseded.aborted) throw new Failure('CHUNK_SUPERSEDED');
  return bytes.subarray(0, length);
}

function assertOpen(session: UploadSessionRow | undefined, now: number): asserts session is UploadSessionRow {
  if (!session || session.expires_at <= now) throw new Failure('UPLOAD_NOT_FOUND');
  if (session.state !== 'open') throw new Failure('UPLOAD_FINISHED');
}
