import type { IncomingMessage } from 'node:http';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';

interface SentChunk {
  readonly sessionId: string;
  readonly chunkIndex: number;
}

/** The size that the request says its body has; null where it does not say. */
function declaredSize({ headers }: IncomingMessage): number | null {
  return headers['content-length'] === undefined ? null : Number(headers['content-length']);
}

/** Takes one chunk from the request; answers its size in bytes. */
export async function receiveChunk(
  context: Context,
  userId: string,
  { sessionId, chunkIndex }: SentChunk,
  request: IncomingMessage,
): Promise<number> {
  const upload = await context.openUploads.open(sessionId);
  const { user_id } = upload.session;
  if (user_id !== userId || upload.expiresAt <= context.confirmedClock.now())
    throw new Failure('UPLOAD_NOT_FOUND');
  return upload.receive(chunkIndex, request, declaredSize(request));
}
