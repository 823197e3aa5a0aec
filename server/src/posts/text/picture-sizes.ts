import { mediaPrefix } from '../../platform/storage/media-url.ts';
import { mapPictures } from './pictures-in-html.ts';

/** Pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Gives each picture of clean HTML its width and height, so that nothing jumps while it loads. A width or height
 * that the author chose stays, and the other one follows the picture's own ratio.
 */
export function withPictureSizes(html: string, sizes: ReadonlyMap<string, Size>): string {
  return mapPictures(html, (picture) => {
    const own = sizes.get(picture.src.replace(mediaPrefix, ''));
    if (!own || own.width === 0 || own.height === 0) return picture;
    const { width, height } = fit(own, Number(picture.width ?? 0), Number(picture.height ?? 0));
    return { ...picture, width: String(width), height: String(height) };
  });
}

export const withoutPictureSizes = (html: string): string =>
  mapPictures(html, ({ src, alt }) => ({ src, alt }));

function fit(own: Size, width: number, height: number): Size {
  if (width > 0 && height > 0) return { width, height };
  if (width > 0) return { width, height: Math.max(1, Math.round((width * own.height) / own.width)) };
  if (height > 0) return { width: Math.max(1, Math.round((height * own.width) / own.height)), height };
  return own;
}
