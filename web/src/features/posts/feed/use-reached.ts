import { useCallback, useEffect, useRef } from 'react';

/**
 * Calls `onReached` with the `data-index` of each element that comes into the viewport. Put the returned function as `ref` on each of them.
 */
export function useReached(onReached: (index: number) => void): (element: HTMLElement | null) => () => void {
  const reached = useRef(onReached);
  reached.current = onReached;
  const observer = useRef<IntersectionObserver | null>(null);
  const waiting = useRef(new Set<HTMLElement>());

  useEffect(() => {
    const watching = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) reached.current(Number((target as HTMLElement).dataset.index));
      }
    });
    observer.current = watching;
    for (const element of waiting.current) watching.observe(element);
    return () => {
      watching.disconnect();
      observer.current = null;
    };
  }, []);

  return useCallback((element) => {
    if (element) {
      waiting.current.add(element);
      observer.current?.observe(element);
    }
    return () => {
      if (!element) return;
      waiting.current.delete(element);
      observer.current?.unobserve(element);
    };
  }, []);
}
