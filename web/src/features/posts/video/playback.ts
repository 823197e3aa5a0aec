import { limits } from '@duet/contract/limits';

let playing: HTMLVideoElement | null = null;

/** One video plays at a time: the one that begins pauses the one before. */
export function pauseOthers(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause();
  playing = video;
}

/** Whether no other video has begun since this one did. */
export const wasLastToBegin = (video: HTMLVideoElement): boolean => playing === video;

/** A video that leaves the page is nobody's business any more. */
export function releaseVideo(video: HTMLVideoElement): void {
  if (playing === video) playing = null;
}

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

/** An iPhone knows full screen for the video itself only, with its own controls; the document does not tell of it. */
export interface AppleVideo extends HTMLVideoElement {
  readonly webkitDisplayingFullscreen?: boolean;
  readonly webkitEnterFullscreen?: () => void;
  readonly webkitExitFullscreen?: () => void;
}

/** Lets the page be seen again, where the whole screen shows the video. */
export function leaveFullScreen(video: AppleVideo): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else video.webkitExitFullscreen?.();
}
