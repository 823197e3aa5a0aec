import { limits } from '@duet/contract/limits';
import type { initBody } from '@duet/contract/uploads/shapes';
import type { z } from 'zod';
import { displayName } from '../media/file-name.ts';
import type { Context } from '../platform/context.ts';
import type { UploadSessionRow } from '../platform/db/schema/uploads.ts';
import { Failure } from '../platform/failure.ts';
import { isAlwaysConverted, requireAcceptedType } from './accepted-types.ts';
import { requireRoomFor, requireRoomToConvert } from './room.ts';
import { expiryFrom } from './session.ts';
import { deleteUnfinished, findOpenSessions, insertSession } from './store.ts';

/**
 * Begins an upload. Throws VIDEO_NOT_PLAYABLE by the type alone, TOO_MANY_UPLOADS, and STORAGE_FULL where its bytes
 * would not fit beside all others, or could not be made a video of.
 */
export async function initUpload(
  context: Context,
  userId: string,
  body: z.output<typeof initBody>,
): Promise<UploadSessionRow> {
  await requireAcceptedType(context, body.fileType);
  if (isAlwaysConverted(body.fileType)) await requireRoomToConvert(context, body.fileSize);
  const now = context.clock.now();
  const row: UploadSessionRow = {
    id: context.ids.next(),
    user_id: userId,
    file_name: displayName(body.fileName),
    file_size: body.fileSize,
    file_type: body.fileType,
    chunk_size: body.chunkSize,
    received: '',
    state: 'open',
    sha256: '',
    post_id: null,
    fingerprint: body.fingerprint || null,
    draft_id: body.draftId || null,
    target_post_id: body.postId || null,
    created_at: now,
    expires_at: expiryFrom(now),
  };
  await context.db.write(async (tx) => {
    const open = await findOpenSessions(tx, now);
    const own = open.filter(({ user_id }) => user_id === userId).length;
    if (own >= limits.upload.perUser) throw new Failure('TOO_MANY_UPLOADS', { values: { n: own } });
    await requireRoomFor(context, tx, row, open);
    await insertSession(tx, row);
  });
  try {
    await context.openUploads.create(row);
  } catch (error) {
    await context.db.write((tx) => deleteUnfinished(tx, row.id));
    throw error;
  }
  return row;
}
