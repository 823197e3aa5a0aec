import type { PostMedia } from '@duet/contract/posts/shapes';
import { mediaAddress } from '../../../api/client.ts';

/** Wide screens with fine pixels show more than a thumbnail has; phones keep to it for the sake of speed. */
const fine = matchMedia('(min-width: 768.02px) and (min-resolution: 1.5dppx)');

/** Which file a picture shows at the width of the column (`column`) or as one of several tiles. */
export function chosenAddress({ url, thumbnailUrl }: PostMedia, place: 'column' | 'tile'): string {
  const isAnimated = /\.gif($|\?)/i.test(url);
  const whole = place === 'column' && (fine.matches || isAnimated);
  return mediaAddress(whole ? url : thumbnailUrl || url);
}
