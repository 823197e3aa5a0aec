import { limits } from '@duet/contract/limits';
import type { PostMedia } from '@duet/contract/posts/shapes';

/** As wide as the column, a tile across it, or half of it. */
export type Place = 'column' | 'wideTile' | 'tile';

/** How wide a column is above 768 px (`--column`), and which share of it a place takes. */
export const columnPx = 600;
const shares: Readonly<Record<Place, number>> = { column: 1, wideTile: 1, tile: 0.5 };
/** Width to height of the place, roughly; a picture that is wider is cut at its sides and has to be as much larger. */
const ratios: Readonly<Record<Place, number>> = { column: 1.91, wideTile: 1.8, tile: 1 };

/**
 * The files of a picture for `srcset`, narrowest first; undefined where the server made none and `src`, the thumbnail,
 * stands alone. The feed is content with the small sizes; 'whole' adds the picture itself.
 */
export function sourceSet(
  picture: PostMedia,
  extent: 'small' | 'whole',
  address: (url: string) => string,
): string | undefined {
  const { sources = [], width, url } = picture;
  if (sources.length === 0 || !(width > 0)) return undefined;
  const files = sources.map((source) => ({ url: source.url, width: source.width }));
  if (extent === 'whole' && width > Math.max(...files.map((file) => file.width))) files.push({ url, width });
  return files.map((file) => `${address(file.url)} ${file.width}w`).join(', ');
}

/** How wide a picture is laid out in its place, for `sizes`. */
export function sizesOf({ width, height }: PostMedia, place: Place): string {
  const wider = height > 0 ? Math.max(1, width / height / ratios[place]) : 1;
  const share = shares[place] * wider;
  const wideAbove = limits.layout.wideAbovePx + 0.02;
  return `(min-width: ${wideAbove}px) ${Math.round(columnPx * share)}px, ${Math.round(100 * share)}vw`;
}
