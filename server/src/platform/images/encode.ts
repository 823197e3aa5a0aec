import { limits } from '@duet/contract/limits';
import { paperColours } from '@duet/contract/site/accent';
import sharp, { type Sharp } from 'sharp';
import type { Picture } from './decode.ts';
import type { IconRecipe, ImageExtension, Recipe } from './images.ts';
import { type EncodedSource, encodeSources, reduce } from './sources.ts';

/**
 * Up to how many pixels, all frames counted, the slow way of an encoder is worth its time. Measured on two busy
 * cores: mozjpeg 0.3 s a megapixel, GIF 0.4 s, WebP 0.06 s up to effort 2 and 0.5 s beyond.
 */
const slowUpTo = { jpg: 16_000_000, png: 4_000_000, gif: 8_000_000, webp: 4_000_000 } as const;

/** An iPhone's photo spends as much on being decoded (0.8 s of one core for 12 megapixels) as mozjpeg would add. */
const slowHeicUpTo = 4_000_000;

/** A GIF with more than its encoder can do in time moves on as WebP, smaller and as fast. */
function extensionFor({ type, pixels }: Picture): ImageExtension {
  switch (type) {
    case 'jpeg':
    case 'heic':
      return 'jpg';
    case 'gif':
      return pixels <= slowUpTo.gif ? 'gif' : 'webp';
    case 'avif':
      return 'webp';
    default:
      return type;
  }
}

interface Encoded {
  readonly bytes: Buffer;
  readonly thumbnail: Buffer;
  /** Smaller sizes as WebP; of a still photo. */
  readonly sources: readonly EncodedSource[];
  readonly extension: ImageExtension;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
}

/** sRGB without metadata: what is not asked for is not written. `pixels` go in, all frames counted. */
function write(pipeline: Sharp, extension: ImageExtension, pixels: number, slowest?: number): Sharp {
  const plain = pipeline.toColourspace('srgb');
  const slow = pixels <= (slowest ?? slowUpTo[extension]);
  switch (extension) {
    case 'jpg':
      // The table alone makes it a fifth smaller than the usual one, and costs nothing.
      return plain.jpeg({ quality: 82, mozjpeg: slow, quantisationTable: 3 });
    case 'png':
      return plain.png({ compressionLevel: slow ? 9 : 6 });
    case 'gif':
      return plain.gif({ effort: 3 });
    case 'webp':
      return plain.webp({ quality: 82, effort: slow ? 4 : pixels <= 24_000_000 ? 2 : 0 });
  }
}

function inside(pipeline: Sharp, side: number): Sharp {
  return pipeline.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

function square(pipeline: Sharp, side: number): Sharp {
  return pipeline.resize({ width: side, height: side, fit: 'cover' });
}

async function placeholderOf(still: Sharp): Promise<string> {
  const bytes = await inside(still, limits.image.placeholderSidePx)
    .blur(0.8)
    .toColourspace('srgb')
    .webp({ quality: 40, alphaQuality: 40 })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

async function encodePhoto(picture: Picture): Promise<Encoded> {
  const extension = extensionFor(picture);
  const { width, height, pixels, animated } = picture;
  const side = limits.image.thumbnailSidePx;
  const slowest = picture.type === 'heic' ? slowHeicUpTo : undefined;
  const bytes = await write(picture.read(), extension, pixels, slowest).toBuffer();
  const reduced = animated ? { read: picture.read } : await reduce(picture);
  const scale = Math.min(1, side / Math.max(width, height));
  const thumbnail =
    scale === 1
      ? bytes
      : await write(inside(reduced.read(), side), extension, pixels * scale ** 2).toBuffer();
  return {
    bytes,
    thumbnail,
    sources: animated ? [] : await encodeSources(picture, reduced),
    extension,
    width,
    height,
    placeholder: await placeholderOf(animated ? picture.readStill() : reduced.read()),
  };
}

/** A profile photo never moves. */
async function encodeProfile(picture: Picture): Promise<Encoded> {
  const { profileSidePx: side, profileThumbnailSidePx } = limits.image;
  const extension = extensionFor(picture);
  const bytes = await write(square(picture.readStill(), side), extension, side ** 2).toBuffer();
  const small = inside(sharp(bytes), profileThumbnailSidePx);
  const thumbnail = await write(small, extension, profileThumbnailSidePx ** 2).toBuffer();
  const placeholder = await placeholderOf(sharp(bytes));
  return { bytes, thumbnail, sources: [], extension, width: side, height: side, placeholder };
}

/** Of a maskable icon only the circle in the middle is sure to be seen, 80% wide. */
const safePart = 0.8;

/**
 * A square PNG. A picture that one sees through stands within the circle that every mask leaves, on paper; any other one
 * fills the square. Apple's home screen shows black behind what one sees through.
 */
async function encodeIcon(picture: Picture, recipe: IconRecipe): Promise<Encoded> {
  const side = Number(/\d+$/.exec(recipe)?.[0]);
  const still = picture.readStill();
  const isOpaque = (await still.clone().stats()).isOpaque;
  const isMaskable = recipe.startsWith('icon-maskable');
  const inner = isMaskable && !isOpaque ? Math.round((side * safePart) / 2) * 2 : side;
  const margin = (side - inner) / 2;
  const plain = square(still, inner);
  const filled =
    isMaskable || recipe === 'icon-180' ? plain.flatten({ background: paperColours.light }) : plain;
  const bytes = await write(
    filled.extend({
      top: margin,
      bottom: margin,
      left: margin,
      right: margin,
      background: paperColours.light,
    }),
    'png',
    side ** 2,
  ).toBuffer();
  const placeholder = await placeholderOf(sharp(bytes));
  return { bytes, thumbnail: bytes, sources: [], extension: 'png', width: side, height: side, placeholder };
}

export function encode(picture: Picture, recipe: Recipe): Promise<Encoded> {
  if (recipe === 'photo') return encodePhoto(picture);
  return recipe === 'profile' ? encodeProfile(picture) : encodeIcon(picture, recipe);
}
