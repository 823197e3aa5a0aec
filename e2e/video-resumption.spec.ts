import type { Locator, Page } from '@playwright/test';
import type { Duet } from './harness/duet.ts';
import { cardOf, cards, changePosts, isFeed, publishMany, pullDown } from './harness/feed.ts';
import { asVideos, isFile, isPaused, position, seek, serve, start, video } from './harness/playback.ts';
import { publishText } from './harness/posts.ts';
import { answerFirst } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

/**
 * The first 50 s of the sound are served. Chromium may tell of a failure of the rest only when it has played up to there, so the
 * tests seek to a moment shortly before, in seconds.
 */
const servedBytes = 400_000;
const almostServed = 48;

/** Plays a video until its controls are there: what resumes it after a failure comes with them. */
async function startWithControls(card: Locator): Promise<void> {
  await start(card);
  await expect(card.getByRole('slider', { name: 'Position in the video' })).toBeVisible();
  await expect.poll(() => position(card)).toBeGreaterThan(1);
}

/** Plays a video of which the first address ends, with most of the file still to come by it; answers how that ends. */
async function playSigned(
  page: Page,
  duet: Duet,
): Promise<{ readonly card: Locator; readonly end: () => Promise<void> }> {
  const post = await publishText(await duet.admin(), '<p>Signed</p>');
  let signed = 0;
  await asVideos(page);
  await changePosts(page, (one) => {
    signed += 1;
    const videoUrl = `/media/videos/${String(one._id)}.wav?e=${signed}`;
    Object.assign(one, { postType: 'video', videoUrl, mediaUrl: videoUrl, duration: 90 });
  });
  const over = Promise.withResolvers<void>();
  const isRest = (url: string, range = '=0-') => url.endsWith('?e=1') && !range.includes('=0-');
  await page.route(isFile, async (route) => {
    const request = route.request();
    if (!isRest(request.url(), request.headers().range)) return serve(route, servedBytes);
    await over.promise;
    await route.fulfill({ status: 404 });
  });
  await page.goto(`/post/${post._id}`);
  const card = cardOf(page, post);
  await expect(video(card)).toHaveAttribute('src', /e=1$/);
  await startWithControls(card);
  await pullDown(page);
  await expect.poll(() => signed).toBeGreaterThanOrEqual(2);
  const end = async () => {
    await seek(card, almostServed);
    over.resolve();
  };
  return { card, end };
}

const newerAddress = /e=(?!1$)\d+$/;

test('a video plays on when its address is signed anew, and goes on from there by the newer one', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person());
  const { card, end } = await playSigned(page, duet);
  const before = await position(card);
  await expect.poll(() => position(card)).toBeGreaterThan(before);
  expect(before).toBeGreaterThan(1);
  expect(await isPaused(card)).toBe(false);
  await end();
  await expect(video(card)).toHaveAttribute('src', newerAddress);
  await expect.poll(() => position(card)).toBeGreaterThan(almostServed + 0.2);
  expect(await isPaused(card)).toBe(false);
  await expect(card.getByText('Error loading video')).toHaveCount(0);
});

test('a video goes on from where it was also where the newer address fails at first', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person());
  const { card, end } = await playSigned(page, duet);
  const isNewer = (url: URL) => isFile(url) && newerAddress.test(url.href);
  await page.route(isNewer, (route) => route.fulfill({ status: 404 }));
  // The failure of the first address may show before the newer one is tried.
  const refused = page.waitForResponse((answer) => isNewer(new URL(answer.url())));
  await end();
  await refused;
  await expect(card.getByText('Error loading video')).toBeVisible();
  await page.unroute(isNewer);
  await card.getByRole('button', { name: 'Try Again' }).click();
  await expect.poll(() => position(card)).toBeGreaterThanOrEqual(almostServed);
  await expect.poll(() => isPaused(card)).toBe(false);
});

test('a video that failed plays on by itself only in view and where no other one was begun, else at another try', async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  await publishMany(admin, 6);
  const post = await publishText(admin, '<p>Signed</p>');
  const page = await as(await duet.person());
  let signed = 1;
  const isFirst = (url: string) => url.includes(post._id) && url.endsWith(`?e=${signed}`);
  const isRest = (range = '=0-') => !range.includes('=0-');
  await changePosts(page, (one) => {
    const videoUrl = `/media/videos/${String(one._id)}.wav?e=${signed}`;
    Object.assign(one, { postType: 'video', videoUrl, mediaUrl: videoUrl, duration: 90 });
  });
  let over = Promise.withResolvers<void>();
  await page.route(isFile, async (route) => {
    const request = route.request();
    if (!isFirst(request.url()) || !isRest(request.headers().range)) return serve(route, servedBytes);
    await over.promise;
    await route.fulfill({ status: 404 });
  });
  await page.goto('/home');
  const card = cardOf(page, post);
  const fails = async () => {
    over.resolve();
    await expect(card.getByText('Error loading video')).toBeVisible();
    over = Promise.withResolvers();
    signed += 1;
  };
  await startWithControls(card);
  await seek(card, almostServed);
  await fails();
  await pullDown(page);
  await expect.poll(() => isPaused(card)).toBe(false);
  expect(await position(card)).toBeGreaterThanOrEqual(almostServed);

  await fails();
  const answer = Promise.withResolvers<void>();
  await answerFirst(page, isFeed, (route) => answer.promise.then(() => route.fallback()));
  await pullDown(page);
  await cards(page).nth(5).scrollIntoViewIfNeeded();
  answer.resolve();
  await expect(video(card)).toHaveAttribute('src', /e=3$/);
  await expect.poll(() => position(card)).toBeGreaterThanOrEqual(almostServed);
  expect(await isPaused(card)).toBe(true);

  await card.scrollIntoViewIfNeeded();
  await card.getByRole('button', { name: 'Play the video' }).click();
  await expect.poll(() => isPaused(card)).toBe(false);
  await fails();
  const next = cards(page).nth(1);
  await start(next);
  await expect.poll(() => position(next)).toBeGreaterThan(0);
  await pullDown(page);
  await expect(video(card)).toHaveAttribute('src', /e=4$/);
  await expect.poll(() => position(card)).toBeGreaterThanOrEqual(almostServed);
  expect([await isPaused(card), await isPaused(next)]).toEqual([true, false]);

  await card.getByRole('button', { name: 'Play the video' }).click();
  await fails();
  await next.getByRole('button', { name: 'Play the video' }).click();
  await expect.poll(() => isPaused(next)).toBe(false);
  await card.getByRole('button', { name: 'Try Again' }).click();
  await expect.poll(() => isPaused(card)).toBe(false);
  expect(await isPaused(next)).toBe(true);
});
