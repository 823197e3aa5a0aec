import { limits } from '@duet/contract/limits';
import { type RefObject, useEffect } from 'react';

let playing: HTMLVideoElement | null = null;

/** One video plays at a time: the one that begins pauses the one before. */
export function pauseOthers(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause();
  playing = video;
}

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

/** A video of which less than this share is in the viewport is out of view. */
const seenShare = 0.25;

/** Pauses a video when it is scrolled out of view, or its page goes behind another one. */
export function usePauseUnseen(video: RefObject<HTMLVideoElement | null>, mounted: boolean): void {
  useEffect(() => {
    const element = video.current;
    if (!element || !mounted) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        const seen = last?.isIntersecting && last.intersectionRatio >= seenShare;
        if (
          !seen &&
          !document.fullscreenElement?.contains(element) &&
          document.pictureInPictureElement !== element
        ) {
          element.pause();
        }
      },
      { threshold: [0, seenShare] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [video, mounted]);
}
