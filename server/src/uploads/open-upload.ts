import type { Readable } from 'node:stream';
import { limits } from '@duet/contract/limits';
import type { PlatformContext } from '../platform/context.ts';
import type { UploadSessionRow } from '../platform/db/schema/uploads.ts';
import { Failure } from '../platform/failure.ts';
import { inBatches } from '../platform/storage/batches.ts';
import type { PartFile, PartPlace } from '../platform/storage/part-file.ts';
import { ChunkSet } from './chunk-set.ts';
import { assertChunkSize, expiryFrom, placeOf, totalChunks } from './session.ts';
import { changeSession, findSession } from './store.ts';

interface Arrival {
  readonly superseded: AbortController;
  readonly ended: Promise<void>;
}

/**
 * An upload that is being received by this process. Chunks go straight to their place; they are made durable and then
 * written to the database in groups (limits.upload), and only what is there is said to be there.
 */
export class OpenUpload {
  readonly session: UploadSessionRow;
  readonly #context: PlatformContext;
  readonly #file: PartFile;
  /** What the database says. */
  readonly #durable: ChunkSet;
  /** What came since, and what was taken back. */
  readonly #unflushedChunks = new Map<number, boolean>();
  readonly #arrivals = new Map<number, Arrival>();
  #unflushed = 0;
  /** How often the disk has failed to keep what had come. */
  #losses = 0;
  #flushing: Promise<void> = Promise.resolve();
  /** How many are under way or wait. */
  #flushes = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** Of the monotonic clock. */
  lastUsed = performance.now();
  /** Each chunk that comes puts it off. */
  expiresAt: number;

