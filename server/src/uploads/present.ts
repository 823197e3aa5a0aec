import { type OpenUpload, type UploadState, videoTypes } from '@duet/contract/uploads/shapes';
import type { UploadSessionRow } from '../platform/db/schema/uploads.ts';
import type { ChunkSet } from './chunk-set.ts';
import { receivedBytes, totalChunks } from './session.ts';

const presentFile = (session: UploadSessionRow, chunks: ChunkSet) => ({
  fileName: session.file_name,
  fileSize: session.file_size,
  fileType: videoTypes.find((type) => type === session.file_type) ?? 'video/mp4',
  chunkSize: session.chunk_size,
  totalChunks: totalChunks(session),
  receivedChunks: chunks.ranges(true),
  expiresAt: new Date(session.expires_at).toISOString(),
});

/** How far an upload has come, as the uploader gets it. */
export const presentState = (session: UploadSessionRow, chunks: ChunkSet): UploadState => ({
  ...presentFile(session, chunks),
  complete: session.state === 'done',
  postId: session.post_id,
  sha256: session.state === 'done' ? session.sha256 : null,
});

/** One that is not finished, in the list of those that can be continued. */
export const presentOpen = (session: UploadSessionRow, chunks: ChunkSet): OpenUpload => ({
  sessionId: session.id,
  ...presentFile(session, chunks),
  receivedBytes: receivedBytes(session, chunks),
  fingerprint: session.fingerprint,
  draftId: session.draft_id,
  postId: session.target_post_id,
  createdAt: new Date(session.created_at).toISOString(),
});
