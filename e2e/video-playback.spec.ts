import type { Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { cardOf, cards, loginPrompt } from './harness/feed.ts';
import { asVideos, isFile, isPaused, position, seek, serve, start, video } from './harness/playback.ts';
import { publishGallery, publishText } from './harness/posts.ts';
import { serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo } from './harness/video.ts';

/** The page behind takes no key before the question has gone. */
async function declineToSignIn(page: Page): Promise<void> {
  await loginPrompt(page).getByRole('button', { name: 'Not now' }).click();
  await expect(loginPrompt(page)).toHaveCount(0);
}

test.beforeEach(async ({ duet }) => {
  const admin = await duet.admin();
  await publishText(admin, '<p>First</p>');
  await publishText(admin, '<p>Second</p>');
});

test('the page of a video shows the poster before the player has come, from one file that is asked for once', async ({
  duet,
  page,
}) => {
  const admin = await duet.admin();
  const { mediaUrls } = await publishGallery(admin, 2);
  const [thumbnailUrl = '', url] = mediaUrls;
  const { _id } = await publishVideo(admin, 'By the sea');
  await page.route(`**/api/posts/${_id}`, async (route) => {
    const response = await serverAnswer(route);
    const json = await response.json();
    const media = [{ ...json.data.post.media[0], sources: [{ url, width: 640, type: 'image/webp' }] }];
    Object.assign(json.data.post, { thumbnailUrl, media });
    await route.fulfill({ response, json });
  });
  const { promise: mayCome, resolve: letPlayerCome } = Promise.withResolvers<void>();
  await page.route(/\/VideoPlayer-[^/]+\.js$/, async (route) => {
    await mayCome;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/post/${_id}`);
  const card = cardOf(page, { _id });
  const poster = card.locator(`img[src="${thumbnailUrl}"]`);
  await expect(poster).toBeVisible();
  await expect
    .poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(video(card)).toHaveCount(0);
  letPlayerCome();
  await expect(video(card)).toHaveAttribute('poster', thumbnailUrl);
  await start(card);
  await expect(poster).toBeHidden();
  expect(asked.filter((path) => path === thumbnailUrl || path === url)).toEqual([thumbnailUrl]);
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
  await expect(card.getByRole('button', { name: 'Pause the video' })).toBeFocused();
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

  await declineToSignIn(page);
  // On a slow line the way back to 60 s ends, and is told of, after the question was answered.
  await video(card).evaluate((element) => element.dispatchEvent(new Event('timeupdate')));
  await expect(loginPrompt(page)).toHaveCount(0);
  await seek(card, 80);
  await expect(loginPrompt(page)).toBeVisible();
  await expect.poll(() => position(card)).toBeLessThanOrEqual(60);
  await declineToSignIn(page);
  await video(card).evaluate((element: HTMLVideoElement) => void element.play());
  await expect(loginPrompt(page)).toBeVisible();
  await expect.poll(() => isPaused(card)).toBe(true);
  await declineToSignIn(page);
  await card.getByRole('slider', { name: 'Position in the video' }).press('End');
  await expect(loginPrompt(page)).toBeVisible();
  await expect.poll(() => position(card)).toBeLessThanOrEqual(60);
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
  await page.route(isFile, (route) => serve(route));
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

test('a video is played, sought, muted and shown on the whole screen by its own controls [FEED-32]', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person());
  await asVideos(page, { duration: 90.4 });
  await page.goto('/home');
  const card = cards(page).first();
  await expect(card.getByText('1:30', { exact: true })).toBeVisible();
  await start(card);
  await expect.poll(() => isPaused(card)).toBe(false);
  await card.getByRole('button', { name: 'Pause the video' }).click();
  await expect.poll(() => isPaused(card)).toBe(true);
  const place = card.getByRole('slider', { name: 'Position in the video' });
  await place.fill('30');
  await expect.poll(() => position(card)).toBe(30);
  await expect(card.getByText('0:30 / 1:30')).toBeVisible();
  await expect(place).toHaveAttribute('aria-valuetext', '0:30 of 1:30');
  await place.press('ArrowRight');
  await expect.poll(() => position(card)).toBe(35);
  await place.press('ArrowLeft');
  await expect.poll(() => position(card)).toBe(30);
  await place.press('End');
  await expect(card.getByText('1:30 / 1:30')).toBeVisible();
  await card.getByRole('button', { name: 'Mute' }).click();
  expect(await video(card).evaluate((element: HTMLVideoElement) => element.muted)).toBe(true);
  await page.keyboard.press('m');
  await expect(card.getByRole('button', { name: 'Mute' })).toBeVisible();
  await place.fill('10');
  await place.press(' ');
  await expect.poll(() => isPaused(card)).toBe(false);
  await card.getByRole('button', { name: 'Full screen' }).click();
  await expect(card.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  expect(await isPaused(card)).toBe(false);
  await card.getByRole('button', { name: 'Leave full screen' }).click();
  await expect(card.getByRole('button', { name: 'Full screen' })).toBeVisible();
});

test('each of two presses of a key counts that come before the video has told of the first', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person());
  await asVideos(page, { duration: 90.4 });
  await page.goto('/home');
  const card = cards(page).first();
  await start(card);
  await card.getByRole('button', { name: 'Pause the video' }).click();
  const place = card.getByRole('slider', { name: 'Position in the video' });
  await place.fill('30');
  await expect(card.getByText('0:30 / 1:30')).toBeVisible();
  const pressTwice = (key: string) =>
    place.evaluate((element, pressed) => {
      for (let press = 0; press < 2; press++)
        element.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
    }, key);
  await pressTwice('ArrowRight');
  await expect(card.getByText('0:40 / 1:30')).toBeVisible();
  await pressTwice('ArrowLeft');
  await expect(card.getByText('0:30 / 1:30')).toBeVisible();
  await pressTwice('m');
  expect(await video(card).evaluate((element: HTMLVideoElement) => element.muted)).toBe(false);
});

test('the controls of a playing video go when nothing moves, and a touch brings them back without a pause', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person());
  await asVideos(page);
  await page.goto('/home');
  const card = cards(page).first();
  await start(card);
  await expect.poll(() => isPaused(card)).toBe(false);
  // Who came by keyboard sees them; a press elsewhere takes the focus from them.
  await video(card).evaluate(() => (document.activeElement as HTMLElement).blur());
  const bar = card.getByRole('slider', { name: 'Position in the video' }).locator('..');
  await expect(bar).toHaveCSS('opacity', '0');
  const box = await boxOf(video(card));
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 3);
  await expect(bar).toHaveCSS('opacity', '1');
  expect(await isPaused(card)).toBe(false);
  await expect(bar).toHaveCSS('opacity', '0');
  // A control that nobody sees is not what a finger meant.
  const pause = await boxOf(card.getByRole('button', { name: 'Pause the video' }));
  await page.touchscreen.tap(pause.x + pause.width / 2, pause.y + pause.height / 2);
  await expect(bar).toHaveCSS('opacity', '1');
  expect(await isPaused(card)).toBe(false);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 3);
  await expect.poll(() => isPaused(card)).toBe(true);
  await video(card).click();
  await expect.poll(() => isPaused(card)).toBe(false);
});

test('a video without a thumbnail shows a frame of it', async ({ duet, page }) => {
  const post = await publishVideo(await duet.admin(), 'Moving');
  expect(post.thumbnailUrl).toBeFalsy();
  await page.goto('/home');
  const element = video(cards(page).first());
  await expect(element).not.toHaveAttribute('poster');
  await expect.poll(() => element.evaluate((media: HTMLVideoElement) => media.readyState)).toBeGreaterThan(1);
  // The player hears of the measures a moment after the element has them.
  await expect.poll(() => position(cards(page).first())).toBeGreaterThan(0);
  await start(cards(page).first());
  await expect.poll(() => isPaused(cards(page).first())).toBe(false);
});
