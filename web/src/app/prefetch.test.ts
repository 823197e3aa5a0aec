import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearer } from '../api/bearer.ts';
import { queryClient } from '../api/queries.ts';
import { feedQuery, postQuery } from '../features/posts/cache/queries.ts';
import { setLanguage } from '../i18n/language.ts';

const page = { success: true, data: { posts: [], pagination: { page: 1, limit: 20, hasMore: false } } };
const fetched = vi.fn(async () => Response.json(page));

const open = (pathname: string, kept: Readonly<Record<string, string>> = {}) => {
  vi.stubGlobal('location', { pathname });
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept[key] ?? null });
};

const headersAsked = () =>
  (fetched.mock.calls as unknown as [string, { headers: Headers }][])[0]?.[1].headers;

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {}, querySelector: () => null });
  vi.stubGlobal('fetch', fetched);
  await setLanguage('en');
  open('/home');
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'duetPrefetch');
  vi.resetModules();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  fetched.mockClear();
  queryClient.clear();
});

const importPrefetch = () => import('./prefetch.ts');
const showFeed = (viewer = 'guest') => queryClient.fetchQuery({ ...feedQuery(viewer, 1), retry: false });

describe('the feed that was prefetched', () => {
  it('is not asked for again', async () => {
    await importPrefetch();
    expect(fetched).toHaveBeenCalledTimes(1);
    expect((await showFeed()).posts).toEqual([]);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('is taken once', async () => {
    await importPrefetch();
    await showFeed();
    queryClient.clear();
    await showFeed();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it("carries the person's token, and is not shown to somebody else", async () => {
    open('/home', { 'duet.token': 'duet_one' });
    await importPrefetch();
    expect(headersAsked()?.get('Authorization')).toBe('Bearer duet_one');
    vi.spyOn(bearer, 'token').mockReturnValue(null);
    await showFeed();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it.each([
    [{ 'duet.user': '{"username":"ana","language":"ro"}', 'duet.language': 'en' }, 'ro'],
    [{ 'duet.language': 'en' }, 'en'],
    [{}, 'ro'],
  ])('is asked for in the language that the app will speak with %j', async (kept, language) => {
    vi.stubGlobal('navigator', { languages: ['ro'] });
    open('/home', kept);
    await importPrefetch();
    expect(headersAsked()?.get('Accept-Language')).toBe(language);
  });

  it('is asked for again when it did not come', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await importPrefetch();
    expect((await showFeed()).posts).toEqual([]);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it.each(['/login', '/post', '/post/a/b'])('is not asked for on %s', async (pathname) => {
    open(pathname);
    await importPrefetch();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is the post alone on the page of a post', async () => {
    open('/post/01a1-b');
    fetched.mockResolvedValueOnce(Response.json({ success: true, data: { post: { _id: '01a1-b' } } }));
    await importPrefetch();
    expect(await queryClient.fetchQuery({ ...postQuery('guest', '01a1-b'), retry: false })).toEqual({
      _id: '01a1-b',
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  describe('the first pictures', () => {
    const picture = (name: string) => ({
      url: `/media/photos/${name}.jpg`,
      thumbnailUrl: `/media/photos/${name}_thumb.jpg`,
      sources: [640, 1280].map((width) => ({ url: `/media/photos/${name}_${width}.webp`, width })),
      width: 1600,
      height: 1200,
    });
    const posts = [
      { postType: 'richText', media: [picture('sea')] },
      { postType: 'gallery', media: ['a', 'b', 'c', 'd'].map(picture) },
      { postType: 'gallery', media: [picture('below')] },
    ];
    let asked: Partial<HTMLImageElement>[];
    beforeEach(() => {
      asked = [];
      class Asked {
        constructor() {
          asked.push(this as Partial<HTMLImageElement>);
        }
      }
      vi.stubGlobal('Image', Asked);
      fetched.mockResolvedValueOnce(Response.json({ success: true, data: { ...page.data, posts } }));
    });

    it('are asked for in the sizes in which they will be shown', async () => {
      await importPrefetch();
      await vi.waitFor(() => expect(asked).toHaveLength(2));
      expect(asked.map(({ srcset }) => srcset)).toEqual([
        '/media/photos/sea_640.webp 640w, /media/photos/sea_1280.webp 1280w',
        '/media/photos/a_640.webp 640w, /media/photos/a_1280.webp 1280w',
      ]);
      expect(asked.map(({ sizes }) => sizes)).toEqual([
        '(min-width: 768.02px) 600px, 100vw',
        '(min-width: 768.02px) 400px, 67vw',
      ]);
    });

    it("are the first two of a gallery on its own page, and one of a text's", async () => {
      const [text, gallery] = posts;
      for (const [post, count] of [
        [gallery, 2],
        [{ ...text, media: ['sea', 'lake'].map(picture) }, 1],
      ] as const) {
        asked = [];
        open('/post/01a1-b');
        fetched.mockReset().mockResolvedValueOnce(Response.json({ success: true, data: { post } }));
        vi.resetModules();
        await importPrefetch();
        await vi.waitFor(() => expect(asked).toHaveLength(count));
        expect(asked.map(({ sizes }) => sizes)).toEqual(
          Array(count).fill('(min-width: 768.02px) 600px, 100vw'),
        );
      }
    });

    it("wait until the app's own code has come, to take nothing from it", async () => {
      vi.stubGlobal('document', { documentElement: {}, querySelector: () => ({ src: 'app.js' }) });
      const told = Promise.withResolvers<(name: string) => void>();
      const disconnect = vi.fn();
      class Observer {
        disconnect = disconnect;
        observe = () => told.resolve((come) => this.hear(come));
        readonly hear: (come: string) => void;
        constructor(callback: (list: unknown) => void) {
          this.hear = (come) => callback({ getEntriesByName: (name: string) => (name === come ? [{}] : []) });
        }
      }
      vi.stubGlobal('PerformanceObserver', Observer);
      await importPrefetch();
      const tell = await told.promise;
      tell('style.css');
      expect(asked).toHaveLength(0);
      tell('app.js');
      await vi.waitFor(() => expect(asked).toHaveLength(2));
      expect(disconnect).toHaveBeenCalledOnce();
    });
  });
});
