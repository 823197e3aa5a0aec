import { type RefObject, useLayoutEffect } from 'react';

/**
 * Lets the browser leave out what is not in sight, at its measured height: the box scrolls as if all of it were
 * drawn, however long the conversation is. What changes later is measured by the browser when it comes into sight.
 */
export function useSettled(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!element.current) return;
    const { height } = element.current.getBoundingClientRect();
    element.current.style.containIntrinsicBlockSize = `auto ${height}px`;
    element.current.style.contentVisibility = 'auto';
  }, [element]);
}
