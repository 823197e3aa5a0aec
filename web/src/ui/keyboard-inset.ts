import { type RefObject, useEffect } from 'react';

/** Less than this, in px, is the browser's own bars coming and going, not a keyboard. */
const leastPx = 80;

/**
 * Tells an element how much of the window's foot the on-screen keyboard covers, as `--keyboard`: browsers lay it
 * over what is fixed there.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const measure = () => {
      const covered = window.innerHeight - seen.height - seen.offsetTop;
      const keyboard = seen.scale === 1 && covered > leastPx ? covered : 0;
      element.current?.style.setProperty('--keyboard', `${Math.round(keyboard)}px`);
    };
    measure();
    seen.addEventListener('resize', measure);
    seen.addEventListener('scroll', measure);
    return () => {
      seen.removeEventListener('resize', measure);
      seen.removeEventListener('scroll', measure);
    };
  }, [element]);
}
