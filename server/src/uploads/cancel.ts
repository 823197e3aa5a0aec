import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { removeBytes } from './remove-bytes.ts';
import { requireSession } from './session.ts';
import { deleteUnfinished } from './store.ts';

/** Ends an upload and frees its space. UPLOAD_FINISHED where a post has its video by now. */
export async function cancelUpload(context: Context, userId: string, sessionId: string): Promise<void> {
  await context.db.write(async (tx) => {
    await requireSession(context, tx, sessionId, userId);
    if (!(await deleteUnfinished(tx, sessionId))) throw new Failure('UPLOAD_FINISHED');
  });
  await removeBytes(context, sessionId);
}
