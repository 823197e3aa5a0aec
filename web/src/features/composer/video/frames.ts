import { limits } from '@duet/contract/limits';
import { LocalizedError } from '../../../api/failure.ts';
import { decodedImage } from '../../../device/decoded-image.ts';
import { t } from '../../../i18n/language.ts';

const {
  metadataMs,
  thumbnail: { maxSidePx, quality },
} = limits.video;
const seekMs = 5000;

/** Begins something, and waits until a video tells that it is done; throws where that fails or takes longer than `ms`. */
function until(
  video: HTMLVideoElement,
  done: 'loadedmetadata' | 'seeked',
  ms: number,
  begin: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const ends = new AbortController();
    const failed = () => {
      ends.abort();
      reject(new LocalizedError(t('upload.thumbnailFailed')));
    };
    const timer = setTimeout(failed, ms);
    const succeeded = () => {
      clearTimeout(timer);
      ends.abort();
      resolve();
    };
    video.addEventListener('error', failed, { signal: ends.signal });
    video.addEventListener(done, succeeded, { signal: ends.signal });
    begin();
  });
}

function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
}

/** A picture as a thumbnail: at most 800 px, JPEG of quality 0.9, as a data URL. */
async function asThumbnail(source: CanvasImageSource, width: number, height: number): Promise<string> {
  const scale = Math.min(1, maxSidePx / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
  if (!blob) throw new LocalizedError(t('upload.thumbnailFailed'));
  return asDataUrl(blob);
}

/** A video that is open for taking frames out of it. */
export interface OpenVideo {
  /**
   * The frame at a moment, as a thumbnail.
   *
   * @throws Error with 'Failed to create thumbnail'.
   */
  readonly frameAt: (seconds: number) => Promise<string>;
  readonly close: () => void;
}

export async function openVideo(address: string): Promise<OpenVideo> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  // An iPhone loads no frame before the video is played or sought, whatever `preload` says.
  await until(video, 'loadedmetadata', metadataMs, () => {
    video.src = address;
  });
  // A video shows one moment at a time.
  let line: Promise<unknown> = Promise.resolve();
  return {
    frameAt(seconds) {
      const frame = line.then(async () => {
        await until(video, 'seeked', seekMs, () => {
          video.currentTime = seconds;
        });
        return asThumbnail(video, video.videoWidth, video.videoHeight);
      });
      // The caller is told of a failure; the next frame waits for this one only.
      line = frame.catch(() => undefined);
      return frame;
    },
    close: () => video.removeAttribute('src'),
  };
}

/** A picture file as a thumbnail, for videos that this browser cannot show. */
export async function thumbnailOf(file: File): Promise<string> {
  try {
    const image = await decodedImage(file);
    return await asThumbnail(image, image.naturalWidth, image.naturalHeight);
  } catch {
    throw new LocalizedError(t('upload.thumbnailFailed'));
  }
}

/** The middles of `count` equal parts of a video, in seconds. */
export const sampleTimes = (duration: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => ((n + 0.5) * duration) / count);
