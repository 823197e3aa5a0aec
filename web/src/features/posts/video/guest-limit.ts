import { limits } from '@duet/contract/limits';

/** The parts of a video element that the limit needs. */
interface Playback {
  currentTime: number;
  readonly paused: boolean;
  pause(): void;
}

const { videoSeconds } = limits.guest;

/**
 * Stops a guest at the position of 60 s, wherever they came from: by playing on or by seeking beyond.
 * Answers whether it did: what was stopped before still tells of the way back to there, which may take its time.
 */
export function stopAtLimit(video: Playback): boolean {
  if (video.currentTime < videoSeconds || (video.paused && video.currentTime === videoSeconds)) return false;
  video.pause();
  if (video.currentTime > videoSeconds) video.currentTime = videoSeconds;
  return true;
}
