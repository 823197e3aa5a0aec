import type { MediaDirectory } from '@duet/contract/cleanup/shapes';
import type { PlainKey } from '../../../i18n/language.ts';

export const directoryNames: Readonly<Record<MediaDirectory, PlainKey>> = {
  photos: 'cleanup.directoryPhotos',
  videos: 'cleanup.directoryVideos',
  profile: 'cleanup.directoryProfile',
};
