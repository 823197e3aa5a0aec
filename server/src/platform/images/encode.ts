import { limits } from '@duet/contract/limits';
import sharp, { type Sharp } from 'sharp';
import type { Picture } from './decode.ts';
import type { ImageExtension, Recipe } from './images.ts';
import type { ImageType } from './sniff.ts';

/** Trellis coding is worth its time below this many pixels only. */
const carefulPixels = 24_000_000;

const extensions: Readonly<Record<ImageType, ImageExtension>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: 'webp',
  heic: 'jpg',
};

export interface Encoded {
  readonly bytes: Buffer;
  readonly thumbnail: Buffer;
  readonly extension: ImageExtension;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
}

/** sRGB without metadata: what is not asked for is not written. */
function write(pipeline: Sharp, extension: ImageExtension, careful: boolean): Sharp {
  const plain = pipeline.toColourspace('srgb');
  switch (extension) {
    case 'jpg':
      return plain.jpeg({ quality: 82, mozjpeg: careful });
    case 'png':
      return plain.png({ compressionLevel: careful ? 9 : 6 });
    case 'gif':
      return plain.gif({ effort: 4 });
    case 'webp':
      return plain.webp({ quality: 82, effort: 4, alphaQuality: 90 });
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
  const extension = extensions[picture.type];
  const { thumbnailSidePx } = limits.image;
  const { width, height } = picture;
  const careful = width * height <= carefulPixels;
  const bytes = await write(picture.read(), extension, careful).toBuffer();
  const small = Math.max(width, height) <= thumbnailSidePx;
  const thumbnail = small
    ? bytes
    : await write(inside(picture.read(), thumbnailSidePx), extension, true).toBuffer();
  return {
    bytes,
    thumbnail,
    extension,
    width,
    height,
    placeholder: await placeholderOf(picture.readStill()),
  };
}

/** A profile photo never moves. */
async function encodeProfile(picture: Picture): Promise<Encoded> {
  const { profileSidePx: side, profileThumbnailSidePx } = limits.image;
  const extension = extensions[picture.type];
  const bytes = await write(square(picture.readStill(), side), extension, true).toBuffer();
  const thumbnail = await write(inside(sharp(bytes), profileThumbnailSidePx), extension, true).toBuffer();
  const placeholder = await placeholderOf(sharp(bytes));
  return { bytes, thumbnail, extension, width: side, height: side, placeholder };
}

export function encode(picture: Picture, recipe: Recipe): Promise<Encoded> {
  return recipe === 'photo' ? encodePhoto(picture) : encodeProfile(picture);
}
