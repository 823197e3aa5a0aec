import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

type Answer = (request: Request, signal?: AbortSignal | null) => Promise<Response>;

/** A browser's caches, as far as they are used here. */
class KeptFiles {
  readonly #caches = new Map<string, Map<string, Response>>();
  isFull = false;
  isBroken = false;

  #cache(name: string): Map<string, Response> {
    const cache = this.#caches.get(name) ?? new Map<string, Response>();
    this.#caches.set(name, cache);
    return cache;
  }
  readonly has = async (name: string) => this.#caches.has(name);
  async match(key: Request | string, { cacheName }: { readonly cacheName: string }) {
    if (this.isBroken) throw new DOMException('broken', 'UnknownError');
    return this.#cache(cacheName).get(pathOf(key))?.clone();
  }
  async open(name: string) {
    const cache = this.#cache(name);
    return {
      put: async (key: Request | string, response: Response) => {
        if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
        cache.set(pathOf(key), new Response(await response.text(), response));
      },
      add: async (address: string) => {
        cache.set(pathOf(address), await answer(new Request(address)));
      },
      keys: async () => [...cache.keys()].map((path) => ({ url: site + path })),
      delete: async ({ url }: Pick<Request, 'url'>) => cache.delete(pathOf(url)),
    };
  }
}

const site = 'https://duet.example';
const pathOf = (key: Request | string) => new URL(typeof key === 'string' ? key : key.url, site).pathname;
const html = (text: string) =>
  new Response(`<html>${text}</html>`, { headers: { 'Content-Type': 'text/html' } });

const listeners = new Map<string, (event: unknown) => void>();
let kept: KeptFiles;
let answer: Answer;

beforeAll(async () => {
  const addEventListener = (name: string, listener: (event: unknown) => void) =>
    listeners.set(name, listener);
  vi.stubGlobal('self', { addEventListener });
  await import('./service-worker.ts');
});
beforeEach(() => {
  kept = new KeptFiles();
  vi.stubGlobal('caches', kept);
  vi.stubGlobal('location', new URL(`${site}/sw.js`));
  vi.stubGlobal('fetch', (request: Request, { signal }: RequestInit = {}) => answer(request, signal));
  // Follows the clock of the test.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What a page gets for this address, and what its worker still does afterwards. */
function opened(path: string, mode: 'navigate' | 'cors') {
  const request = Object.defineProperty(new Request(site + path), 'mode', { value: mode });
  let given: Promise<Response> | undefined;
  const later: Promise<unknown>[] = [];
  const respondWith = (response: Promise<Response>) => {
    given = response;
  };
  listeners.get('fetch')?.({ request, respondWith, waitUntil: (work: Promise<unknown>) => later.push(work) });
  return { text: given?.then((response) => response.text()), later };
}
const page = (path: string) => opened(path, 'navigate');

/** Opens a page, and waits for what is kept of it. */
async function visit(path: string): Promise<string | undefined> {
  const { text, later } = page(path);
  const shown = await text;
  await Promise.all(later);
  return shown;
}

it('gives what the network gave where the device has no room to keep it', async () => {
  answer = async () => html('old');
  await visit('/home');
  kept.isFull = true;
  answer = async (request) => (request.url.includes('/assets/') ? new Response('export {};') : html('new'));
  expect(await visit('/home')).toContain('new');
  expect(await opened('/assets/app-x.js', 'cors').text).toBe('export {};');
});

it('asks the network where what is kept cannot be read', async () => {
  kept.isBroken = true;
  answer = async () => new Response('export {};');
  expect(await opened('/assets/app-x.js', 'cors').text).toBe('export {};');
});

it('shows the page that is kept where the network gives none', async () => {
  answer = async () => html('old');
  await visit('/home');
  answer = () => Promise.reject(new TypeError('no network'));
  expect(await visit('/users')).toContain('old');
});

/** A network that answers after so long, unless it is given up. */
const slow =
  (text: string, ms: number): Answer =>
  (_request, signal) =>
    new Promise((resolve, reject) => {
      setTimeout(() => resolve(html(text)), ms);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });

it('waits on for a slow network where nothing is kept', async () => {
  vi.useFakeTimers();
  answer = slow('late', 20_000);
  const { text } = page('/home');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await text).toContain('late');
});

it('shows the page that is kept after 4 s of a slow network, and keeps what comes later', async () => {
  answer = async () => html('old');
  await visit('/home');
  vi.useFakeTimers();
  answer = slow('late', 20_000);
  const { text, later } = page('/home');
  await vi.advanceTimersByTimeAsync(4000);
  expect(await text).toContain('old');
  await vi.advanceTimersByTimeAsync(16_000);
  await Promise.all(later);
  answer = () => Promise.reject(new TypeError('no network'));
  expect(await page('/home').text).toContain('late');
});

it('shows the page that is kept where the body of another one breaks off', async () => {
  answer = async () => html('old');
  await visit('/home');
  answer = async () => {
    const cut = new ReadableStream({ start: (body) => body.error(new TypeError('cut off')) });
    return new Response(cut, { headers: { 'Content-Type': 'text/html' } });
  };
  expect(await visit('/post/01a1f9f1')).toContain('old');
});

it('keeps what a page has loaded while what an earlier word of it leaves unused is let go of', async () => {
  answer = async () => new Response('');
  const files = await kept.open('duet-assets');
  const [sheet, first] = [`${site}/assets/sheet.js`, `${site}/assets/first.js`];
  await files.add(sheet);
  for (let at = 0; at < 250; at += 1) await files.add(`${site}/assets/old-${at}.js`);
  const later: Promise<unknown>[] = [];
  const tell = (loaded: readonly string[]) =>
    listeners.get('message')?.({
      data: { loaded },
      source: {},
      waitUntil: (work: Promise<unknown>) => later.push(work),
    });
  tell([first]);
  tell([first, sheet]);
  await Promise.all(later);
  const names = new Set((await files.keys()).map(({ url }) => url));
  expect([names.has(first), names.has(sheet), names.size]).toEqual([true, true, 200]);
});
