import { type RefObject, useLayoutEffect } from 'react';
import { isInView } from './in-view.ts';
import { wasLastToBegin } from './playback.ts';

/**
 * Goes on where a video was when its address failed, once another one of the same file has loaded, and plays on where it can be
 * seen: by itself only while it is the last that was played, else where the person asked for another try since (`wanted`). An
 * address that fails before that tells of no place: the video stands at its beginning then.
 */
export function useResumption(video: RefObject<HTMLVideoElement | null>, wanted: RefObject<boolean>): void {
  useLayoutEffect(() => {
    const element = video.current;
    if (!element) return;
    let left: { readonly at: number; readonly plays: boolean } | null = null;
    const leave = () => {
      const { currentTime: at, paused } = element;
      if (at > 0 || !paused) left ??= { at, plays: !paused };
      wanted.current = false;
    };
    const goOn = () => {
      if (!left) return;
      const { at, plays } = left;
      left = null;
      element.currentTime = at;
      // Where the browser refuses, the controls offer it.
      if (plays && (wanted.current || wasLastToBegin(element)) && isInView(element))
        element.play().catch(() => undefined);
    };
    // Before the player hears of it, whose next address resets what is read here.
    element.addEventListener('error', leave, { capture: true });
    element.addEventListener('loadedmetadata', goOn);
    return () => {
      element.removeEventListener('error', leave, { capture: true });
      element.removeEventListener('loadedmetadata', goOn);
    };
  }, [video, wanted]);
}
