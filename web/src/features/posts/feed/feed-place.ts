import { useSyncExternalStore } from 'react';

/** Where a viewer is in the feed; kept while the app is open, so that going back restores it. */
export interface FeedPlace {
  readonly viewer: string;
  readonly page: number;
}

const listeners = new Set<() => void>();
let place: FeedPlace = { viewer: '', page: 1 };
let scrollTop = 0;

function move(next: FeedPlace): void {
  place = next;
  scrollTop = 0;
  for (const listener of listeners) listener();
}

export const feedPlace = {
  /** The page that a viewer is on; another person begins at the first. */
  pageOf: (viewer: string): number => (place.viewer === viewer ? place.page : 1),
  goTo: (viewer: string, page: number): void => move({ viewer, page }),
  /** How far down the page is scrolled, in px. */
  keepScroll: (px: number): void => {
    scrollTop = px;
  },
  scroll: (): number => scrollTop,
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page of the feed that a viewer is on, and again when it changes. */
export const useFeedPage = (viewer: string): number =>
  useSyncExternalStore(subscribe, () => feedPlace.pageOf(viewer));
