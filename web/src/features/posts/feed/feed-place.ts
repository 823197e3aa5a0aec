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
