import { join } from 'node:path';
import { errorCatalogue } from '@duet/contract/errors';
import { bytesOfBase64 } from '../media/base64.ts';
import { keepImage } from '../media/keep.ts';
import { saveBytes } from '../media/upload-image.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Scratch } from '../platform/storage/storage.ts';
import type { VideoSource } from '../platform/video/video-source.ts';

interface PosterSource {
  readonly userId: string;
  readonly thumbnailBlob: string | null | undefined;
  readonly source: VideoSource;
  /** Seconds. */
  readonly duration: number;
}

/** Nothing refers to a poster before the transaction that its video becomes a post's in. */
const unattached = async () => {};
const fileName = 'poster.jpg';

/**
 * Whether a video has to do without a frame of it: none can be made of it, or there is no room for one, which may last. What passes
 * by itself, such as a store that does not answer for a moment, is no reason: the same call again makes one.
 */
const isWithout = (error: unknown): error is Failure =>
  error instanceof Failure && (error.code === 'STORAGE_FULL' || !errorCatalogue[error.code].retry);

/**
 * Keeps the picture that stands for a video: the one that was chosen, else a frame of it where that can be made.
 * Answers its id, or null where there is none. Throws what is wrong with a chosen one, and what passes by itself.
 */
export async function keepPoster(
  context: Context,
  scratch: Scratch,
  { userId, thumbnailBlob, source, duration }: PosterSource,
): Promise<string | null> {
  const as = { kind: 'photo', ownerId: userId } as const;
  if (thumbnailBlob) {
    const bytes = bytesOfBase64(thumbnailBlob, 'thumbnailBlob');
    const chosen = await saveBytes(context, scratch, bytes, fileName);
    return (await keepImage(context, scratch, chosen, as, unattached)).id;
  }
  const made = join(scratch.path, fileName);
  // Not the very first frame, which often is black.
  try {
    if (!(await context.video.still(source, made, Math.min(1, duration / 3)))) return null;
    return (await keepImage(context, scratch, { file: made, fileName }, as, unattached)).id;
  } catch (error) {
    if (!isWithout(error)) throw error;
    context.log.warn({ err: error }, 'a frame could not be used as a poster');
    return null;
  }
}
