import { type RefObject, useEffect, useState } from 'react';
import { isOutsideOfPage, seenShare } from './in-view.ts';
import type { AppleVideo } from './playback.ts';

interface Playback {
  readonly paused: boolean;
  /** Seconds. */
  readonly time: number;
  /** The length as the file says, in seconds; 0 while it is not known. */
  readonly end: number;
  readonly muted: boolean;
}

const events = ['play', 'pause', 'timeupdate', 'seeking', 'durationchange', 'volumechange', 'ended'] as const;

const stateOf = ({ paused, currentTime, duration, muted }: HTMLVideoElement): Playback => ({
  paused,
  time: currentTime,
  end: Number.isFinite(duration) ? duration : 0,
  muted,
});

/** What a video element does now. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>): Playback {
  const [state, setState] = useState<Playback>(() =>
    video.current ? stateOf(video.current) : { paused: true, time: 0, end: 0, muted: false },
  );
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const read = () => setState(stateOf(element));
    read();
    for (const name of events) element.addEventListener(name, read);
    return () => {
      for (const name of events) element.removeEventListener(name, read);
    };
  }, [video]);
  return state;
}

/** Pauses a video when it is scrolled out of view, or its page goes behind another one. */
export function usePauseUnseen(video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        const seen = last?.isIntersecting && last.intersectionRatio >= seenShare;
        if (!seen && !isOutsideOfPage(element)) element.pause();
      },
      { threshold: [0, seenShare] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [video]);
}

/** Shows the frame over the whole screen, or no longer. */
export async function toggleFullScreen(frame: HTMLElement | null, video: AppleVideo | null): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (frame?.requestFullscreen) await frame.requestFullscreen();
    else video?.webkitEnterFullscreen?.();
  } catch {
    // A browser may refuse; then it stays as it is.
  }
}

/** Whether this frame is what the whole screen shows. */
export function useFullScreen(frame: HTMLElement | null): boolean {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const read = () => setIsFull(document.fullscreenElement !== null && document.fullscreenElement === frame);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, [frame]);
  return isFull;
}
