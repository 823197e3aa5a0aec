import { limits } from '@duet/contract/limits';
import { LocalizedError } from '../../api/failure.ts';
import { decodedImage } from '../../device/decoded-image.ts';
import { isMobile } from '../../device/mobile.ts';
import { t } from '../../i18n/language.ts';
import { isUploadedUnchanged, unshownKind } from './picture-type.ts';
import { RefusedPicture } from './sending.ts';

const { maxSidePx, quality, lowerQuality, lowerAboveBytes } = limits.image.mobileCompression;

async function loaded(file: File): Promise<HTMLImageElement> {
  try {
    return await decodedImage(file);
  } catch {
    const kind = unshownKind(file);
    throw new RefusedPicture(
      kind ? t('rules.IMAGE_TYPE_NOT_ACCEPTED', { kind }) : t('upload.compressionLoadFailed'),
    );
  }
}

function drawn(image: HTMLImageElement): HTMLCanvasElement {
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(1, maxSidePx / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new LocalizedError(t('upload.compressionFailed'));
  // A JPEG has no see-through parts; without paper they would be black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const asJpeg = (canvas: HTMLCanvasElement, atQuality: number) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new LocalizedError(t('upload.compressionFailed')))),
      'image/jpeg',
      atQuality,
    );
  });

/**
 * On phones a picture becomes at most 1200 × 1200 px at quality 0.8, or 0.6 where that is over 2048 KB (product.md
 * §9); elsewhere, and where it would be spoilt, it stays as it is.
 *
 * @throws LocalizedError with the sentence of product.md §8 that fits.
 */
export async function compressed(file: File): Promise<File> {
  if (!isMobile() || (await isUploadedUnchanged(file))) return file;
  const image = await loaded(file);
  const canvas = drawn(image);
  let blob = await asJpeg(canvas, quality);
  if (blob.size > lowerAboveBytes) blob = await asJpeg(canvas, lowerQuality);
  const smaller = blob.size < file.size || canvas.width < image.naturalWidth;
  return smaller ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : file;
}
