import { type RefObject, useEffect } from 'react';

/** A video of which less than this share is in viewport is out of view. */
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
        if (!seen && document.fullscreenElement !== element && document.pictureInPictureElement !== element) {
          element.pause();
        }
      },
      { threshold: [0, seenShare] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [video, mounted]);
}
