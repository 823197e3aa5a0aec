import { limits } from '@duet/contract/limits';
import type { StoredImage } from '@duet/contract/media/endpoints';
import { setPicture } from '../accounts/person.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { setRefs } from './attach.ts';
import { bytesOfBase64 } from './base64.ts';
import { displayName } from './file-name.ts';
import { keepImage } from './keep.ts';
import { toStoredImage } from './present.ts';
import { saveBytes } from './upload-image.ts';

interface SentPicture {
  readonly imageData: string;
  readonly fileName?: string | undefined;
  readonly userId?: string | undefined;
}

function asPhotoFault(error: unknown): unknown {
  const notAnImage = error instanceof Failure && error.code === 'NOT_AN_IMAGE';
  return notAnImage ? new Failure('PHOTO_NOT_AN_IMAGE', error.details) : error;
}

/** Sets the person's own photo, and removes the reference to the one before. An id in the body never says whose it is. */
export async function setProfilePicture(
  context: Context,
  userId: string,
  sent: SentPicture,
): Promise<StoredImage> {
  if (sent.userId !== undefined && sent.userId !== userId) throw new Failure('FORBIDDEN');
  const bytes = bytesOfBase64(sent.imageData, 'imageData');
  if (bytes.length >= limits.image.profileBytes) throw new Failure('PHOTO_TOO_LARGE');
  await using scratch = await context.storage.scratch();
  const arrived = await saveBytes(context, scratch, bytes, displayName(sent.fileName));
  try {
    const as = { kind: 'profile', ownerId: userId } as const;
    const row = await keepImage(context, scratch, arrived, as, async (tx, mediaId) => {
      await setRefs(context, tx, { type: 'user', id: userId }, 'picture', [{ mediaId }]);
      await setPicture(tx, userId, mediaId);
    });
    return toStoredImage(context, row, 'everybody');
  } catch (error) {
    throw asPhotoFault(error);
  }
}
