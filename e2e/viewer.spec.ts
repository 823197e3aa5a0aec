import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import type { Locator, Page } from '@playwright/test';
import { cardOf } from './harness/feed.ts';
import { publishGallery } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';
import { Touch, type Way } from './harness/touch.ts';

const viewerOf = (page: Page) => page.getByRole('dialog', { name: 'Pictures' });

async function open(page: Page, post: Post, picture: number): Promise<Locator> {
  await page.goto('/home');
  await splashIsGone(page);
  await cardOf(page, post)
    .getByRole('button', { name: `Open picture ${picture} of` })
    .click();
  const viewer = viewerOf(page);
  await expect(viewer.getByText(`Picture ${picture} of`)).toBeAttached();
  return viewer;
}

/** Waits until nothing moves and has been drawn so: a finger that comes while the last swipe still moves changes nothing. */
const resting = (page: Page) =>
  viewerOf(page).evaluate(async (viewer) => {
    await Promise.allSettled(viewer.getAnimations({ subtree: true }).map(({ finished }) => finished));
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });

/** Swipes to another picture, once more only where a swipe has changed nothing. */
const swipeTo = (page: Page, touch: Touch, picture: string, way: Way) =>
  expect(async () => {
    await resting(page);
    const shown = viewerOf(page).getByText(picture);
    if ((await shown.count()) === 0) await touch.swipe(way);
    await expect(shown).toBeAttached({ timeout: 3000 });
  }).toPass();

const toTheLeft = [
  [320, 400],
  [60, 400],
] as const;
const toTheRight = [
  [60, 400],
  [320, 400],
] as const;

test('fingers swipe from picture to picture, and stop at both ends [GAL-25]', async ({ duet, page }) => {
  const viewer = await open(page, await publishGallery(await duet.admin(), 3), 2);
  const touch = await Touch.on(page);
  await swipeTo(page, touch, 'Picture 3 of 3', toTheLeft);
  await resting(page);
  await touch.swipe(toTheLeft);
  await resting(page);
  await expect(viewer.getByText('Picture 3 of 3')).toBeAttached();
  await swipeTo(page, touch, 'Picture 2 of 3', toTheRight);
  await swipeTo(page, touch, 'Picture 1 of 3', toTheRight);
  await resting(page);
  await touch.swipe(toTheRight);
  await resting(page);
  await expect(viewer.getByText('Picture 1 of 3')).toBeAttached();
});

for (const [way, to] of [
  ['down', 700],
  ['up', 100],
] as const) {
  test(`pulling ${way} closes the viewer [GAL-25]`, async ({ duet, page }) => {
    const post = await publishGallery(await duet.admin(), 3);
    const viewer = await open(page, post, 1);
    const touch = await Touch.on(page);
    await resting(page);
    await touch.swipe([
      [195, 400],
      [195, to],
    ]);
    await expect(viewer).toHaveCount(0);
    await expect(cardOf(page, post).getByRole('button', { name: 'Open picture 1 of 3' })).toBeFocused();
  });
}

test('two fingers, a double tap, a button and keys enlarge a picture, which then moves under the finger [GAL-25]', async ({
  duet,
  page,
}) => {
  const viewer = await open(page, await publishGallery(await duet.admin(), 2), 1);
  const touch = await Touch.on(page);
  const picture = viewer.locator('img').first();
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(380);
  const whole = await width();
  await resting(page);

  await touch.swipe(
    [
      [180, 420],
      [60, 420],
    ],
    [
      [210, 420],
      [330, 420],
    ],
  );
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  await resting(page);
  const left = (await picture.boundingBox())?.x ?? 0;
  await touch.swipe([
    [200, 420],
    [260, 420],
  ]);
  await expect.poll(async () => (await picture.boundingBox())?.x).toBeGreaterThan(left);
  await expect(viewer.getByText('Picture 1 of 2')).toBeAttached();
  await viewer.getByRole('button', { name: 'Show the whole picture' }).click();
  await expect.poll(width).toBeCloseTo(whole, 0);
  await resting(page);

  await touch.doubleTap([195, 420]);
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('Picture 1 of 2')).toBeAttached();
  await viewer.getByRole('button', { name: 'Show the whole picture' }).click();
  await expect.poll(width).toBeCloseTo(whole, 0);

  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  await page.keyboard.press('Control+0');
  await expect.poll(width).toBeCloseTo(whole, 0);
});

test('says what a picture shows, and that one did not come [GAL-25, GAL-26]', async ({ duet, page }) => {
  const admin = await duet.admin();
  const post = await publishGallery(admin, 2);
  const [first, second] = post.media;
  const mediaUrls = [{ url: first?.url ?? '', alt: 'The two of us by the sea' }, { url: second?.url ?? '' }];
  await admin.api.call(postsEndpoints['posts.update'], { params: { id: post._id }, body: { mediaUrls } });
  await page.route(new RegExp(`${second?.url.replace(/\.\w+$/, '')}(?!_thumb\\.)`), (route) =>
    route.fulfill({ status: 404 }),
  );
  const viewer = await open(page, post, 1);
  await expect(viewer.locator('p', { hasText: 'The two of us by the sea' })).toBeVisible();
  await expect(viewer.getByRole('img', { name: 'The two of us by the sea' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('Image failed to load')).toBeVisible();
  await page.goBack();
  await expect(viewer).toHaveCount(0);
});

test('obeys the content security policy and Trusted Types', async ({ duet, page }) => {
  const said: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  const viewer = await open(page, await publishGallery(await duet.admin(), 3), 1);
  const touch = await Touch.on(page);
  await swipeTo(page, touch, 'Picture 2 of 3', toTheLeft);
  await resting(page);
  await touch.doubleTap([195, 420]);
  await expect(viewer.getByRole('button', { name: 'Show the whole picture' })).toBeVisible();
  expect(said).toEqual([]);
});