  constructor(context: PlatformContext, session: UploadSessionRow, file: PartFile) {
    this.session = session;
    this.expiresAt = session.expires_at;
    this.#context = context;
    this.#file = file;
    this.#durable = new ChunkSet(totalChunks(session), session.received);
    for (const { part, there } of file.journal.entries) this.#unflushedChunks.set(part, there);
    // What the database says as well is durable already: it is not lost where a flush of what comes next fails.
    for (const [part, there] of this.#unflushedChunks)
      if (this.#durable.has(part) === there) this.#unflushedChunks.delete(part);
  }

  /** Whether a chunk is under way or not durable yet, or whoever closed it goes on with its bytes. */
  get busy(): boolean {
    return this.#closed || this.#arrivals.size > 0 || this.#unflushedChunks.size > 0;
  }

  #has(index: number): boolean {
    return this.#unflushedChunks.get(index) ?? this.#durable.has(index);
  }

  /** Takes one chunk; a newer request of the same chunk ends an older one. Answers its size in bytes. */
  async receive(index: number, source: Readable, declaredSize: number | null): Promise<number> {
    this.lastUsed = performance.now();
    const place = placeOf(this.session, index);
    if (declaredSize !== null) assertChunkSize(index, place, declaredSize);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const mine: Arrival = { superseded: new AbortController(), ended };
    const older = this.#arrivals.get(index);
    this.#arrivals.set(index, mine);
    older?.superseded.abort();
    try {
      await older?.ended;
      await this.#write(index, place, source, mine.superseded.signal);
      return place.size;
    } finally {
      if (this.#arrivals.get(index) === mine) this.#arrivals.delete(index);
      end();
    }
  }

  async #write(index: number, place: PartPlace, source: Readable, superseded: AbortSignal): Promise<void> {
    this.#assertOpen();
    await this.#settle(index);
    const losses = this.#losses;
    const bytes = inBatches(source, superseded);
    const received = this.#has(index)
      ? await this.#file.writeAgain(bytes, place, () => this.#takeBack(index))
      : await this.#file.write(bytes, place);
    if (superseded.aborted) throw new Failure('CHUNK_SUPERSEDED');
    assertChunkSize(index, place, received.size);
    this.#assertOpen();
    if (losses !== this.#losses) {
      throw new Failure('STORAGE_UNAVAILABLE', { log: 'the disk failed while this part came' });
    }
    if (!this.#has(index)) {
      this.#file.journal.add({ part: index, there: true });
      this.#unflushedChunks.set(index, true);
    }
    this.expiresAt = expiryFrom(this.#context.clock.now());
    this.#unflushed += place.size;
    this.#flushSoon();
  }

  #assertOpen(): void {
    if (this.#closed) throw new Failure('UPLOAD_FINISHED');
  }

  /** Other bytes are about to take a chunk's place: from now on, and durably, it counts as missing. */
  async #takeBack(index: number): Promise<void> {
    this.#file.journal.add({ part: index, there: false });
    this.#unflushedChunks.set(index, false);
    await this.flush();
  }

  /**
   * A chunk that was taken back, of which the database says that it is there: no other bytes take its place before it says
   * otherwise, also where that failed when it was taken back.
   */
  async #settle(index: number): Promise<void> {
    if (!this.#has(index) && this.#durable.has(index)) await this.flush();
  }

  /** One at a time: what comes while one flush is under way waits for the next. */
  #flushSoon(): void {
    const enough = this.#unflushed >= limits.upload.flushBytes;
    if (this.#flushes > 0 || (this.#timer && !enough)) return;
    clearTimeout(this.#timer);
    const run = () =>
      this.flush().catch((err) => this.#context.log.error({ err }, 'an upload could not be made durable'));
    this.#timer = setTimeout(run, enough ? 0 : limits.upload.flushMs).unref();
  }

  /** Makes durable what has come. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushes += 1;
    const turn = this.#flushing.then(() => this.#flush());
    // Its caller gets the failure; the next flush waits for the end alone.
    this.#flushing = turn.catch(() => {});
    try {
      await turn;
    } finally {
      this.#flushes -= 1;
      if (this.#unflushedChunks.size > 0 && !this.#closed) this.#flushSoon();
    }
  }

  async #flush(): Promise<void> {
    const unflushed = [...this.#unflushedChunks];
    this.#unflushed = 0;
    if (unflushed.length === 0) return;
    try {
      await this.#file.sync();
    } catch (error) {
      this.#forgetUnflushed();
      throw error;
    }
    const { id } = this.session;
    await this.#context.db.write(async (tx) => {
      const stored = await findSession(tx, id);
      const chunks = new ChunkSet(this.#durable.total, stored?.received);
      for (const [index, there] of unflushed) chunks.set(index, there);
      await changeSession(tx, id, 'open', { received: chunks.toString(), expires_at: this.expiresAt });
    });
    for (const [index, there] of unflushed) {
      this.#durable.set(index, there);
      if (this.#unflushedChunks.get(index) === there) this.#unflushedChunks.delete(index);
    }
  }

  /**
   * What was written may be gone after a sync that failed, and the next one would not say so: Linux counts the pages as
   * written. All of it has to come again: what the database says is all that is known to be there.
   */
  #forgetUnflushed(): void {
    this.#losses += 1;
    for (const part of this.#unflushedChunks.keys()) this.#unflushedChunks.set(part, false);
    try {
      this.#file.journal.refute();
    } catch (err) {
      this.#context.log.error({ err }, 'the journal of an upload could not be emptied');
    }
  }

  /** Every chunk that is durable, after all that has come was made so. */
  async chunks(): Promise<ChunkSet> {
    await this.flush();
    return this.#durable;
  }

  /** The same as far as it can be had: where the disk is full at the moment, what is durable is still known. */
  async chunksForNow(): Promise<ChunkSet> {
    await this.flush().catch((err) =>
      this.#context.log.warn({ err }, 'an upload could not be made durable for its status'),
    );
    return this.#durable;
  }

  /** Takes nothing more; answers what is there once the last request has ended. */
  async close(): Promise<ChunkSet> {
    this.#closed = true;
    await Promise.all([...this.#arrivals.values()].map(({ ended }) => ended));
    try {
      return await this.chunks();
    } finally {
      await this.#file.close();
    }
  }

  /** Closes the file without another write to the database: the upload was cancelled. */
  async drop(): Promise<void> {
    this.#closed = true;
    for (const { superseded } of this.#arrivals.values()) superseded.abort();
    await Promise.all([...this.#arrivals.values()].map(({ ended }) => ended));
    clearTimeout(this.#timer);
    await this.#flushing;
    await this.#file.close();
  }
}
