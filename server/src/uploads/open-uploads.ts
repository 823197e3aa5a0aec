import type { PlatformContext } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { ChunkSet } from './chunk-set.ts';
import { OpenUpload } from './open-upload.ts';
import { totalChunks } from './session.ts';
import { findSession } from './store.ts';

declare module '../platform/context.ts' {
  interface Context {
    readonly openUploads: OpenUploads;
  }
}

/** A file that nothing has come for is closed after this time; the next chunk opens it again. */
const restMs = 60_000;

/** The uploads whose files this process holds open. At its disposal everything that came is made durable. */
export class OpenUploads implements AsyncDisposable {
  readonly #context: PlatformContext;
  readonly #open = new Map<string, Promise<OpenUpload>>();

  constructor(context: PlatformContext) {
    this.#context = context;
  }

  /** The open upload with its file, however many requests ask for it at once. */
  open(sessionId: string): Promise<OpenUpload> {
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

  /**
   * Stops taking chunks, for as long as `work` takes: it runs with those that are there, and nothing writes to the file.
   * Afterwards the upload can be opened again, if it still takes any.
   */
  async whileClosed<T>(sessionId: string, work: (chunks: ChunkSet) => Promise<T>): Promise<T> {
    const upload = await this.open(sessionId);
    try {
      return await work(await upload.close());
    } finally {
      this.#open.delete(sessionId);
    }
  }

  /** Frees the space of an upload that is over. What fails is told to the log, and tried again by `removeStaleUploads`. */
  async removeParts(sessionId: string): Promise<void> {
    try {
      const upload = await this.#open.get(sessionId)?.catch(() => undefined);
      await upload?.drop();
      this.#open.delete(sessionId);
      await this.#context.parts.remove(sessionId);
    } catch (err) {
      this.#context.log.error({ err, upload: sessionId }, 'the bytes of an upload could not be removed');
    }
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
      const upload = await opened.catch(() => undefined);
      if (!upload || !isOver(upload)) continue;
      await this.whileClosed(id, async () => {}).catch((err) =>
        this.#context.log.error({ err, upload: id }, 'an upload could not be made durable'),
      );
    }
  }

  /** The chunks that are durable, of an upload in any state; on a disk that cannot be written to those that once were. */
  async durableChunks(session: OpenUpload['session']): Promise<ChunkSet> {
    const stored = () => new ChunkSet(totalChunks(session), session.received);
    if (session.state !== 'open') return stored();
    try {
      return (await this.open(session.id)).chunksForNow();
    } catch (error) {
      if (error instanceof Failure && error.code === 'STORAGE_UNAVAILABLE') return stored();
      throw error;
    }
  }
}
