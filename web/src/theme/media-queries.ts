import { limits } from '@duet/contract/limits';
import { useSyncExternalStore } from 'react';

/** Whether the window matches a media query, now and whenever that changes. */
function matching(query: string): () => boolean {
  const list = matchMedia(query);
  const subscribe = (listener: () => void) => {
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => list.matches);
}

/** Whether the wide layout shows: above 768 px; exactly 768 is narrow. */
export const useWideLayout = matching(`(min-width: ${limits.layout.wideAbovePx + 0.02}px)`);

/** Whether there is room for a second column: from 1200 px. */
export const useTwoColumns = matching(`(min-width: ${limits.layout.besideFromPx}px)`);

/** Whether the person wants little to move. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
