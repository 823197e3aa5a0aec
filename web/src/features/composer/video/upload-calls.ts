import { call } from '../../../api/client.ts';
import { CallFailure } from '../../../api/failure.ts';
import type { OnProgress } from '../../../api/send-with-progress.ts';
import type { Ranges } from './chunks.ts';

/** What the server is told of an upload, so that another device finds it. */
interface UploadHints {
  readonly fingerprint: string | null;
  readonly draftId?: string | undefined;
  readonly postId?: string | undefined;
}

/** What an upload asks of the server; each call throws what it said. */
export interface UploadCalls {
  readonly init: (
    file: Pick<File, 'name' | 'size'>,
    fileType: string,
    chunkSize: number,
  ) => Promise<{ sessionId: string | undefined; chunkSize: number; totalChunks: number }>;
  readonly chunk: (
    sessionId: string,
    chunkIndex: number,
    bytes: Blob,
    signal: AbortSignal,
    onProgress: OnProgress,
  ) => Promise<void>;
  /** The chunks that the server has for good; null where the session is gone. */
  readonly received: (sessionId: string, signal: AbortSignal) => Promise<Ranges | null>;
  readonly cancel: (sessionId: string) => Promise<void>;
}

export const uploadCalls: Omit<UploadCalls, 'init'> & {
  readonly initWith: (hints: Promise<UploadHints>) => UploadCalls['init'];
} = {
  initWith: (hints) => async (file, fileType, chunkSize) => {
    const { name, size } = file;
    const answer = await call('uploads.init', {
      body: { fileName: name, fileSize: size, fileType, chunkSize, ...(await hints) },
    });
    const totalChunks = answer.data?.totalChunks ?? Math.ceil(size / chunkSize);
    return { sessionId: answer.sessionId, chunkSize: answer.data?.chunkSize ?? chunkSize, totalChunks };
  },
  async chunk(sessionId, chunkIndex, bytes, signal, onProgress) {
    await call('uploads.chunk', {
      query: { sessionId, chunkIndex },
      body: bytes,
      signal,
      onProgress,
      // Whoever sends it watches whether it moves.
      timeoutMs: null,
    });
  },
  async received(sessionId, signal) {
    try {
      const { data } = await call('uploads.status', { query: { sessionId }, signal });
      return data.receivedChunks;
    } catch (error) {
      if (error instanceof CallFailure && error.status === 404) return null;
      throw error;
    }
  },
  async cancel(sessionId) {
    await call('uploads.cancel', { query: { sessionId } });
  },
};
