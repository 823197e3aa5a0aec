import { limits } from '@duet/contract/limits';

/** Of a post half has to be in the viewport, or as much of it as fills half the screen. */
const share = 0.5;
const thresholds = [...Array(51).keys()].map((step) => step / 50);

interface Watched {
  readonly onSeen: () => void;
  inViewport: boolean;
  dwell?: ReturnType<typeof setTimeout> | undefined;
}

const watched = new Map<Element, Watched>();
let observer: IntersectionObserver | undefined;

export function isInViewport({
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: Pick<IntersectionObserverEntry, 'intersectionRatio' | 'intersectionRect' | 'rootBounds'>): boolean {
  if (intersectionRect.height === 0) return false;
  const screen = rootBounds?.height ?? Number.POSITIVE_INFINITY;
  return intersectionRatio >= share || intersectionRect.height >= screen * share;
}

function follow(entries: readonly IntersectionObserverEntry[]): void {
  for (const entry of entries) {
    const element = watched.get(entry.target);
    if (!element) continue;
    element.inViewport = isInViewport(entry);
    timeDwell(element);
  }
}

/** Nobody looks at a tab that is hidden. */
function timeDwell(element: Watched): void {
  const looks = element.inViewport && document.visibilityState === 'visible';
  if (!looks) {
    clearTimeout(element.dwell);
    element.dwell = undefined;
  } else {
    element.dwell ??= setTimeout(element.onSeen, limits.views.dwellMs);
  }
}

/** Begins to look, once nothing lies over the page any more. Called once. */
export function startObserving(): void {
  document.addEventListener('visibilitychange', () => {
    for (const element of watched.values()) timeDwell(element);
  });
  observer = new IntersectionObserver(follow, { threshold: thresholds });
  for (const element of watched.keys()) observer.observe(element);
}

/** Calls `onSeen` each time an element has been in the viewport for 1.5 s, until the returned function is called. */
export function observeViewport(element: Element, onSeen: () => void): () => void {
  watched.set(element, { onSeen, inViewport: false });
  observer?.observe(element);
  return () => {
    observer?.unobserve(element);
    clearTimeout(watched.get(element)?.dwell);
    watched.delete(element);
  };
}
