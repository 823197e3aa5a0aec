import { type UploadState, videoTypes } from '@duet/contract/uploads/shapes';
import type { Context } from '../platform/context.ts';
import { requireSession, totalChunks } from './session.ts';
import { findSession } from './store.ts';

/** How far an upload has come; UPLOAD_NOT_FOUND for a foreign one. */
export async function showStatus(context: Context, userId: string, sessionId: string): Promise<UploadState> {
  const before = await requireSession(context, context.db.read, sessionId, userId);
  const chunks = await context.openUploads.durableChunks(before);
  const session = (await findSession(context.db.read, sessionId)) ?? before;
  return {
    fileName: session.file_name,
    fileSize: session.file_size,
    fileType: videoTypes.find((type) => type === session.file_type) ?? 'video/mp4',
    chunkSize: session.chunk_size,
    totalChunks: totalChunks(session),
    receivedChunks: chunks.ranges(true),
    expiresAt: new Date(session.expires_at).toISOString(),
    complete: session.state === 'done',
    postId: session.post_id,
    sha256: session.state === 'done' ? session.sha256 : null,
  };
}
