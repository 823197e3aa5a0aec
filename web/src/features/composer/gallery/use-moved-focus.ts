import { useEffect, useRef } from 'react';
import type { GalleryItem } from './gallery-item.ts';

type Side = 'left' | 'right';

/**
 * Keeps the focus on the button that has moved a picture, for whoever orders by keys: an element that is put elsewhere
 * loses it. At an end, where that button rests, the other one gets it.
 */
export function useMovedFocus(items: readonly GalleryItem[]): (key: string, side: Side) => void {
  const wanted = useRef<{ key: string; side: Side } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new order may have moved it
  useEffect(() => {
    if (!wanted.current) return;
    const { key, side } = wanted.current;
    wanted.current = null;
    const tile = document.querySelector(`[data-item="${CSS.escape(key)}"]`);
    const button = tile?.querySelector<HTMLElement>(`[data-move=${side}]:enabled`);
    (button ?? tile?.querySelector<HTMLElement>('[data-move]:enabled'))?.focus();
  }, [items]);

  return (key, side) => {
    wanted.current = { key, side };
  };
}
