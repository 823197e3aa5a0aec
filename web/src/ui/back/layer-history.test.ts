import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBrowser } from './fake-browser.ts';
import { type Layer, LayerHistory } from './layer-history.ts';

/** An app as react-router and the sheets of Duet make it: pages by their address, layers by name. */
class FakeApp {
  readonly browser = new FakeBrowser();
  layers = new LayerHistory(this.browser);
  open: string[] = [];
  readonly #closed = new Map<string, () => void>();
  /** Layers that answer no to being closed. */
  readonly refusing = new Set<string>();
  url = '/';
  /** How often somebody went back or ahead, and what came of it. */
  presses = 0;
  asked = 0;
  shown = 0;
  #count = 0;

  constructor() {
    this.layers.replace({ idx: 0, key: 'first' });
    this.layers.listen(() => {
      this.shown += 1;
      this.url = this.browser.location.href;
    });
  }

  show(): string {
    this.#count += 1;
    const name = `layer ${this.#count}`;
    const layer: Layer = {
      close: () => {
        this.asked += 1;
        if (!this.refusing.has(name)) this.close(name);
      },
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

  back(): void {
    this.presses += 1;
    this.browser.history.go(-1);
  }

  forward(): void {
    this.presses += 1;
    this.browser.history.go(1);
  }

  routerBack(): void {
    this.presses += 1;
    this.layers.go(-1);
  }
}

/** Until nothing is on its way any more. */
const settle = () => vi.advanceTimersByTime(30_000);
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
    app.routerBack();
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

describe('a traversal that arrives after it was given up', () => {
  /** Closes a layer in a browser that takes too long to take its entry back. */
  const closeLate = () => {
    app.navigate();
    app.show();
    app.browser.traversalMs = 2500;
    app.close();
    vi.advanceTimersByTime(1);
    app.browser.traversalMs = 3;
  };
  it('closes no layer that was opened since', () => {
    closeLate();
    vi.advanceTimersByTime(1500);
    app.show();
    settle();
    expect([app.open.length, app.url, app.browser.index]).toEqual([1, '/1', 2]);
    expect([back(), back()]).toEqual([
      [0, '/1'],
      [0, '/'],
    ]);
  });
  it('leaves no page', () => {
    closeLate();
    settle();
    expect([app.url, app.browser.index]).toEqual(['/1', 1]);
    closeLate();
    vi.advanceTimersByTime(1500);
    app.show();
    app.close();
    settle();
    expect([app.url, app.browser.location.href, app.browser.index]).toEqual(['/3', '/3', 2]);
  });
  it('leaves no page that was opened since', () => {
    closeLate();
    vi.advanceTimersByTime(1500);
    app.navigate();
    settle();
    expect([app.url, app.browser.location.href]).toEqual(['/3', '/3']);
    expect([back(), back()]).toEqual([
      [0, '/1'],
      [0, '/'],
    ]);
  });
});

it('a page that is opened while an entry that was left behind is passed over ahead is one press of Back away', () => {
  app.show();
  app.show();
  app.navigate();
  app.routerBack();
  settle();
  app.forward();
  vi.advanceTimersByTime(4);
  app.navigate();
  settle();
  expect([app.url, back()]).toEqual(['/4', [0, '/']]);
});

it('a traversal that the browser drops costs one press of Back, once', () => {
  app.navigate();
  app.show();
  app.browser.dropsNext = true;
  app.close();
  settle();
  app.show();
  expect([back(), back(), back()]).toEqual([
    [1, '/1'],
    [0, '/1'],
    [0, '/'],
  ]);
});

const moves = ['back', 'forward', 'routerBack'] as const;
const others = ['show', 'close', 'push', 'replace', 'refuse', 'hang', 'wait'] as const;
type Operation = (typeof moves | typeof others)[number];

/** What somebody does, and how soon the next thing follows. */
const histories = (operations: readonly Operation[]) =>
  fc.array(
    fc.record({
      operation: fc.constantFrom(...operations),
      ms: fc.constantFrom(0, 0, 1, 2, 4, 20, 1200),
    }),
    { maxLength: 14 },
  );

function perform(operation: Operation): void {
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
    app.routerBack();
    // What an app pushes while it is going back to another page is nobody's to undo.
    settle();
  }
  if (operation === 'refuse') app.refusing.add(app.open.at(-1) ?? '');
  // From now on every traversal takes longer than anybody waits for it.
  if (operation === 'hang') app.browser.traversalMs = 1800;
  if (operation === 'wait') settle();
}

it('every press of Back does something, whatever happened before, however fast, and however late it arrives', () => {
  const run = (steps: readonly { operation: Operation; ms: number }[]) => {
    app = new FakeApp();
    for (const { operation, ms } of steps) {
      perform(operation);
      vi.advanceTimersByTime(ms);
    }
    settle();
    expect(app.asked).toBeLessThanOrEqual(app.presses);
    app.refusing.clear();
    app.browser.traversalMs = 3;
    for (let times = 0; times < 40; times += 1) {
      const { layer = 0 } = app.browser.history.state as { layer?: number };
      expect([layer, app.browser.location.href]).toEqual([app.open.length, app.url]);
      if (app.browser.index === 0) break;
      const before = [app.open.length, app.url];
      expect(back()).not.toEqual(before);
    }
    expect(app.browser.index).toBe(0);
  };
  fc.assert(fc.property(histories([...moves, ...others]), run), { numRuns: 1500 });
});

it('nothing closes and no page is left where nobody goes back or ahead', () => {
  const run = (steps: readonly { operation: Operation; ms: number }[]) => {
    app = new FakeApp();
    for (const { operation, ms } of steps) {
      perform(operation);
      vi.advanceTimersByTime(ms);
    }
    settle();
    expect([app.asked, app.shown]).toEqual([0, 0]);
  };
  fc.assert(fc.property(histories(others), run), { numRuns: 1500 });
});
