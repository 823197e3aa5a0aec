import type { AppRoute } from '../routes.tsx';

type Parameters = Readonly<Record<string, string | undefined>>;

/** A page that stands in the document. */
export interface StackedPage {
  readonly id: number;
  readonly route: AppRoute;
  /** Two addresses with the same key are shown by the same page. */
  readonly key: string;
  readonly parameters: Parameters;
  /** The entries of the session history, by react-router's `idx`, that lead to it. A page that none leads to is removed. */
  readonly entries: readonly number[];
  readonly arrivals: number;
}

/** The pages that stand in the document: the one that is looked at, and those that one comes back to with all that is in them. */
export interface PageStack {
  readonly pages: readonly StackedPage[];
  /** The page that is looked at; null at an address that shows none. */
  readonly shown: number | null;
  /** The page that is moving out; null while nothing moves. */
  readonly leaving: number | null;
  readonly direction: 'forward' | 'back';
  /** Where in the session history one is. */
  readonly entry: number;
  readonly lastId: number;
}

/** Which page an address asks for; null where it asks for none. */
export type Destination = Pick<StackedPage, 'route' | 'key' | 'parameters'> | null;

export interface Navigation {
  readonly to: Destination;
  readonly action: 'PUSH' | 'REPLACE' | 'POP';
  readonly entry: number;
  /** Whether the former page is seen while it moves out. */
  readonly animated: boolean;
}

const isNeeded = ({ entries }: StackedPage) => entries.length > 0;

/** A page of one post, say: its address has a part that differs. */
const isOfOneThing = ({ path }: AppRoute) => path.includes(':');

/** Entries of a page that still lead to it after a navigation. */
function entriesLeft({ entries, route }: StackedPage, { action, entry }: Navigation, from: number) {
  if (action === 'POP') {
    // Going ahead again finds a form as it was left; a post is made anew.
    const isBack = entry < from;
    return isBack && isOfOneThing(route) ? entries.filter((one) => one <= entry) : entries;
  }
  // What lay ahead of an entry that was pushed is gone from the browser's history.
  return entries.filter((one) => (action === 'REPLACE' ? one !== entry : one < entry));
}

/** The pages after a navigation. */
export function navigated(stack: PageStack, navigation: Navigation): PageStack {
  const { to, entry, animated } = navigation;
  if (!to) return { ...stack, entry };
  const found = stack.pages.find(
    (page) => page.key === to.key && (isNeeded(page) || page.id === stack.shown),
  );
  const shown = found?.id ?? stack.lastId + 1;
  const isSame = shown === stack.shown;
  const leaving = isSame ? stack.leaving : animated ? stack.shown : null;
  const pages = stack.pages.map((page) => {
    const entries = entriesLeft(page, navigation, stack.entry);
    if (page.id !== shown) return { ...page, entries };
    const arrivals = isSame ? page.arrivals : page.arrivals + 1;
    return { ...page, ...to, arrivals, entries: [...entries.filter((one) => one !== entry), entry] };
  });
  if (!found) pages.push({ ...to, id: shown, entries: [entry], arrivals: 1 });
  return {
    pages: pages.filter((page) => isNeeded(page) || page.id === leaving),
    shown,
    leaving,
    direction: isSame ? stack.direction : entry < stack.entry ? 'back' : 'forward',
    entry,
    lastId: Math.max(shown, stack.lastId),
  };
}

/** The pages once the one that is moving out has gone. */
export const settled = (stack: PageStack): PageStack => ({
  ...stack,
  leaving: null,
  pages: stack.pages.filter(isNeeded),
});

const empty: PageStack = {
  pages: [],
  shown: null,
  leaving: null,
  direction: 'forward',
  entry: 0,
  lastId: 0,
};

/** The page that a load of the document begins with. */
export const firstStack = (to: Destination, entry: number): PageStack =>
  navigated(empty, { to, entry, action: 'REPLACE', animated: false });
