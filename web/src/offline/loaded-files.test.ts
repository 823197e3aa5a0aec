import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notifyLoaded } from './loaded-files.ts';

const site = 'https://duet.example';
/** The page has loaded these. */
let load: (...paths: string[]) => void;

beforeEach(() => {
  vi.stubGlobal('location', new URL(`${site}/home`));
  class Observer {
    constructor(tell: (list: { getEntries: () => object[] }) => void) {
      load = (...paths) => tell({ getEntries: () => paths.map((path) => ({ name: site + path })) });
    }
    observe() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer);
});
afterEach(() => vi.unstubAllGlobals());

it('tells of all files of the app that the page has loaded, each time that there is another', () => {
  const told: unknown[] = [];
  notifyLoaded({ postMessage: (message: unknown) => told.push(message) });
  load('/assets/app.js', '/api/posts', '/assets/feed.js');
  load('/assets/viewer.js');
  load('/media/1.jpg', '/assets/feed.js');
  const files = [`${site}/assets/app.js`, `${site}/assets/feed.js`];
  expect(told).toEqual([{ loaded: files }, { loaded: [...files, `${site}/assets/viewer.js`] }]);
});
