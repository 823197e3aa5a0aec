import { beforeEach, expect, it, vi } from 'vitest';
import { waitingSharedFiles } from '../device/shared-files.ts';
import { receiveShare, removeOldShares } from './share-target.ts';

const MB = 1024 * 1024;

/** The browser's cache of one name, as far as it is used here. */
class KeptResponses {
  readonly entries = new Map<string, Response>();
  readonly keys = async () => [...this.entries.keys()].map((path) => new Request(`https://duet.test${path}`));
  readonly match = async (key: Request | string) => this.entries.get(this.#path(key))?.clone();
  readonly delete = async (key: Request | string) => this.entries.delete(this.#path(key));
  readonly put = async (key: string, response: Response) => void this.entries.set(key, response);

  #path(key: Request | string): string {
    return new URL(typeof key === 'string' ? key : key.url, 'https://duet.test').pathname;
  }
}

let kept: KeptResponses;
beforeEach(() => {
  kept = new KeptResponses();
  vi.stubGlobal('caches', { has: async () => true, open: async () => kept });
  vi.stubGlobal('location', new URL('https://duet.test/sw.js'));
  // Outside of a browser a redirection needs an absolute address.
  vi.spyOn(Response, 'redirect').mockImplementation(
    (url, status = 302) => new Response(null, { status, headers: { location: String(url) } }),
  );
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

const picture = (name: string, { type = 'image/png', bytes = 3 } = {}) =>
  Object.defineProperty(new File(['abc'], name, { type }), 'size', { value: bytes });

async function share(files: readonly File[], referrer = ''): Promise<string | null> {
  const formData = async () => ({ getAll: () => files });
  const response = await receiveShare({ referrer, formData } as unknown as Request);
  expect(response.status).toBe(303);
  return response.headers.get('location');
}

const names = () =>
  [...kept.entries]
    .filter(([path]) => !path.endsWith('/left-out'))
    .map(([, { headers }]) => decodeURIComponent(headers.get('X-File-Name') ?? ''));
const leftOut = () => kept.entries.get('/share-target/left-out')?.clone().text();

it('adds to what waits, in order, also when two come at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await Promise.all([share([picture('a.png'), picture('b.png')]), share([picture('c.png')])]);
  expect(names()).toEqual(['a.png', 'b.png', 'c.png']);
  expect(await leftOut()).toBeUndefined();
});

it('keeps pictures alone', async () => {
  await share([
    picture('a.html', { type: 'text/html' }),
    picture('b.png', { bytes: 0 }),
    picture('c.heic', { type: '' }),
  ]);
  expect(names()).toEqual(['c.heic']);
});

it('keeps at most 50, and says how many there was no room for', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => picture(`${at}.png`));
  await share(many(30));
  await share(many(30));
  expect(names()).toHaveLength(50);
  expect(await leftOut()).toBe('10');
});

it('keeps at most 250 MB: a smaller one that still fits is kept', async () => {
  const sizes = [200, 60, 49, 2, 1];
  await share(sizes.map((size) => picture(`${size}.png`, { bytes: size * MB })));
  expect(names()).toEqual(['200.png', '49.png', '1.png']);
  expect(await leftOut()).toBe('2');
});

it('keeps what the device has room for', async () => {
  vi.spyOn(kept, 'put').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  await share([picture('a.png'), picture('b.png')]);
  expect(names()).toEqual(['b.png']);
  expect(await leftOut()).toBe('1');
});

it('keeps nothing for longer than an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await share([picture('old.png')]);
  vi.advanceTimersByTime(59 * 60_000);
  await share([picture('new.png')]);
  expect(names()).toEqual(['old.png', 'new.png']);
  vi.advanceTimersByTime(60_000);
  await removeOldShares();
  expect(names()).toEqual(['new.png']);
});

it('is thrown away after an hour also by the page that looks for it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await share([picture('old.png')]);
  vi.advanceTimersByTime(60 * 60_000);
  expect(await waitingSharedFiles()).toEqual({ files: [], leftOut: 0 });
  expect(names()).toEqual([]);
});

it('takes nothing from a page of another site that says so', async () => {
  expect(await share([picture('a.png')], 'https://elsewhere.test/')).toBe('/home');
  expect(names()).toEqual([]);
  expect(await share([picture('b.png')], 'https://duet.test/home')).toBe('/new/gallery');
  expect(await share([picture('c.png')], 'android-app://com.example/')).toBe('/new/gallery');
  expect(names()).toEqual(['b.png', 'c.png']);
});
