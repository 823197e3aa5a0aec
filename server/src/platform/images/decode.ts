import { limits } from '@duet/contract/limits';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { ImageError } from './image-error.ts';
import type { ImageType } from './sniff.ts';
import { assertWholeGif } from './whole-gif.ts';

const { maxPixels, maxSidePx, maxFrames, maxChannels } = limits.image;

/** Only these readers of libvips exist in the image process, and only from memory (security.md §7). */
export function lockDecoders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  });
  sharp.concurrency(1);
  sharp.cache(false);
}

export const strictDecoding: SharpOptions = {
  failOn: 'error',
  limitInputPixels: maxPixels,
  limitInputChannels: maxChannels,
  sequentialRead: true,
};

/** A picture whose head was read and found within the bounds; nothing of it is decoded before that. */
export interface Picture {
  readonly type: ImageType;
  /** Pixels of a frame as it is seen. */
  readonly width: number;
  readonly height: number;
  /** More than one frame. */
  readonly animated: boolean;
  /** Of all frames together. */
  readonly pixels: number;
  /** A fresh pipeline over all frames, upright. */
  read(): Sharp;
  /** A fresh pipeline over the first frame, upright. */
  readStill(): Sharp;
}

function assertWithinBounds({ width, height, pages = 1, channels }: Metadata): void {
  const pixels = width * height * pages;
  const fits =
    Math.max(width, height) <= maxSidePx &&
    pages <= maxFrames &&
    pixels <= maxPixels &&
    channels <= maxChannels;
  if (!fits) {
    throw new ImageError('IMAGE_TOO_COMPLEX', `${width} x ${height}, ${pages} frames, ${channels} channels`);
  }
}

/** Reads the head of a picture. Throws what libvips throws where that cannot be read. */
export async function openPicture(bytes: Buffer, type: ImageType): Promise<Picture> {
  if (type === 'gif') assertWholeGif(bytes);
  const head = await sharp(bytes, {
    ...strictDecoding,
    limitInputPixels: false,
    limitInputChannels: false,
  }).metadata();
  assertWithinBounds(head);
  const animated = (type === 'gif' || type === 'webp') && (head.pages ?? 1) > 1;
  return {
    type,
    animated,
    width: animated ? head.width : head.autoOrient.width,
    height: animated ? head.height : head.autoOrient.height,
    pixels: head.width * head.height * (animated ? (head.pages ?? 1) : 1),
    read: () => sharp(bytes, { ...strictDecoding, animated, autoOrient: !animated }),
    readStill: () => sharp(bytes, { ...strictDecoding, autoOrient: !animated }),
  };
}
