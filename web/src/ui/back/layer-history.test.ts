import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { LayerHistory } from './layer-history.ts';

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

it.each([
  ['where the site was entered', [], 0],
  ['after another page', [{ state: { idx: 0, key: 'before' }, url: '/before' }], 1],
])(
  'a page whose entry took over the state of a layer as it was loaded again stays, %s',
  (_, before, index) => {
    app = new FakeApp();
    const state = { idx: index, key: 'page', layer: 1 };
    Object.assign(app.browser, { entries: [...before, { state, url: '/page' }], index });
    app.layers = new LayerHistory(app.browser);
    settle();
    expect([app.browser.index, app.browser.location.href]).toEqual([index, '/page']);
    expect(app.browser.history.state).toEqual({ ...state, layer: 0 });
  },
);

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
