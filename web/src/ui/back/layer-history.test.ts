import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HistoryWindow, type Layer, LayerHistory } from './layer-history.ts';

type Arrive = (event: PopStateEvent) => void;

/** A browser's session history as HTML describes it: traversals arrive later, in order, by steps from where one is then. */
class FakeBrowser implements HistoryWindow {
  entries: { state: unknown; url: string }[] = [{ state: null, url: '/' }];
  index = 0;
  readonly #listeners: Arrive[] = [];
  readonly location: { readonly href: string };
  readonly navigation: { readonly canGoForward: boolean };
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
    };
    this.history = {
      get state() {
        return browser.#present.state;
      },
      get length() {
        return browser.entries.length;
      },
      go: (steps = 0) => void setTimeout(() => browser.#traverse(steps), 3),
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

/** An app as react-router and the sheets of Duet make it: pages by their address, layers by name. */
class FakeApp {
  readonly browser = new FakeBrowser();
  layers = new LayerHistory(this.browser);
  open: string[] = [];
  readonly #closed = new Map<string, () => void>();
  /** Layers that answer no to being closed. */
  readonly refusing = new Set<string>();
  url = '/';
  #count = 0;

  constructor() {
    this.layers.replace({ idx: 0, key: 'first' });
    this.layers.listen(() => {
      this.url = this.browser.location.href;
    });
  }

  show(): string {
    this.#count += 1;
    const name = `layer ${this.#count}`;
    const layer: Layer = {
      close: () => this.refusing.has(name) || this.close(name),
      leave: () => this.close(name),
    };
    this.open.push(name);
    this.#closed.set(name, this.layers.open(layer));
    return name;
  }

  close(name = this.open.at(-1)): void {
    if (name === undefined || !this.open.includes(name)) return;
    this.open = this.open.filter((other) => other !== name);
    this.#closed.get(name)?.();
  }

  navigate(replace = false): void {
    this.#count += 1;
    const url = `/${this.#count}`;
    const { idx = 0 } = this.browser.history.state as { idx?: number };
    const state = { idx: replace ? idx : idx + 1, key: `key ${this.#count}`, usr: null };
    if (replace) this.layers.replace(state, url);
    else this.layers.push(state, url);
    this.url = url;
  }

  back = (): void => this.browser.history.go(-1);
  forward = (): void => this.browser.history.go(1);
}

/** Until nothing is on its way any more. */
const settle = () => vi.advanceTimersByTime(5000);
let app: FakeApp;
/** Goes back once; answers what is open and where one is. */
const back = () => {
  app.back();
  settle();
  return [app.open.length, app.url];
};

beforeEach(() => {
  vi.useFakeTimers();
  app = new FakeApp();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('going back', () => {
  it('closes one layer after the other, then leaves the page', () => {
    app.navigate();
    app.show();
    app.show();
    expect([back(), back(), back()]).toEqual([
      [1, '/1'],
      [0, '/1'],
      [0, '/'],
    ]);
  });
  it('leaves the page at once when the layer was closed otherwise, also a moment before', () => {
    for (const wait of [settle, () => undefined]) {
      app.navigate();
      app.show();
      app.close();
      wait();
      expect(back()).toEqual([0, '/']);
    }
  });
  it('twice quickly closes two layers, or a layer and the page', () => {
    app.navigate();
    app.show();
    app.show();
    app.back();
    expect(back()).toEqual([0, '/1']);
    app.show();
    app.back();
    expect(back()).toEqual([0, '/']);
  });
  it('leaves a layer that refuses to close, which has an entry again', () => {
    app.navigate();
    const name = app.show();
    app.refusing.add(name);
    expect([back(), back()]).toEqual([
      [1, '/1'],
      [1, '/1'],
    ]);
    app.refusing.clear();
    expect([back(), back()]).toEqual([
      [0, '/1'],
      [0, '/'],
    ]);
  });
  it('comes to the page of a layer from which one went on, and then leaves that', () => {
    app.navigate();
    app.show();
    app.show();
    app.navigate();
    expect(app.open).toEqual([]);
    expect([back(), back()]).toEqual([
      [0, '/1'],
      [0, '/'],
    ]);
  });
  it('takes an address along that was replaced under a layer', () => {
    app.navigate();
    app.show();
    app.navigate(true);
    app.close();
    settle();
    expect(app.browser.location.href).toBe(app.url);
    expect(back()).toEqual([0, '/']);
  });
  it('finds the page that was pushed while an entry was being taken back', () => {
    app.navigate();
    app.show();
    app.close();
    // The traversal has been asked for and has not arrived.
    vi.advanceTimersByTime(1);
    app.navigate();
    settle();
    expect(app.browser.location.href).toBe(app.url);
    expect([back(), back()]).toEqual([
      [0, '/1'],
      [0, '/'],
    ]);
  });
  it('by the router goes to the former page, whatever is open', () => {
    app.navigate();
    app.show();
    app.layers.go(-1);
    settle();
    expect([app.open.length, app.url]).toEqual([0, '/']);
  });
});

it('going forward onto a layer that is closed shows its page, and leads further where there is more', () => {
  app.navigate();
  app.show();
  back();
  app.forward();
  settle();
  expect([app.url, back()]).toEqual(['/1', [0, '/']]);
  app.forward();
  settle();
  app.show();
  app.show();
  app.navigate();
  back();
  app.forward();
  settle();
  expect([app.url, back(), back()]).toEqual(['/5', [0, '/1'], [0, '/']]);
});

it('a page that was loaded again with a layer open goes back to the entry of the page', () => {
  app.navigate();
  app.show();
  app.open = [];
  // The document is another one; the browser's history stays.
  const { entries, index } = app.browser;
  app = new FakeApp();
  Object.assign(app.browser, { entries, index });
  app.layers = new LayerHistory(app.browser);
  settle();
  expect([app.browser.index, app.browser.location.href]).toEqual([1, '/1']);
});

const operations = [
  'show',
  'close',
  'push',
  'replace',
  'back',
  'forward',
  'routerBack',
  'refuse',
  'wait',
] as const;

it('every press of Back does something, whatever happened before and however fast', () => {
  const run = (steps: readonly { operation: (typeof operations)[number]; ms: number }[]) => {
    app = new FakeApp();
    for (const { operation, ms } of steps) {
      if (operation === 'show') app.show();
      if (operation === 'close') app.close();
      if (operation === 'push') app.navigate();
      if (operation === 'replace') {
        // A page changes its address once it has arrived.
        settle();
        app.navigate(true);
      }
      if (operation === 'back') app.back();
      if (operation === 'forward') app.forward();
      if (operation === 'routerBack') {
        app.layers.go(-1);
        // What an app pushes while it is going back to another page is nobody's to undo.
        settle();
      }
      if (operation === 'refuse') app.refusing.add(app.open.at(-1) ?? '');
      if (operation === 'wait') settle();
      vi.advanceTimersByTime(ms);
    }
    settle();
    app.refusing.clear();
    for (let times = 0; times < 40; times += 1) {
      const { layer = 0 } = app.browser.history.state as { layer?: number };
      expect([layer, app.browser.location.href]).toEqual([app.open.length, app.url]);
      if (app.browser.index === 0) break;
      const before = [app.open.length, app.url];
      expect(back()).not.toEqual(before);
    }
    expect(app.browser.index).toBe(0);
  };
  const step = fc.record({
    operation: fc.constantFrom(...operations),
    ms: fc.constantFrom(0, 0, 1, 2, 4, 20),
  });
  fc.assert(fc.property(fc.array(step, { maxLength: 14 }), run), { numRuns: 1500 });
});
