import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { scrollerOf } from '../../../ui/PageContent.tsx';
import { useArrival } from '../../../ui/page-visit.ts';
import { feedPlace } from './feed-place.ts';

/**
 * Keeps the place where the feed is scrolled to, and restores it once there is something to scroll: after coming
 * back from elsewhere; at the top after a change of the page.
 */
export function useScrollPlace(inside: RefObject<HTMLElement | null>, page: number, isLoaded: boolean): void {
  /** Where it was last seen to be: asking the browser while the page is built would lay it out twice. */
  const seen = useRef(0);
  const restore = useCallback(() => {
    const place = feedPlace.scroll();
    if (Math.abs(seen.current - place) <= 1) return;
    const scroller = scrollerOf(inside.current);
    if (scroller) scroller.scrollTop = place;
  }, [inside]);

  useEffect(() => {
    const scroller = scrollerOf(inside.current);
    const keep = () => {
      if (!scroller) return;
      seen.current = scroller.scrollTop;
      // A page that is hidden has no place.
      if (scroller.clientHeight > 0) feedPlace.keepScroll(seen.current);
    };
    scroller?.addEventListener('scroll', keep, { passive: true });
    return () => scroller?.removeEventListener('scroll', keep);
  }, [inside]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every page begins at a place of its own
  useEffect(() => {
    if (isLoaded || feedPlace.scroll() === 0) restore();
  }, [restore, page, isLoaded]);

  useArrival(restore);
}
