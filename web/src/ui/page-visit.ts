import { createContext, useContext, useEffect, useRef } from 'react';

/** What a page knows of itself while it stands in the document, before or behind another one. */
interface PageVisit {
  /** How often somebody has come to it: 1 at first. It goes up whenever it is entered again. */
  readonly arrivals: number;
  /** Whether it is the page that is looked at. */
  readonly isShown: boolean;
  /** What its route's path takes out of its address: `id` of `/post/:id`. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

export const PageVisitContext = createContext<PageVisit>({ arrivals: 1, isShown: true, parameters: {} });

export const usePageVisit = (): PageVisit => useContext(PageVisitContext);

/** Calls `handleArrival` at each arrival at this page, the first one included. A page stays in the document behind others. */
export function useArrival(handleArrival: () => void): void {
  const { arrivals, isShown } = usePageVisit();
  const handler = useRef(handleArrival);
  handler.current = handleArrival;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further arrival is what calls it again
  useEffect(() => {
    if (isShown) handler.current();
  }, [arrivals, isShown]);
}
