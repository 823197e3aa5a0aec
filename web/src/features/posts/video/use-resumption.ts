import { type RefObject, useEffect } from 'react';

/**
 * Goes on where a video was when its address failed, once another one of the same file has loaded. An address that fails before
 * that tells of no place: the video stands at its beginning then.
 */
export function useResumption(video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let left: { readonly at: number; readonly plays: boolean } | null = null;
    const leave = () => {
      const { currentTime: at, paused } = element;
      if (at > 0 || !paused) left ??= { at, plays: !paused };
    };
    const goOn = () => {
      if (!left) return;
      element.currentTime = left.at;
      // Where the browser refuses, the controls offer it.
      if (left.plays) element.play().catch(() => undefined);
      left = null;
    };
    // Before the player hears of it, whose next address resets what is read here.
    element.addEventListener('error', leave, { capture: true });
    element.addEventListener('loadedmetadata', goOn);
    return () => {
      element.removeEventListener('error', leave, { capture: true });
      element.removeEventListener('loadedmetadata', goOn);
    };
  }, [video]);
}
