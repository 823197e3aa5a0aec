import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page, Request as Sending } from '@playwright/test';
import type { Duet } from './harness/duet.ts';
import { cards } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo } from './harness/video.ts';

const isView = (request: Sending) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/posts/view';

interface Sent {
  readonly postIds: string[];
  readonly postTypes?: Record<string, string>;
  readonly viewerId?: string;
}

/** Every call that tells of views, as it leaves. */
function watch(page: Page): { body: Sent; authorized: boolean; at: number }[] {
  const calls: ReturnType<typeof watch> = [];
  page.on('request', (request) => {
    if (!isView(request)) return;
    const authorized = 'authorization' in request.headers();
    calls.push({ body: request.postDataJSON(), authorized, at: Date.now() });
  });
  return calls;
}

async function realViews(duet: Duet, id: string): Promise<number | undefined> {
  const admin = await duet.admin();
  const { data } = await admin.api.call(postsEndpoints['posts.detail'], { params: { id } });
  return data.post.realViewsCount;
}

/** When what is kept on the page as `window[name]` was noted, and when the call of views left after it: ms of the page. */
async function sentAfter(page: Page, name: 'splashLeft' | 'playBegan'): Promise<number> {
  const at = () =>
    page.evaluate(
      (noted) => [
        (window as unknown as Record<string, number>)[noted] ?? Number.NaN,
        performance.getEntriesByType('resource').find((call) => call.name.endsWith('/api/posts/view'))
          ?.startTime ?? Number.NaN,
      ],
      name,
    );
  await expect.poll(async () => (await at()).every(Number.isFinite)).toBe(true);
  const [noted = 0, sent = 0] = await at();
  return sent - noted;
}

const card = (page: Page, id: string) => page.locator(`[data-post-id="${id}"]`);
const isSplashGone = (page: Page) => page.locator('#splash').waitFor({ state: 'detached' });

test('posts of the feed count after a dwell of 1.5 s, together after 8 s, and once [VIEW-01, VIEW-02, VIEW-04, VIEW-07, VIEW-12]', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  const admin = await duet.admin();
  const posts = [await publishText(admin, '<p>One</p>'), await publishText(admin, '<p>Two</p>')];
  const ids = posts.map(({ _id }) => _id).toSorted();
  const ana = await duet.person('ana');
  const page = await duet.page(browser, ana);
  const calls = watch(page);
  // Gone again before the dwell is over: nothing was seen. The page itself goes, by the clock of the dwell.
  await page.addInitScript(() => {
    if (location.pathname !== '/home' || sessionStorage.getItem('gone')) return;
    const look = () => {
      if (!document.querySelector('article') || document.getElementById('splash'))
        return requestAnimationFrame(look);
      sessionStorage.setItem('gone', 'yes');
      setTimeout(() => location.assign('/profile'), 300);
    };
    look();
  });
  await page.goto('/home');
  await page.waitForURL('**/profile');
  await expect(page.getByRole('heading', { name: /profile/i }).first()).toBeVisible();
  expect(calls).toEqual([]);

  await page.goto('/home');
  await cards(page).first().waitFor();
  const again = Date.now();
  await expect.poll(() => calls.length, { timeout: 20_000 }).toBe(1);
  const [call] = calls;
  expect((call?.at ?? 0) - again).toBeGreaterThan(8000);
  expect(call?.body.postIds.toSorted()).toEqual(ids);
  expect(call?.body.postTypes).toEqual(Object.fromEntries(ids.map((id) => [id, 'richText'])));
  expect([call?.authorized, call?.body.viewerId]).toEqual([true, undefined]);
  for (const id of ids) await expect.poll(() => realViews(duet, id)).toBe(1);

  await page.reload();
  await cards(page).first().waitFor();
  await isSplashGone(page);
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('duet.views') ?? '{}').queue);
  await page.waitForTimeout(2500);
  expect(await kept()).toEqual([]);
  expect(calls).toHaveLength(1);
});

test('a post that is opened by itself counts after 2 s more, for a guest by an id of the device [VIEW-09]', async ({
  duet,
  as,
}) => {
  const post = await publishText(await duet.admin(), '<p>Alone</p>');
  const page = await as(null);
  const calls = watch(page);
  await page.addInitScript(() => {
    const look = () => {
      const leaves = document.getElementById('splash')?.classList.contains('leaving');
      if (!leaves) return requestAnimationFrame(look);
      Object.assign(window, { splashLeft: performance.now() });
    };
    look();
  });
  await page.goto(`/post/${post._id}`);
  await card(page, post._id).waitFor();
  await expect.poll(() => calls.length).toBe(1);
  // 1.5 s of dwell, which begins while the splash fades, and 2 s of gathering.
  const afterMs = await sentAfter(page, 'splashLeft');
  expect(afterMs).toBeGreaterThan(3300);
  expect(afterMs).toBeLessThan(5900);
  expect(calls[0]).toMatchObject({ authorized: false, body: { postIds: [post._id] } });
  expect(calls[0]?.body.viewerId).toMatch(/^[0-9a-f]{32}$/);
  await expect.poll(() => realViews(duet, post._id)).toBe(1);
});

