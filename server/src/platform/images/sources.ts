import { limits } from '@duet/contract/limits';
import sharp, { type Sharp } from 'sharp';
import type { Picture } from './decode.ts';

/**
 * The effort beyond which WebP is no smaller. Of a photo of 12 megapixels the three sizes have 93 KB together and cost
 * 0.15 s; AVIF of like quality cost 6 s for the largest alone, and at its quickest was no smaller.
 */
const settings = { quality: 78, effort: 4 } as const;

/** A smaller size of a picture, as WebP. */
export interface EncodedSource {
  /** Pixels. */
  readonly width: number;
  readonly bytes: Buffer;
}

/**
 * The widths in which a picture is kept: those below its own, and its own where that is not beyond the largest. One
 * that is no wider than the smallest is small enough by itself.
 */
function sourceWidths(width: number): number[] {
  const all: readonly number[] = limits.image.sourceWidthsPx;
  const largest = Math.min(width, Math.max(...all));
  return width <= Math.min(...all) ? [] : [...all.filter((each) => each < largest), largest];
}

/** A still picture, decoded once for all of its small sizes: `read` gives a fresh pipeline over it. */
interface Reduced {
  read(): Sharp;
}

/** Decodes a still picture in the largest of its small sizes. */
export async function reduce(picture: Picture): Promise<Reduced> {
  const width = sourceWidths(picture.width).at(-1) ?? picture.width;
  const { data, info } = await picture
    .readStill()
    .toColourspace('srgb')
    .resize({ width, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { read: () => sharp(data, { raw }) };
}

/** Narrowest first. */
export async function encodeSources(picture: Picture, reduced: Reduced): Promise<EncodedSource[]> {
  const sources: EncodedSource[] = [];
  for (const width of sourceWidths(picture.width)) {
    const bytes = await reduced.read().resize({ width }).webp(settings).toBuffer();
    sources.push({ width, bytes });
  }
  return sources;
}
