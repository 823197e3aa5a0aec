import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { scrollerOf } from '../../../ui/Page.tsx';
import { useArrival } from '../../../ui/page-visit.ts';
import { createStore, useStore } from '../../../ui/store.ts';

/** Where a viewer is in the feed; kept while the app is open, so that going back restores it. */
interface FeedPlace {
  readonly viewer: string;
  readonly page: number;
}

const place = createStore<FeedPlace>({ viewer: '', page: 1 });
let scrollTop = 0;

const pageIn = (now: FeedPlace, viewer: string): number => (now.viewer === viewer ? now.page : 1);

function move(next: FeedPlace): void {
  scrollTop = 0;
  place.set(next);
}

export const feedPlace = {
  /** The page that a viewer is on; another person begins at the first. */
  pageOf: (viewer: string): number => pageIn(place.get(), viewer),
  goTo: (viewer: string, page: number): void => move({ viewer, page }),
  /** How far down the page is scrolled, in px. */
  keepScroll: (px: number): void => {
    scrollTop = px;
  },
  scroll: (): number => scrollTop,
};

/** The page of the feed that a viewer is on, and again when it changes. */
export const useFeedPage = (viewer: string): number => useStore(place, (now) => pageIn(now, viewer));

/**
 * Keeps the place where the feed is scrolled to, and restores it once there is something to scroll: after coming
 * back from elsewhere; at the top after a change of the page.
 */
export function useScrollPlace(inside: RefObject<HTMLElement | null>, page: number, isLoaded: boolean): void {
  /** Where it was last seen to be: asking the browser while the page is built would lay it out twice. */
  const seen = useRef(0);
  const restore = useCallback(() => {
    if (Math.abs(seen.current - scrollTop) <= 1) return;
    const scroller = scrollerOf(inside.current);
    if (scroller) scroller.scrollTop = scrollTop;
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
