import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { hapticTap } from '../native/haptics.ts';

/** How far the finger must go, in px; what is shown moves half as far. */
const enoughPx = 128;
const mostPx = 180;

interface Pull {
  /** 0 to 1: how much of the way to a refresh; 1 starts one on letting go. */
  readonly progress: number;
  readonly refreshing: boolean;
}

const none: Pull = { progress: 0, refreshing: false };

/** Watches a scrolled element for a pull down at its very top; calls `onRefresh` and waits for it. */
export function usePullToRefresh(
  scroller: RefObject<HTMLElement | null>,
  onRefresh: (() => Promise<unknown>) | undefined,
): Pull {
  const [pull, setPull] = useState(none);
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;
  const enabled = onRefresh !== undefined;

  // Before the page is painted: what is seen can be pulled.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !enabled) return;
    let start: Touch | null = null;
    let progress = 0;
    let busy = false;

    const begin = (event: TouchEvent) => {
      const [touch] = event.touches;
      const atTop = element.scrollTop <= 0;
      // A further finger: what the first one pulled goes back.
      if (progress > 0) setPull(none);
      progress = 0;
      start = atTop && !busy && event.touches.length === 1 && touch ? touch : null;
    };
    const move = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!start || !touch) return;
      const down = touch.clientY - start.clientY;
      if (down < Math.abs(touch.clientX - start.clientX) || down <= 0) {
        if (progress === 0) start = null;
        return;
      }
      if (event.cancelable) event.preventDefault();
      const before = progress;
      progress = Math.min(down, mostPx) / enoughPx;
      if (before < 1 && progress >= 1) hapticTap();
      setPull({ progress: Math.min(progress, 1), refreshing: false });
    };
    const end = async () => {
      if (!start) return;
      start = null;
      const far = progress >= 1;
      progress = 0;
      if (!far) return setPull(none);
      busy = true;
      setPull({ progress: 1, refreshing: true });
      // The screen shows its own failure.
      await refresh.current?.().catch(() => undefined);
      busy = false;
      setPull(none);
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, [scroller, enabled]);

  return pull;
}
