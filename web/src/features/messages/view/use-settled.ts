import { type RefObject, useLayoutEffect } from 'react';

/**
 * Lets the browser leave out what is not in sight, at its measured height: the box scrolls as if all of it were
 * drawn, however long the conversation is.
 */
export function useSettled(element: RefObject<HTMLElement | null>): void {
  // After every rendering: what is in it may have become higher.
  useLayoutEffect(() => {
    const { style } = element.current ?? {};
    if (!element.current || !style) return;
    style.contentVisibility = 'visible';
    const { height } = element.current.getBoundingClientRect();
    style.containIntrinsicBlockSize = `auto ${height}px`;
    style.contentVisibility = 'auto';
  });
}
