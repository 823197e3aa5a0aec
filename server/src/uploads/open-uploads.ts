import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { PartFiles } from '../platform/storage/part-files.ts';
import { ChunkSet } from './chunk-set.ts';
import { OpenUpload } from './open-upload.ts';
import { totalChunks } from './session.ts';
import { findSession } from './store.ts';

/** A file that nothing has come for is closed after this time; the next chunk opens it again. */
const restMs = 60_000;

const known = new WeakMap<PartFiles, Map<string, Promise<OpenUpload>>>();

function openUploadsOf(context: Context): Map<string, Promise<OpenUpload>> {
  const map = known.get(context.parts) ?? new Map<string, Promise<OpenUpload>>();
  known.set(context.parts, map);
  return map;
}

/** The open upload with its file, however many requests ask for it at once. */
export function openUpload(context: Context, sessionId: string): Promise<OpenUpload> {
  const open = openUploadsOf(context);
  const there = open.get(sessionId);
  if (there) return there;
  const opened = openReceiving(context, sessionId);
  open.set(sessionId, opened);
  opened.catch(() => open.delete(sessionId));
  return opened;
}

async function openReceiving(context: Context, sessionId: string): Promise<OpenUpload> {
  const session = await findSession(context.db.read, sessionId);
  if (!session) throw new Failure('UPLOAD_NOT_FOUND');
  if (session.state !== 'open') throw new Failure('UPLOAD_FINISHED');
  const file = await context.parts.open(sessionId);
  if (!file) throw new Failure('UPLOAD_NOT_FOUND', { log: `the bytes of ${sessionId} are gone` });
  return new OpenUpload(context, session, file);
}

/**
 * Stops taking chunks, for as long as `work` takes: it runs with those that are there, and nothing writes to the file.
 * Afterwards the upload can be opened again, if it still takes any.
 */
export async function whileClosed<T>(
  context: Context,
  sessionId: string,
  work: (chunks: ChunkSet) => Promise<T>,
): Promise<T> {
  const upload = await openUpload(context, sessionId);
  try {
    return await work(await upload.close());
  } finally {
    openUploadsOf(context).delete(sessionId);
  }
}

/** Ends what this process still receives of an upload that is no more. */
export async function dropOpenUpload(context: Context, sessionId: string): Promise<void> {
  const open = openUploadsOf(context);
  const upload = await open.get(sessionId)?.catch(() => undefined);
  await upload?.drop();
  open.delete(sessionId);
}

/** Frees the space of an upload that is over. What fails is told to the log, and tried again by `removeStaleUploads`. */
export async function removeParts(context: Context, sessionId: string): Promise<void> {
  try {
    await dropOpenUpload(context, sessionId);
    await context.parts.remove(sessionId);
  } catch (err) {
    context.log.error({ err, upload: sessionId }, 'the bytes of an upload could not be removed');
  }
}

/** Closes files for which nothing has come for a while, or all. */
export async function closeIdle(context: Context, all: boolean): Promise<void> {
  for (const [id, opened] of openUploadsOf(context)) {
    const upload = await opened.catch(() => undefined);
    if (!upload) continue;
    const idle = !upload.busy && performance.now() - upload.lastUsed > restMs;
    if (!all && !idle) continue;
    await whileClosed(context, id, async () => {}).catch((err) =>
      context.log.error({ err, upload: id }, 'an upload could not be made durable'),
    );
  }
}

/** The chunks that are durable, of an upload in any state. */
export async function durableChunks(context: Context, session: OpenUpload['session']): Promise<ChunkSet> {
  if (session.state !== 'open') return new ChunkSet(totalChunks(session), session.received);
  return (await openUpload(context, session.id)).chunksForNow();
}
