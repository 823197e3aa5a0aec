import type { Readable } from 'node:stream';
import type { UploadSessionRow } from '../platform/db/schema/uploads.ts';
import type { VideoSource } from '../platform/video/video-source.ts';
import type { ChunkSet } from './chunk-set.ts';

declare module '../platform/context.ts' {
  interface Context {
    readonly openUploads: UploadTransport;
  }
}

/** One chunk as it arrives. */
export interface SentChunk {
  readonly userId: string;
  readonly sessionId: string;
  readonly index: number;
  readonly source: Readable;
  /** Bytes that the request says its body has; null where it does not say. */
  readonly declaredSize: number | null;
  /** By the clock that uploads end by (confirmed-clock.ts), in ms. */
  readonly now: number;
}

/** All bytes of an upload. */
export interface CompleteUpload {
  /** A local file, which may be changed; or the chunks where they lie. */
  readonly source: VideoSource;
  /**
   * Sums the bytes as they were sent (SHA-256, hex) and makes the upload `assembled`: no chunk is taken any more. Throws
   * UPLOAD_NOT_FOUND where it was cancelled meanwhile.
   */
  assemble(): Promise<string>;
  /**
   * What is to be stored of an upload that was not written anew: a file below `folder`, which may be taken over, or its bytes.
   * The upload keeps what it needs to be finished again.
   */
  asItIs(folder: string): Promise<string | AsyncIterable<Uint8Array>>;
}

/**
 * Where the bytes of uploads lie while they arrive: in part files of this server (open-uploads.ts), or as objects that every
 * server reads (chunked-uploads.ts). At its disposal everything that came is made durable.
 */
export interface UploadTransport extends AsyncDisposable {
  /** Makes ready for the chunks of a new upload, whose row is there. */
  create(session: UploadSessionRow): Promise<void>;
  /**
   * Takes one chunk; a newer request of the same chunk ends an older one. Answers its size in bytes when it would survive the
   * end of this process. Throws UPLOAD_NOT_FOUND, UPLOAD_FINISHED, CHUNK_INDEX_WRONG, CHUNK_SIZE_WRONG, CHUNK_SUPERSEDED.
   */
  receive(chunk: SentChunk): Promise<number>;
  /** The chunks that are there, of an upload in any state. */
  durableChunks(session: UploadSessionRow): Promise<ChunkSet>;
  /** Runs `work` with an upload all of whose chunks are there. Throws CHUNKS_MISSING. */
  whileComplete<T>(session: UploadSessionRow, work: (complete: CompleteUpload) => Promise<T>): Promise<T>;
  /** Frees the space of an upload whose row is gone or done. Throws where that fails; it is then tried again later. */
  remove(sessionId: string): Promise<void>;
  /** The uploads of which there are bytes. */
  list(): Promise<string[]>;
  /** Closes what nothing has come for. */
  closeIdle(): Promise<void>;
}
