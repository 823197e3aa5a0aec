import { type VideoType, videoTypes } from '@duet/contract/uploads/shapes';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { kindOf } from '../platform/video/playable.ts';
import type { Container } from '../platform/video/video.ts';

/** Types that no browser plays as they are, whatever the codec: they are taken only where they can be converted (decisions §7). */
const converted: Readonly<Partial<Record<VideoType, Container>>> = {
  'video/ogg': 'ogg',
  'video/x-msvideo': 'avi',
  'video/x-ms-wmv': 'asf',
};

export const isAlwaysConverted = (type: VideoType): boolean => converted[type] !== undefined;

/** The media types that an upload may be begun with: without an ffmpeg only those that may be playable as they are. */
export async function acceptedTypes({ video }: Context): Promise<VideoType[]> {
  const all = await video.canConvert();
  return videoTypes.filter((type) => all || !converted[type]);
}

/** Before the first byte is sent: VIDEO_NOT_PLAYABLE for a type that would have to be converted and cannot be. */
export async function requireAcceptedType({ video }: Context, type: VideoType): Promise<void> {
  const container = converted[type];
  if (!container || (await video.canConvert())) return;
  throw new Failure('VIDEO_NOT_PLAYABLE', { values: { kind: kindOf(container) } });
}
