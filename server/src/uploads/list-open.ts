import { type OpenUpload, videoTypes } from '@duet/contract/uploads/shapes';
import type { Context } from '../platform/context.ts';
import type { UploadSessionRow } from '../platform/db/schema/uploads.ts';
import type { ChunkSet } from './chunk-set.ts';
import { receivedBytes, totalChunks } from './session.ts';
import { findOpenSessions } from './store.ts';

/** This person's uploads that are not finished, newest first, each as far as it has come. */
export async function listOpenUploads(context: Context, userId: string): Promise<OpenUpload[]> {
  const open = await findOpenSessions(context.db.read, context.confirmedClock.now());
  const own = open.filter(({ user_id }) => user_id === userId).sort((a, b) => (a.id < b.id ? 1 : -1));
  const listed: OpenUpload[] = [];
  for (const session of own) {
    // One that ends in this moment is none that could be continued.
    const chunks = await context.openUploads.durableChunks(session).catch(() => null);
    if (chunks) listed.push(presentOpen(session, chunks));
  }
  return listed;
}

const presentOpen = (session: UploadSessionRow, chunks: ChunkSet): OpenUpload => ({
  sessionId: session.id,
  fileName: session.file_name,
  fileSize: session.file_size,
  fileType: videoTypes.find((type) => type === session.file_type) ?? 'video/mp4',
  chunkSize: session.chunk_size,
  totalChunks: totalChunks(session),
  receivedChunks: chunks.ranges(true),
  receivedBytes: receivedBytes(session, chunks),
  fingerprint: session.fingerprint,
  draftId: session.draft_id,
  postId: session.target_post_id,
  createdAt: new Date(session.created_at).toISOString(),
  expiresAt: new Date(session.expires_at).toISOString(),
});
