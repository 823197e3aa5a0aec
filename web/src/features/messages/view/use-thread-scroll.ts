import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../../../theme/media-queries.ts';

/** This close to the end, in px, counts as being there. */
const endPx = 48;
/** This close to the beginning, in px, older messages are fetched. */
const olderPx = 400;

interface Place {
  atEnd: boolean;
  /** Something in sight and where it stands in the box, so that it can be put there again. */
  anchor: { readonly element: Element; readonly top: number } | null;
  scrollTop: number;
}

interface ThreadScroll {
  /** The scrolled box, and all that stands in it. */
  readonly box: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly atEnd: boolean;
  readonly toEnd: () => void;
  readonly onScroll: () => void;
  readonly onScrollEnd: () => void;
}

/** The first element that reaches below a line; the elements follow each other downwards. */
function firstBelow(elements: ArrayLike<Element>, line: number): Element | undefined {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) > line) high = middle;
    else low = middle + 1;
  }
  return elements[low];
}

function placeIn(box: HTMLElement, content: HTMLElement): Place {
  const { scrollTop, scrollHeight, clientHeight } = box;
  const atEnd = scrollHeight - scrollTop - clientHeight <= endPx;
  const line = box.getBoundingClientRect().top;
  // The words themselves: the day and the space above them go when older ones of that day come.
  const element = firstBelow(content.querySelectorAll('[data-words]'), line);
  const anchor = element ? { element, top: element.getBoundingClientRect().top - line } : null;
  return { atEnd, anchor, scrollTop };
}

/**
 * Keeps what one reads where it is, whatever comes above or below: at the end new messages come into view,
 * anywhere else nothing jumps. Scrolling up near the beginning asks for older messages.
 *
 * @param written counts the messages written here: with each one the end comes into view.
 */
export function useThreadScroll(written: number, mayHaveOlder: boolean, onOlder: () => void): ThreadScroll {
  const box = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({ atEnd: true, anchor: null, scrollTop: 0 });
  const lastWritten = useRef(written);
  /** On the way to the end, which may move meanwhile. */
  const heading = useRef(false);
  const [atEnd, setAtEnd] = useState(true);

  const remember = useCallback(() => {
    if (!box.current || !content.current) return;
    place.current = placeIn(box.current, content.current);
    setAtEnd(place.current.atEnd);
    if (place.current.atEnd) heading.current = false;
  }, []);

  const toEnd = useCallback(() => {
    heading.current = true;
    const still = prefersReducedMotion();
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: still ? 'instant' : 'smooth' });
  }, []);

  const askOlder = useCallback(
    (before: number) => {
      const scrollTop = box.current?.scrollTop ?? before;
      if (mayHaveOlder && scrollTop < before && scrollTop < olderPx) onOlder();
    },
    [mayHaveOlder, onOlder],
  );

  const keep = useCallback(() => {
    if (!box.current) return;
    const { atEnd: stays, anchor, scrollTop: before } = place.current;
    // A scroll of this very frame is not told yet: it must not be undone, and asks here, as its event will find it done.
    const scrolled = box.current.scrollTop - before;
    askOlder(before);
    if (stays && scrolled >= 0) box.current.scrollTop = box.current.scrollHeight;
    else if (anchor?.element.isConnected) {
      const top = anchor.element.getBoundingClientRect().top - box.current.getBoundingClientRect().top;
      const moved = top - (anchor.top - scrolled);
      if (Math.abs(moved) >= 1) box.current.scrollTop += moved;
    }
    remember();
    if (heading.current) toEnd();
  }, [askOlder, remember, toEnd]);

  // After every rendering of the list: it may have become longer anywhere.
  useLayoutEffect(() => {
    if (written > lastWritten.current) place.current.atEnd = true;
    lastWritten.current = written;
    keep();
    const full = box.current && box.current.scrollHeight > box.current.clientHeight;
    if (mayHaveOlder && !full) onOlder();
  });

  useEffect(() => {
    const observer = new ResizeObserver(keep);
    if (box.current) observer.observe(box.current);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [keep]);

  const onScroll = useCallback(() => {
    const before = place.current.scrollTop;
    remember();
    if (place.current.scrollTop < before) heading.current = false;
    askOlder(before);
  }, [remember, askOlder]);

  // Also where a finger has stopped it on the way.
  const onScrollEnd = useCallback(() => {
    heading.current = false;
  }, []);

  return { box, content, atEnd, toEnd, onScroll, onScrollEnd };
}
