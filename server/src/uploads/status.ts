import type { UploadState } from '@duet/contract/uploads/shapes';
import type { Context } from '../platform/context.ts';
import { presentState } from './present.ts';
import { requireSession } from './session.ts';
import { findSession } from './store.ts';

/** How far an upload has come; UPLOAD_NOT_FOUND for a foreign one. */
export async function showStatus(context: Context, userId: string, sessionId: string): Promise<UploadState> {
  const before = await requireSession(context, context.db.read, sessionId, userId);
  const chunks = await context.openUploads.durableChunks(before);
  const session = (await findSession(context.db.read, sessionId)) ?? before;
  return presentState(session, chunks);
}
