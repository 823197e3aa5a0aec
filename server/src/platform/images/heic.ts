import { limits } from '@duet/contract/limits';
import sharp from 'sharp';
import type { Picture } from './decode.ts';
import { isDisplayP3, p3ToSrgb } from './display-p3.ts';
import { ImageError } from './image-error.ts';

/** What of libheif-js is used; it has no types of its own. */
interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  /** Decodes, upright, into `into.data`; null where it cannot be decoded. */
  display(
    into: { data: Uint8ClampedArray; width: number; height: number },
    done: (shown: object | null) => void,
  ): void;
  free(): void;
}
interface Libheif {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

const { maxPixels, maxSidePx } = limits.image;

/**
 * An iPhone's photo, whose HEVC libvips cannot decode: libheif, as WebAssembly, does (decisions §4). Its size is asked
 * before anything is decoded.
 */
export async function openHeic(bytes: Buffer): Promise<Picture> {
  const { default: libheif } = (await import('libheif-js/wasm-bundle.js')) as unknown as { default: Libheif };
  const images = new libheif.HeifDecoder().decode(bytes);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) throw new ImageError('IMAGE_DAMAGED', 'no picture in the HEIC');
  const width = image.get_width();
  const height = image.get_height();
  if (width * height > maxPixels || Math.max(width, height) > maxSidePx) {
    throw new ImageError('IMAGE_TOO_COMPLEX', `${width} x ${height} of HEIC`);
  }
  const pixels = await decoded(image, width, height);
  for (const each of images) each.free();
  // libheif hands out the numbers as they are.
  if (isDisplayP3(bytes)) p3ToSrgb(pixels);
  const read = () => sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  return { type: 'heic', animated: false, width, height, pixels: width * height, read, readStill: read };
}

function decoded(image: HeifImage, width: number, height: number): Promise<Uint8ClampedArray> {
  const data = new Uint8ClampedArray(width * height * 4);
  return new Promise((resolve, reject) => {
    image.display({ data, width, height }, (shown) => {
      if (shown) resolve(data);
      else reject(new ImageError('IMAGE_DAMAGED', 'libheif cannot decode it'));
    });
  });
}
