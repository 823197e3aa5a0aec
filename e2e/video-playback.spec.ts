import type { Locator, Page, Route } from '@playwright/test';
import { cards, changePosts, loginPrompt } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { wav } from './harness/sound.ts';
import { expect, test } from './harness/test.ts';

const file = wav(90);
const isFile = (url: URL) => url.pathname.startsWith('/media/videos/');

/** Answers like the server does: whole, or the range that is asked for. */
async function serve(route: Route): Promise<void> {
  const range = /bytes=(\d+)-(\d*)/.exec(route.request().headers().range ?? '');
  const start = Number(range?.[1] ?? 0);
  const end = range?.[2] ? Number(range[2]) : file.length - 1;
  await route.fulfill({
    status: range ? 206 : 200,
    headers: {
      'content-type': 'audio/wav',
      'accept-ranges': 'bytes',
      ...(range && { 'content-range': `bytes ${start}-${end}/${file.length}` }),
    },
    body: file.subarray(start, end + 1),
  });
}

/** Lets every post of the feed be a video of 90 s. */
async function asVideos(page: Page, change: object = {}): Promise<void> {
  await page.route(isFile, serve);
  await changePosts(page, (post) => {
    const videoUrl = `/media/videos/${String(post._id)}.wav`;
    Object.assign(post, { postType: 'video', videoUrl, mediaUrl: videoUrl, duration: 90, ...change });
  });
}

const video = (card: Locator) => card.locator('video');
const isPaused = (card: Locator) => video(card).evaluate((element: HTMLVideoElement) => element.paused);
const position = (card: Locator) => video(card).evaluate((element: HTMLVideoElement) => element.currentTime);
const seek = (card: Locator, seconds: number) =>
  video(card).evaluate((element: HTMLVideoElement, to) => {
    element.currentTime = to;
  }, seconds);
const start = (card: Locator) => card.getByRole('button', { name: /^Play the video/ }).click();

test.beforeEach(async ({ duet }) => {
  const admin = await duet.admin();
  await publishText(admin, '<p>First</p>');
  await publishText(admin, '<p>Second</p>');
});

test('a video card has a player with poster, length and a button [FEED-32, POST-04]', async ({ page }) => {
  await asVideos(page, { thumbnailUrl: '/icons/icon-192.png' });
  await page.goto('/home');
  const card = cards(page).first();
  await expect(video(card)).toHaveAttribute('poster', '/icons/icon-192.png');
  await expect(card.getByRole('button', { name: 'Play the video, 1:30' })).toBeVisible();
  expect(await isPaused(card)).toBe(true);
  await start(card);
  await expect.poll(() => isPaused(card)).toBe(false);
  await expect(video(card)).toHaveAttribute('controls', '');
});

test('one video plays at a time [VID-37]', async ({ page }) => {
  await asVideos(page);
  await page.goto('/home');
  const [first, second] = [cards(page).nth(0), cards(page).nth(1)];
  await start(first);
  await expect.poll(() => isPaused(first)).toBe(false);
  await start(second);
  await expect.poll(() => isPaused(second)).toBe(false);
  await expect.poll(() => isPaused(first)).toBe(true);
});

test('a video pauses out of view and behind another page [VID-38]', async ({ duet, page }) => {
  const admin = await duet.admin();
  for (let n = 0; n < 6; n += 1) await publishText(admin, `<p>More ${n}</p>`);
  await asVideos(page);
  await page.goto('/home');
  const card = cards(page).first();
  await start(card);
  await expect.poll(() => isPaused(card)).toBe(false);
  await cards(page).nth(6).scrollIntoViewIfNeeded();
  await expect.poll(() => isPaused(card)).toBe(true);

  await card.scrollIntoViewIfNeeded();
  await video(card).evaluate((element: HTMLVideoElement) => element.play());
  await card.locator('header a').click();
  await expect(page).toHaveURL(/\/post\//);
  await expect.poll(() => isPaused(card)).toBe(true);
});

test('a guest is stopped at 60 s, by playing on and by seeking, and asked to sign in [VID-39, VID-40]', async ({
  page,
}) => {
  await asVideos(page);
  await page.goto('/home');
  const card = cards(page).first();
  await start(card);
  await seek(card, 59);
  await expect(loginPrompt(page)).toBeVisible();
  expect(await isPaused(card)).toBe(true);
  expect(await position(card)).toBeCloseTo(60, 0);

  await loginPrompt(page).getByRole('button', { name: 'Not now' }).click();
  await expect(loginPrompt(page)).toHaveCount(0);
  // On a slow line the way back to 60 s ends, and is told of, after the question was answered.
  await video(card).evaluate((element) => element.dispatchEvent(new Event('timeupdate')));
  await expect(loginPrompt(page)).toHaveCount(0);
  await seek(card, 80);
  await expect(loginPrompt(page)).toBeVisible();
  await expect.poll(() => position(card)).toBeLessThanOrEqual(60);
  await loginPrompt(page).getByRole('button', { name: 'Not now' }).click();
  await video(card).evaluate((element: HTMLVideoElement) => void element.play());
  await expect(loginPrompt(page)).toBeVisible();
  await expect.poll(() => isPaused(card)).toBe(true);
});

test('people and admins watch on beyond 60 s [VID-41, VID-42]', async ({ duet, as }) => {
  for (const person of [await duet.person(), await duet.admin()]) {
    const page = await as(person);
    await asVideos(page);
    await page.goto('/home');
    const card = cards(page).first();
    await start(card);
    await seek(card, 59.5);
    await expect.poll(() => position(card)).toBeGreaterThan(60.5);
    expect(await isPaused(card)).toBe(false);
    await expect(loginPrompt(page)).toHaveCount(0);
  }
});

test('what is wrong with a video is said [VID-43, VID-44]', async ({ page }) => {
  await asVideos(page, { videoUrl: null, mediaUrl: null });
  await page.goto('/home');
  await expect(cards(page).first().getByText('Video source is missing')).toBeVisible();

  await page.unrouteAll({ behavior: 'wait' });
  await asVideos(page);
  await page.route(isFile, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  const card = cards(page).first();
  await expect(card.getByText('Error loading video')).toBeVisible();
  await page.route(isFile, serve);
  await card.getByRole('button', { name: 'Try Again' }).click();
  await start(card);
  await expect.poll(() => isPaused(card)).toBe(false);
});

test('a video that does not load in time says so [VID-45]', async ({ page }) => {
  await asVideos(page);
  await page.route(isFile, () => undefined);
  await page.clock.install();
  await page.goto('/home');
  const card = cards(page).first();
  await expect(video(card)).toHaveAttribute('src', /./);
  await expect(card.getByText('Video loading timeout')).toHaveCount(0);
  await page.clock.runFor(10_000);
  await expect(card.getByText('Video loading timeout')).toBeVisible({ timeout: 20_000 });
});

test('the sound of one video is that of the next', async ({ page }) => {
  await asVideos(page);
  await page.goto('/home');
  await video(cards(page).first()).evaluate((element: HTMLVideoElement) => {
    element.muted = true;
  });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('duet.sound'))).toContain('"muted":true');
  await page.reload();
  await expect
    .poll(() => video(cards(page).nth(1)).evaluate((element: HTMLVideoElement) => element.muted))
    .toBe(true);
});
