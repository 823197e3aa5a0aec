import { limits } from '@duet/contract/limits';
import type { ChunkRanges } from '@duet/contract/uploads/shapes';
import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import type { UploadSessionRow } from '../platform/db/schema/uploads.ts';
import { Failure } from '../platform/failure.ts';
import type { PartPlace } from '../platform/storage/part-file.ts';
import type { ChunkSet } from './chunk-set.ts';
import { findSession } from './store.ts';

type Shape = Pick<UploadSessionRow, 'file_size' | 'chunk_size'>;

export const totalChunks = ({ file_size, chunk_size }: Shape): number => Math.ceil(file_size / chunk_size);

/** Where a chunk belongs. Throws CHUNK_INDEX_WRONG for one that the upload does not have. */
export function placeOf(session: Shape, index: number): PartPlace {
  const last = totalChunks(session) - 1;
  if (index > last) throw new Failure('CHUNK_INDEX_WRONG', { values: { index, last } });
  const offset = index * session.chunk_size;
  return { offset, size: Math.min(session.chunk_size, session.file_size - offset) };
}

/** How many of an upload's bytes the chunks are. */
export function receivedBytes(session: Shape, chunks: ChunkSet): number {
  const last = totalChunks(session) - 1;
  const full = chunks.count * session.chunk_size;
  return chunks.has(last) ? full - session.chunk_size + placeOf(session, last).size : full;
}

/** The upload, or UPLOAD_NOT_FOUND where it is over or another person's. */
export async function requireSession(
  context: Context,
  reads: Reads,
  id: string,
  userId: string,
): Promise<UploadSessionRow> {
  const session = await findSession(reads, id);
  if (!session || session.user_id !== userId || session.expires_at <= context.confirmedClock.now()) {
    throw new Failure('UPLOAD_NOT_FOUND');
  }
  return session;
}

export const expiryFrom = (now: number): number => now + limits.upload.lifeMs;

export const chunksMissing = (missing: ChunkRanges): Failure =>
  new Failure('CHUNKS_MISSING', { top: { missingChunks: missing } });

export const cancelledMeanwhile = (cause?: unknown): Failure =>
  new Failure('UPLOAD_NOT_FOUND', { log: 'it was cancelled while it was being finished', cause });

/** Throws CHUNK_SIZE_WRONG where a chunk has more or fewer bytes than its place. */
export function assertChunkSize(index: number, { size: expected }: PartPlace, size: number): void {
  if (size !== expected) throw new Failure('CHUNK_SIZE_WRONG', { values: { index, expected, size } });
}
