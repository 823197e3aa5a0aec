import type { Tracks } from './read-container.ts';
import type { Container } from './video.ts';

/** What the browsers of today play, by container. */
const played: Readonly<
  Partial<Record<Container, { readonly video: readonly string[]; readonly audio: readonly string[] }>>
> = {
  mp4: { video: ['avc', 'av1', 'vp9'], audio: ['aac', 'mp3', 'opus', 'flac'] },
  quicktime: { video: ['avc', 'av1', 'vp9'], audio: ['aac', 'mp3', 'opus', 'flac'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['vorbis', 'opus'] },
};

/**
 * HEVC, in which iPhones record, plays where the machine has a decoder for it: most new ones. It is converted where that
 * can be done, and better than nothing where it cannot.
 */
export const isPlayedBySome = (container: Container, tracks: Tracks): boolean =>
  tracks.videoCodec === 'hevc' && isPlayable(container, { ...tracks, videoCodec: 'avc' });

export function isPlayable(container: Container, { videoCodec, audioCodec }: Tracks): boolean {
  const known = played[container];
  if (!known || videoCodec === null || !known.video.includes(videoCodec)) return false;
  return audioCodec === undefined || (audioCodec !== null && known.audio.includes(audioCodec));
}

const names: Readonly<Record<Container, string>> = {
  mp4: 'MP4',
  quicktime: 'MOV',
  webm: 'WebM',
  ogg: 'Ogg',
  avi: 'AVI',
  asf: 'WMV',
};

/** For a person: `AVI`, `MOV, prores, pcm-s16`. */
export function kindOf(container: Container, tracks?: Tracks): string {
  const codecs = tracks
    ? [tracks.videoCodec, tracks.audioCodec].filter((codec) => typeof codec === 'string')
    : [];
  return [names[container], ...codecs].join(', ');
}
