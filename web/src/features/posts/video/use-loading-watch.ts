import { type RefObject, useEffect } from 'react';

/** How long nothing at all may arrive before the video's measures are known, in ms. */
const stalledMs = 10_000;

/** Calls `onTimeout` when a video does not begin to load in time. Starts again with every source. */
export function useLoadingWatch(
  video: RefObject<HTMLVideoElement | null>,
  source: string | null,
  onTimeout: () => void,
): void {
  useEffect(() => {
    const element = video.current;
    if (!element || source === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const over = () => {
      if (element.readyState < HTMLMediaElement.HAVE_METADATA) onTimeout();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(over, stalledMs);
    };
    wait();
    element.addEventListener('progress', wait);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('progress', wait);
    };
  }, [video, source, onTimeout]);
}
