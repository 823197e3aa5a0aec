import { limits } from '@duet/contract/limits';

interface Swipe {
  readonly startX: number;
  readonly dx: number;
  readonly dy: number;
  readonly ms: number;
}

/** Whether a movement of one finger is a swipe back (product.md §2, App shell). */
export function isSwipeBack({ startX, dx, dy, ms }: Swipe): boolean {
  const { edgePx, distancePx, maxMs, minPxPerMs } = limits.swipeBack;
  const horizontal = Math.abs(dx) > Math.abs(dy);
  return startX <= edgePx && dx > distancePx && ms < maxMs && dx / ms > minPxPerMs && horizontal;
}

/**
 * Listens for swipes from the left edge for as long as the app lives; one goes back as the browser's button does, closing
 * first what lies over the page.
 */
export function startSwipeBack(): void {
  let start: { x: number; y: number; at: number } | null = null;

  function end({ changedTouches, timeStamp }: TouchEvent): void {
    const [touch] = changedTouches;
    if (!start || !touch) return;
    const swipe = {
      startX: start.x,
      dx: touch.clientX - start.x,
      dy: touch.clientY - start.y,
      ms: timeStamp - start.at,
    };
    start = null;
    if (isSwipeBack(swipe)) history.back();
  }

  document.addEventListener(
    'touchstart',
    ({ target, touches, timeStamp }) => {
      const [touch] = touches;
      start = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null;
      // A finger stays with what it touched, also when that leaves the document, as a page does that has loaded.
      (target as HTMLElement).addEventListener('touchend', end, { passive: true, once: true });
    },
    { passive: true, capture: true },
  );
}
