import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import type { UploadSessionRow } from '../platform/db/schema/uploads.ts';
import { ChunkSet } from './chunk-set.ts';
import { findUnfinished } from './conversion-store.ts';
import { receivedBytes, totalChunks } from './session.ts';

/** Bytes that open uploads have been promised and have not brought. */
const promised = (sessions: readonly UploadSessionRow[]): number =>
  sessions.reduce((sum, session) => {
    const there = new ChunkSet(totalChunks(session), session.received);
    return sum + session.file_size - receivedBytes(session, there);
  }, 0);

/**
 * Throws STORAGE_FULL where the bytes of a new upload would not fit beside those of the open ones, or could not be finished
 * once they are there: where its index moves to the front, and where it is converted, a video of about the same size is made
 * beside it before it goes. That needs room for the largest alone, because what is made gives back as much when it is done; where two
 * are made at once and do not fit, the later one is refused and can be tried again.
 */
export async function requireRoomFor(
  { storage }: Context,
  reads: Reads,
  upload: UploadSessionRow,
  open: readonly UploadSessionRow[],
): Promise<void> {
  const coming = promised(open) + upload.file_size;
  await storage.requireRoom(coming, 'video');
  const unfinished = await findUnfinished(reads);
  const sizes = [upload, ...open].map(({ file_size }) => file_size);
  const largest = Math.max(...sizes, ...unfinished.map(({ size }) => size));
  await storage.requireRoom(coming + largest, 'scratch');
}

/**
 * Throws STORAGE_FULL where a video could not be converted on this server's disk: one whose original lies in a bucket is copied
 * there, and what comes out lies beside it. Which server will do it is not known yet, nor how much room there is by then; what has
 * no room now is at least not sent in vain.
 */
export async function requireRoomToConvert({ storage }: Context, bytes: number): Promise<void> {
  await using scratch = await storage.scratch();
  await scratch.requireRoom(2 * bytes);
}
