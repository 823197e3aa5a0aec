import { useIonViewWillEnter } from '@ionic/react';
import { type RefObject, useEffect } from 'react';
import { feedPlace } from './feed-place.ts';

/** The element that scrolls what stands inside an Ionic page. */
const scrollerOf = async (inside: HTMLElement | null): Promise<HTMLElement | undefined> =>
  inside?.closest('ion-content')?.getScrollElement();

async function restore(inside: HTMLElement | null): Promise<void> {
  const scroller = await scrollerOf(inside);
  const place = feedPlace.scroll();
  if (scroller && Math.abs(scroller.scrollTop - place) > 1) scroller.scrollTop = place;
}

/**
 * Keeps the place where the feed is scrolled to, and restores it once there is something to scroll: after coming
 * back from elsewhere; at the top after a change of the page.
 */
export function useScrollPlace(inside: RefObject<HTMLElement | null>, page: number, isLoaded: boolean): void {
  useEffect(() => {
    let scroller: HTMLElement | undefined;
    let gone = false;
    const keep = () => {
      // A page that is hidden has no place.
      if (scroller && scroller.clientHeight > 0) feedPlace.keepScroll(scroller.scrollTop);
    };
    void scrollerOf(inside.current).then((element) => {
      if (gone) return;
      scroller = element;
      scroller?.addEventListener('scroll', keep, { passive: true });
    });
    return () => {
      gone = true;
      scroller?.removeEventListener('scroll', keep);
    };
  }, [inside]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every page begins at a place of its own
  useEffect(() => {
    if (isLoaded || feedPlace.scroll() === 0) void restore(inside.current);
  }, [inside, page, isLoaded]);

  useIonViewWillEnter(() => void restore(inside.current));
}
