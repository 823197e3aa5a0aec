import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';
import type { Messages } from '../thread/messages.ts';

/** Above and below what is in sight so many are in the document: three pages, far more than what older ones push away. */
const overscan = 75;
/** The height in px that a message counts with until it has been measured. */
const estimatedPx = 48;

interface VirtualRows {
  /** The messages that are in the document: from the first index up to, and not with, the end. */
  readonly begin: number;
  readonly end: number;
  /** The height in px of those before and behind them. */
  readonly before: number;
  readonly behind: number;
  /** Measures the element of a message, which has its index as `data-index`. */
  readonly measure: (element: Element | null) => void;
}

/**
 * Which messages have to be in the document: however many there are, those near what is in sight. They stand in the flow,
 * so that only what is not there counts with a height that was measured before or estimated; `useThreadScroll` keeps what
 * one reads in its place, whatever corrects these.
 */
export function useVirtualRows(box: RefObject<HTMLElement | null>, messages: Messages): VirtualRows {
  const rows = useVirtualizer<HTMLElement, Element>({
    count: messages.length,
    overscan,
    getScrollElement: () => box.current,
    getItemKey: useCallback((index: number) => messages[index]?._id ?? index, [messages]),
    estimateSize: () => estimatedPx,
    // A conversation begins at its end.
    initialRect: { width: 0, height: window.innerHeight },
    initialOffset: Number.MAX_SAFE_INTEGER,
    // A box that is not laid out, as in a closed dialog, says nothing of what is in sight.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => rect.height > 0 && tell(rect)),
  });
  rows.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  const items = rows.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    begin: first?.index ?? 0,
    end: last ? last.index + 1 : 0,
    before: first?.start ?? 0,
    behind: last ? rows.getTotalSize() - last.end : 0,
    measure: rows.measureElement,
  };
}
