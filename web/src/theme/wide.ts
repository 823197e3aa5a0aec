import { limits } from '@duet/contract/limits';
import { useSyncExternalStore } from 'react';

const wide = matchMedia(`(min-width: ${limits.layout.wideAbovePx + 0.02}px)`);

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Whether the wide layout shows: above 768 px; exactly 768 is narrow. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
