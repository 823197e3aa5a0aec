import { join } from 'node:path';
import type { PlatformContext } from '../platform/context.ts';
import type { UploadSessionRow } from '../platform/db/schema/uploads.ts';
import { Failure } from '../platform/failure.ts';
import { flushExisting } from '../platform/storage/durable-file.ts';
import { ChunkSet } from './chunk-set.ts';
import { OpenUpload } from './open-upload.ts';
import { cancelledMeanwhile, chunksMissing, totalChunks } from './session.ts';
import { changeSession, findSession } from './store.ts';
import type { CompleteUpload, SentChunk, UploadTransport } from './transport.ts';

const storageFaults: readonly string[] = ['STORAGE_FULL', 'STORAGE_UNAVAILABLE'];

/** A file that nothing has come for is closed after this time; the next chunk opens it again. */
const restMs = 60_000;

/** The uploads whose part files this process holds open. */
export class OpenUploads implements UploadTransport {
  readonly #context: PlatformContext;
  readonly #open = new Map<string, Promise<OpenUpload>>();

  constructor(context: PlatformContext) {
    this.#context = context;
  }

  async create({ id, file_size }: UploadSessionRow): Promise<void> {
    await this.#context.parts.create(id, file_size);
  }

  async receive({ userId, sessionId, index, source, declaredSize, now }: SentChunk): Promise<number> {
    const upload = await this.#opened(sessionId);
    const over = upload.expiresAt <= now;
    if (upload.session.user_id !== userId || over) throw new Failure('UPLOAD_NOT_FOUND');
    return upload.receive(index, source, declaredSize);
  }

  /** Nothing writes to the file while `work` runs; afterwards the upload can be opened again, if it still takes chunks. */
  async whileComplete<T>(
    session: UploadSessionRow,
    work: (complete: CompleteUpload) => Promise<T>,
  ): Promise<T> {
    const { id } = session;
    const file = this.#context.parts.pathOf(id);
    const complete: CompleteUpload = {
      source: file,
      assemble: () => this.#assemble(session, file),
      asItIs: async (folder) => {
        const shared = join(folder, 'video');
        await this.#context.parts.shareAs(id, shared);
        return shared;
      },
    };
    if (session.state === 'assembled') return work(complete);
    assertComplete(await (await this.#opened(id)).chunks());
    return this.#whileClosed(id, (chunks) => {
      // Other bytes of one may have come since, by a request that was under way.
      assertComplete(chunks);
      return work(complete);
    });
  }

  async #assemble(session: UploadSessionRow, file: string): Promise<string> {
    if (session.state === 'assembled') return session.sha256;
    const { sha256 } = await flushExisting(file);
    const change = { state: 'assembled', sha256 } as const;
    if (!(await this.#context.db.write((tx) => changeSession(tx, session.id, 'open', change)))) {
      throw cancelledMeanwhile();
    }
    return sha256;
  }

  /** The open upload with its file, however many requests ask for it at once. */
  #opened(sessionId: string): Promise<OpenUpload> {
    const there = this.#open.get(sessionId);
    if (there) return there;
    const opened = this.#openFile(sessionId);
    this.#open.set(sessionId, opened);
    opened.catch(() => this.#open.delete(sessionId));
    return opened;
  }

  async #openFile(sessionId: string): Promise<OpenUpload> {
    const session = await findSession(this.#context.db.read, sessionId);
    if (!session) throw new Failure('UPLOAD_NOT_FOUND');
    if (session.state !== 'open') throw new Failure('UPLOAD_FINISHED');
    const file = await this.#context.parts.open(sessionId);
    if (!file) throw new Failure('UPLOAD_NOT_FOUND', { log: `the bytes of ${sessionId} are gone` });
    return new OpenUpload(this.#context, session, file);
  }

  /** Stops taking chunks, for as long as `work` takes, which is given those that are there. */
  async #whileClosed<T>(sessionId: string, work: (chunks: ChunkSet) => Promise<T>): Promise<T> {
    const opened = this.#opened(sessionId);
    const upload = await opened;
    try {
      return await work(await upload.close());
    } finally {
      // Where it was removed meanwhile, another may be open by now.
      if (this.#open.get(sessionId) === opened) this.#open.delete(sessionId);
    }
  }

  async remove(sessionId: string): Promise<void> {
    // One that could not be opened has nothing to close.
    const upload = await this.#open.get(sessionId)?.catch(() => undefined);
    await upload?.drop();
    this.#open.delete(sessionId);
    await this.#context.parts.remove(sessionId);
  }

  list(): Promise<string[]> {
    return this.#context.parts.list();
  }

  /** Closes files for which nothing has come for a while. */
  closeIdle(): Promise<void> {
    return this.#close(({ busy, lastUsed }) => !busy && performance.now() - lastUsed > restMs);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close(() => true);
  }

  async #close(isOver: (upload: OpenUpload) => boolean): Promise<void> {
    for (const [id, opened] of this.#open) {
      // One that could not be opened has nothing to flush; its caller got the failure.
      const upload = await opened.catch(() => undefined);
      if (!upload || !isOver(upload)) continue;
      await this.#whileClosed(id, async () => {}).catch((err) =>
        this.#context.log.error({ err, upload: id }, 'an upload could not be made durable'),
      );
    }
  }

  /** Where the disk is full or cannot be written to, those that the database says are there. */
  async durableChunks(session: UploadSessionRow): Promise<ChunkSet> {
    const stored = () => new ChunkSet(totalChunks(session), session.received);
    if (session.state !== 'open') return stored();
    try {
      return (await this.#opened(session.id)).chunksForNow();
    } catch (error) {
      const isFault = error instanceof Failure && storageFaults.includes(error.code);
      if (isFault) return stored();
      throw error;
    }
  }
}

function assertComplete(chunks: ChunkSet): void {
  const missing = chunks.ranges(false);
  if (missing.length > 0) throw chunksMissing(missing);
}