test('after 8 hours the same post counts as viewed again; old ones are forgotten every 30 min [VIEW-03, VIEW-11]', async ({
  duet,
  as,
}) => {
  const post = await publishText(await duet.admin(), '<p>Again</p>');
  const page = await as(null);
  const calls = watch(page);
  await page.clock.install();
  await page.goto(`/post/${post._id}`);
  await expect.poll(() => calls.length).toBe(1);
  const seen = () => page.evaluate(() => JSON.parse(localStorage.getItem('duet.views') ?? '{}').seen.length);
  expect(await seen()).toBe(1);
  await page.clock.fastForward('07:59:00');
  expect(await seen()).toBe(1);
  await page.clock.fastForward('00:31:00');
  await expect.poll(seen).toBe(0);
  await page.reload();
  await expect.poll(() => calls.length).toBe(2);
  expect(calls[1]?.body.postIds).toEqual([post._id]);
});

test('what waits is sent when the page is left [VIEW-14]', async ({ duet, as }) => {
  const post = await publishText(await duet.admin(), '<p>Leaving</p>');
  const page = await as(await duet.person('ana'), '/home');
  await card(page, post._id).waitFor();
  const queued = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('duet.views') ?? '{}').queue ?? []);
  await expect.poll(queued).toContainEqual(expect.objectContaining({ postId: post._id }));
  await page.goto('about:blank');
  await expect.poll(() => realViews(duet, post._id)).toBe(1);
});

test('a browser without keepalive sends a beacon [VIEW-14]', async ({ duet, as }) => {
  const post = await publishText(await duet.admin(), '<p>Beacon</p>');
  const page = await as(null);
  await page.addInitScript(() => {
    Reflect.deleteProperty(Request.prototype, 'keepalive');
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (...beacon) => {
      localStorage.setItem('beacon', String(beacon[0]));
      return send(...beacon);
    };
  });
  await page.goto('/home');
  await card(page, post._id).waitFor();
  const queued = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('duet.views') ?? '{}').queue ?? []);
  await expect.poll(queued).toContainEqual(expect.objectContaining({ postId: post._id }));
  await page.goto('/robots.txt');
  await expect.poll(() => realViews(duet, post._id)).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('beacon'))).toMatch(/\/api\/posts\/view$/);
});

test('a video that is played counts at once [VIEW-05]', async ({ duet, as }) => {
  const post = await publishVideo(await duet.admin(), 'Played');
  const page = await as(await duet.person('ana'));
  const calls = watch(page);
  await page.addInitScript(() => {
    const note = () => Object.assign(window, { playBegan: performance.now() });
    // Where the app listens as well, but before it.
    window.addEventListener('play', note, { capture: true, once: true });
  });
  await page.goto('/home');
  await isSplashGone(page);
  const sent = page.waitForRequest(isView);
  await card(page, post._id)
    .getByRole('button', { name: /^Play the video/ })
    .click();
  expect((await sent).postDataJSON()).toMatchObject({
    postIds: [post._id],
    postTypes: { [post._id]: 'video' },
  });
  expect(await sentAfter(page, 'playBegan')).toBeLessThan(1500);
  await expect.poll(() => realViews(duet, post._id)).toBe(1);
  expect(calls.filter(({ body }) => body.postIds.includes(post._id))).toHaveLength(1);
});

test('nothing is tracked for an admin [VIEW-06]', async ({ duet, as }) => {
  const post = await publishVideo(await duet.admin(), 'Mine');
  const page = await as(await duet.admin());
  const calls = watch(page);
  await page.goto('/home');
  await isSplashGone(page);
  await card(page, post._id)
    .getByRole('button', { name: /^Play the video/ })
    .click();
  await page.waitForTimeout(4000);
  const kept = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('duet.views') ?? '{"queue":[],"seen":[]}'),
  );
  expect([kept.queue, kept.seen]).toEqual([[], []]);
  await page.goto('about:blank');
  expect(calls).toEqual([]);
  expect(await realViews(duet, post._id)).toBe(0);
});
