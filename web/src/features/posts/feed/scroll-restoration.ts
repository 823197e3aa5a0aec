import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { scrollerOf } from '../../../ui/Page.tsx';
import { useArrival } from '../../../ui/page-visit.ts';
import { createStore, useStore } from '../../../ui/store.ts';

/** Where a viewer is in the feed; kept while the app is open, so that going back restores it. */
interface FeedPosition {
  readonly viewer: string;
  readonly page: number;
}

const position = createStore<FeedPosition>({ viewer: '', page: 1 });
let scrollTop = 0;

const pageIn = (now: FeedPosition, viewer: string): number => (now.viewer === viewer ? now.page : 1);

function move(next: FeedPosition): void {
  scrollTop = 0;
  position.set(next);
}

export const feedPosition = {
  /** The page that a viewer is on; another person begins at the first. */
  pageOf: (viewer: string): number => pageIn(position.get(), viewer),
  goTo: (viewer: string, page: number): void => move({ viewer, page }),
  /** How far down the page is scrolled, in px. */
  keepScroll: (px: number): void => {
    scrollTop = px;
  },
  scroll: (): number => scrollTop,
};

/** The page of the feed that a viewer is on, and again when it changes. */
export const useFeedPage = (viewer: string): number => useStore(position, (now) => pageIn(now, viewer));

/**
 * Keeps how far the feed is scrolled, and restores that once there is something to scroll: after coming
 * back from elsewhere; at the top after a change of the page.
 */
export function useScrollRestoration(
  inside: RefObject<HTMLElement | null>,
  page: number,
  isLoaded: boolean,
): void {
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
      if (scroller.clientHeight > 0) feedPosition.keepScroll(seen.current);
    };
    scroller?.addEventListener('scroll', keep, { passive: true });
    return () => scroller?.removeEventListener('scroll', keep);
  }, [inside]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every page begins at a place of its own
  useEffect(() => {
    if (isLoaded || feedPosition.scroll() === 0) restore();
  }, [restore, page, isLoaded]);

  useArrival(restore);
}
