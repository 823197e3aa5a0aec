/**
 * An upload in chunks. Its bytes lie in a part file (platform/storage/part-files.ts), or in objects of a bucket, until it is
 * `done`.
 */
export interface UploadSessionRow {
  id: string;
  user_id: string;
  /** What the file was called on the person's device; for display only. */
  file_name: string;
  file_size: number;
  /** What it was said to be. */
  file_type: string;
  chunk_size: number;
  /** The chunks that are durable in a part file: a bit for each, as base64. */
  received: string;
  /** `assembled`: all bytes are there and summed, nothing more is taken; its bytes may be made fit to be served. */
  state: 'open' | 'assembled' | 'done';
  /** Of the bytes as they were sent; empty while it is open. */
  sha256: string;
  post_id: string | null;
  /** What the client knows the file by again. */
  fingerprint: string | null;
  /** What it was meant for when it began; `post_id` is what it became. */
  draft_id: string | null;
  target_post_id: string | null;
  created_at: number;
  expires_at: number;
}

/** A chunk that is there, of an upload whose bytes lie in a bucket. */
export interface UploadChunkRow {
  upload_id: string;
  chunk_index: number;
  /** Where its bytes lie; a chunk that comes again gets another. */
  object_key: string;
  size: number;
}

/** The conversion of a video that browsers do not play. When it is done, the converted file takes its place. */
export interface VideoConversionRow {
  /** The video as it is now: what arrived, and once it is done what came out. */
  media_id: string;
  state: 'queued' | 'running' | 'failed' | 'done';
  /** Percent. */
  progress: number;
  /** The key of a sentence (contract/src/texts); null unless it failed. */
  error: string | null;
  attempts: number;
  /** Until when the server that works on it has it to itself. */
  lease_until: number | null;
  created_at: number;
  updated_at: number;
}

export interface UploadTables {
  upload_sessions: UploadSessionRow;
  upload_chunks: UploadChunkRow;
  video_conversions: VideoConversionRow;
}
