import { limits } from '@duet/contract/limits';
import type { VideoType } from '@duet/contract/uploads/shapes';
import type { PlainKey } from '../../../i18n/language.ts';

export interface VideoMetadata {
  /** Seconds. */
  readonly duration: number;
  readonly width: number;
  readonly height: number;
}

/** Either what a video says of itself, or why it is refused; both absent where this browser cannot open its type. */
interface MetadataCheck {
  readonly metadata?: VideoMetadata;
  readonly fault?: PlainKey;
}

/** Whether duration and dimensions are those of a video (product.md §5). */
export function metadataFault({ duration, width, height }: VideoMetadata): PlainKey | null {
  if (!Number.isFinite(duration) || duration <= 0) return 'upload.videoNoDuration';
  return width > 0 && height > 0 ? null : 'upload.videoNoDimensions';
}

/** Loads what stands at a file's beginning, within 10 s. `address` is one of the browser's own (`blob:`). */
export function checkMetadata(address: string, type: VideoType): Promise<MetadataCheck> {
  const video = document.createElement('video');
  return new Promise<MetadataCheck>((resolve) => {
    const timer = setTimeout(() => resolve({ fault: 'upload.videoMetadataLate' }), limits.video.metadataMs);
    const end = (check: MetadataCheck) => {
      clearTimeout(timer);
      resolve(check);
    };
    video.addEventListener('loadedmetadata', () => {
      const metadata = { duration: video.duration, width: video.videoWidth, height: video.videoHeight };
      const fault = metadataFault(metadata);
      end(fault ? { fault } : { metadata });
    });
    // A type that this browser does not know at all is left to the server's check.
    video.addEventListener('error', () =>
      end(video.canPlayType(type) === '' ? {} : { fault: 'rules.VIDEO_DAMAGED' }),
    );
    video.muted = true;
    video.preload = 'metadata';
    video.src = address;
  }).finally(() => video.removeAttribute('src'));
}
