import { LayerHistory } from './layer-history.ts';

let history: LayerHistory | undefined;

/** All that lies over the page. Made when it is first used: unit tests run without a window. */
export function layers(): LayerHistory {
  history ??= new LayerHistory(window);
  return history;
}

const listenerOf = (listener: EventListenerOrEventListenerObject) => (event: PopStateEvent) =>
  typeof listener === 'function' ? listener(event) : listener.handleEvent(event);

/**
 * The window that the router navigates in: its history is that of pages, without the layers over them. react-router's
 * browser history uses no more of a window than this.
 */
export const pageWindow = {
  get location() {
    return window.location;
  },
  history: {
    get state(): unknown {
      return window.history.state;
    },
    pushState: (state: unknown, _: string, url: string) => layers().push(state, url),
    replaceState: (state: unknown, _: string, url?: string) => layers().replace(state, url),
    go: (pages: number) => layers().go(pages),
  },
  addEventListener: (_: 'popstate', listener: EventListenerOrEventListenerObject) =>
    layers().listen(listenerOf(listener)),
  removeEventListener: () => layers().listen(() => undefined),
} as unknown as Window;
