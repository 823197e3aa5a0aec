import { type RefObject, useLayoutEffect, useState } from 'react';

/** What is further away than this from what is in sight, in px, is not drawn. */
const marginPx = 3000;

type Told = (entry: IntersectionObserverEntry) => void;

interface Watch {
  readonly observer: IntersectionObserver;
  readonly told: Map<Element, Told>;
}

/** One observer for all parts of a scrolled box. */
const watches = new WeakMap<Element, Watch>();

function watchOf(box: Element): Watch {
  const known = watches.get(box);
  if (known) return known;
  const told = new Map<Element, Told>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) told.get(entry.target)?.(entry);
    },
    { root: box, rootMargin: `${marginPx}px 0px` },
  );
  const watch = { observer, told };
  watches.set(box, watch);
  return watch;
}

/**
 * The height in px that takes a part's place while it is far from what is in sight, or null while it has to be drawn.
 * However long a conversation is, the document holds no more of it than a few screens.
 */
export function useDrawn(part: RefObject<Element | null>, boxSelector: string): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = part.current;
    const box = element?.closest(boxSelector);
    if (!element || !box) return;
    const { observer, told } = watchOf(box);
    told.set(element, ({ isIntersecting, boundingClientRect }) => {
      // A box that is not laid out, as in a page behind another one, says nothing of what is far.
      if (boundingClientRect.height === 0) return;
      setHeight((known) => (isIntersecting ? null : (known ?? boundingClientRect.height)));
    });
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      told.delete(element);
    };
  }, [part, boxSelector]);
  return height;
}
