import type { HistoryWindow } from './layer-history.ts';

type Arrive = (event: PopStateEvent) => void;

/** A browser's session history as HTML describes it: traversals arrive later, in order, by steps from where one is then. */
export class FakeBrowser implements HistoryWindow {
  entries: { state: unknown; url: string }[] = [{ state: null, url: '/' }];
  index = 0;
  /** How long a traversal takes that is asked for now, in ms. */
  traversalMs = 3;
  /** Whether the next traversal never arrives. */
  dropsNext = false;
  /** When the last traversal arrives that was asked for: none overtakes another. */
  #lastAt = 0;
  readonly #listeners: Arrive[] = [];
  readonly location: { readonly href: string };
  readonly navigation: NonNullable<HistoryWindow['navigation']>;
  readonly history: HistoryWindow['history'];

  constructor() {
    const browser = this;
    this.location = {
      get href() {
        return browser.#present.url;
      },
    };
    this.navigation = {
      get canGoForward() {
        return browser.index < browser.entries.length - 1;
      },
      get currentEntry() {
        return { index: browser.index };
      },
      entries: () => browser.entries,
    };
    this.history = {
      get state() {
        return browser.#present.state;
      },
      get length() {
        return browser.entries.length;
      },
      go: (steps = 0) => {
        const isDropped = browser.dropsNext;
        browser.dropsNext = false;
        if (isDropped) return;
        browser.#lastAt = Math.max(browser.#lastAt, Date.now() + browser.traversalMs);
        setTimeout(() => browser.#traverse(steps), browser.#lastAt - Date.now());
      },
      pushState: (state, _, url) => {
        const href = String(url ?? browser.#present.url);
        browser.entries = [...browser.entries.slice(0, browser.index + 1), { state, url: href }];
        browser.index += 1;
      },
      replaceState: (state, _, url) => {
        browser.entries[browser.index] = { state, url: String(url ?? browser.#present.url) };
      },
    };
  }

  get #present() {
    return this.entries[this.index] ?? { state: null, url: '' };
  }

  addEventListener(_: 'popstate', listener: Arrive): void {
    this.#listeners.push(listener);
  }

  #traverse(steps: number): void {
    const to = this.index + steps;
    if (steps === 0 || to < 0 || to >= this.entries.length) return;
    this.index = to;
    for (const listener of this.#listeners) listener({ state: this.#present.state } as PopStateEvent);
  }
}
