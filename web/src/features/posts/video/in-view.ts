import type { AppleVideo } from './playback.ts';

/** A video of which less than this share is in the viewport is out of view. */
export const seenShare = 0.25;

/** Whether a video shows outside of the page: over the whole screen, or in a window of its own. */
export const isOutsideOfPage = (video: AppleVideo): boolean =>
  document.fullscreenElement?.contains(video) === true ||
  video.webkitDisplayingFullscreen === true ||
  document.pictureInPictureElement === video;

/** Whether a video can be seen at this moment. */
export function isInView(video: AppleVideo): boolean {
  if (isOutsideOfPage(video)) return true;
  const { top, bottom, left, right, width, height } = video.getBoundingClientRect();
  const across = Math.min(right, innerWidth) - Math.max(left, 0);
  const down = Math.min(bottom, innerHeight) - Math.max(top, 0);
  const seen = Math.max(0, across) * Math.max(0, down);
  // A page that is behind another one has no size.
  return document.visibilityState === 'visible' && seen > 0 && seen >= seenShare * width * height;
}
