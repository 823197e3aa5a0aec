import type { PostMedia } from '@duet/contract/posts/shapes';
import { mediaAddress } from '../../../api/client.ts';
import { type Place, sizesOf, sourceSet } from './source-set.ts';

/** Wide screens with fine pixels show more than a thumbnail has; phones keep to it for the sake of speed. */
const fine = '(min-width: 768.02px) and (min-resolution: 1.5dppx)';

/** Which file a picture shows in its place where it has no smaller sizes. */
export function chosenAddress({ url, thumbnailUrl, sources }: PostMedia, place: Place): string {
  const isAnimated = /\.gif($|\?)/i.test(url);
  const whole = place === 'column' && !sources?.length && (matchMedia(fine).matches || isAnimated);
  return mediaAddress(whole ? url : thumbnailUrl || url);
}

/** The smaller sizes of a picture as the browser chooses among them; nothing where there are none. */
export function chosenSizes(
  picture: PostMedia,
  place: Place,
): { readonly srcSet: string; readonly sizes: string } | undefined {
  const srcSet = sourceSet(picture, 'small', mediaAddress);
  return srcSet === undefined ? undefined : { srcSet, sizes: sizesOf(picture, place) };
}
