import { limits } from '@duet/contract/limits';
import { LocalizedError } from '../../api/failure.ts';
import { decodedImage } from '../../device/decoded-image.ts';
import { t } from '../../i18n/language.ts';

/** A part of a picture in its own pixels. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** More than twice what is shown helps nobody. */
const mostSidePx = 2 * limits.image.profileSidePx;
const quality = 0.9;
/** Sides that differ by less are those of a square. */
const slack = 0.01;

export const isSquare = (width: number, height: number): boolean =>
  Math.abs(width - height) <= slack * Math.max(width, height);

/** Whether there is something to choose: not in a square, nor where this browser cannot show the picture. */
export async function canBeCropped(file: File): Promise<boolean> {
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    picture.close();
    return !isSquare(width, height);
  } catch {
    // What this browser cannot show travels as it is.
    return false;
  }
}

/**
 * The chosen part of a picture, at most 1024 px: a PNG of a PNG, which may be see-through, else a JPEG.
 *
 * @throws Error with 'Image compression failed'.
 */
export async function cropped(file: File, { x, y, width, height }: Square): Promise<File> {
  const image = await decodedImage(file);
  const side = Math.max(1, Math.min(mostSidePx, Math.round(width)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(image, x, y, width, height, 0, 0, side, side);
  const type = file.type === 'image/png' ? file.type : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!blob || !context) throw new LocalizedError(t('upload.compressionFailed'));
  const name = type === file.type ? file.name : file.name.replace(/\.\w+$/, '.jpg');
  return new File([blob], name, { type });
}
