import { limits } from '@duet/contract/limits';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page, Request as Sending } from '@playwright/test';
import type { Duet } from './harness/duet.ts';
import { cards } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
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
function watch(page: Page): { body: Sent; authorized: boolean }[] {
  const calls: ReturnType<typeof watch> = [];
  page.on('request', (request) => {
    if (!isView(request)) return;
    const authorized = 'authorization' in request.headers();
    calls.push({ body: request.postDataJSON(), authorized });
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

/** Keeps as `window.splashLeft` when the splash of every page that is loaded from now on left, in ms of the page. */
const noteSplash = (page: Page) =>
  page.addInitScript(() => {
    const look = () => {
      const leaves = document.getElementById('splash')?.classList.contains('leaving');
      if (!leaves) return requestAnimationFrame(look);
      Object.assign(window, { splashLeft: performance.now() });
    };
    look();
  });

/** The views that wait on the device. */
const queued = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('duet.views') ?? '{}').queue ?? []);

const card = (page: Page, id: string) => page.locator(`[data-post-id="${id}"]`);

test('posts of the feed count after a dwell of 1.5 s, together after 8 s, and once [VIEW-01, VIEW-02, VIEW-04, VIEW-07, VIEW-12]', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  const admin = await duet.admin();
  const posts = [await publishText(admin, '<p>One</p>'), await publishText(admin, '<p>Two</p>')];
  const ids = posts.map(({ _id }) => _id).toSorted();
  const ana = await duet.person('ana');
  // Gone again before the dwell is over: nothing was seen. Time stands still, or the dwell could end while the page goes.
  const passing = await duet.page(browser, ana);
  const unseen = watch(passing);
  await passing.clock.install();
  await passing.clock.pauseAt(Date.now() + 60_000);
  await passing.goto('/home');
  const splash = async () => {
    await passing.clock.runFor(100);
    return passing.locator('#splash').count();
  };
  await expect.poll(splash, { intervals: [20] }).toBe(0);
  await expect(cards(passing).first()).toBeInViewport();
  await passing.clock.runFor(300);
  expect(await queued(passing)).toEqual([]);
  await passing.goto('about:blank');
  expect(unseen).toEqual([]);

  const page = await duet.page(browser, ana);
  const calls = watch(page);
  await noteSplash(page);
  await page.goto('/home');
  await expect.poll(() => calls.length, { timeout: 20_000 }).toBe(1);
  const [call] = calls;
  expect(await sentAfter(page, 'splashLeft')).toBeGreaterThan(8000);
  expect(call?.body.postIds.toSorted()).toEqual(ids);
  expect(call?.body.postTypes).toEqual(Object.fromEntries(ids.map((id) => [id, 'richText'])));
  expect([call?.authorized, call?.body.viewerId]).toEqual([true, undefined]);
  for (const id of ids) await expect.poll(() => realViews(duet, id)).toBe(1);

  // One more beside them: once that is seen, so are the others.
  const third = await publishText(admin, '<p>Three</p>');
  await page.reload();
  await expect.poll(() => queued(page)).toContainEqual(expect.objectContaining({ postId: third._id }));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await queued(page)).toHaveLength(1);
  expect(calls).toHaveLength(1);
});

test('a post that is opened by itself counts after 2 s more, for a guest by an id of the device [VIEW-09]', async ({
  duet,
  as,
}) => {
  const post = await publishText(await duet.admin(), '<p>Alone</p>');
  const page = await as(null);
  const calls = watch(page);
  await noteSplash(page);
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
  // Elsewhere in the app: a post that stays in sight may be shown anew meanwhile, and then counts as viewed again.
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  // What is due meanwhile runs once, at the end; from there on each cleanup at its time.
  await page.clock.fastForward('07:59:30');
  await page.clock.runFor('29:00');
  expect(await seen()).toBe(1);
  await page.clock.runFor('01:30');
  await expect.poll(seen).toBe(0);
  await page.goto(`/post/${post._id}`);
  await expect.poll(() => calls.length).toBe(2);
  expect(calls[1]?.body.postIds).toEqual([post._id]);
});

test('what waits is sent when the page is left [VIEW-14]', async ({ duet, as }) => {
  const post = await publishText(await duet.admin(), '<p>Leaving</p>');
  const page = await as(await duet.person('ana'), '/home');
  await card(page, post._id).waitFor();
  await expect.poll(() => queued(page)).toContainEqual(expect.objectContaining({ postId: post._id }));
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
  await expect.poll(() => queued(page)).toContainEqual(expect.objectContaining({ postId: post._id }));
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
  await splashIsGone(page);
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
  await page.clock.install();
  await page.goto('/home');
  await splashIsGone(page);
  await card(page, post._id)
    .getByRole('button', { name: /^Play the video/ })
    .click();
  const playing = card(page, post._id).locator('video');
  await expect.poll(() => playing.evaluate((video: HTMLVideoElement) => video.played.length)).toBe(1);
  await expect(card(page, post._id)).toBeInViewport();
  await page.clock.runFor(limits.views.dwellMs + limits.views.feed.delayMs);
  const kept = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('duet.views') ?? '{"queue":[],"seen":[]}'),
  );
  expect([kept.queue, kept.seen]).toEqual([[], []]);
  await page.goto('about:blank');
  expect(calls).toEqual([]);
  expect(await realViews(duet, post._id)).toBe(0);
});
