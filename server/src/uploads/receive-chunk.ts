import type { IncomingMessage } from 'node:http';
import type { Context } from '../platform/context.ts';

interface ChunkId {
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
  { sessionId, chunkIndex }: ChunkId,
  request: IncomingMessage,
): Promise<number> {
  const now = context.confirmedClock.now();
  const chunk = { userId, sessionId, index: chunkIndex, declaredSize: declaredSize(request), now };
  return context.openUploads.receive({ ...chunk, source: request });
}
