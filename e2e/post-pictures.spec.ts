import type { Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { cardOf } from './harness/feed.ts';
import { picture } from './harness/picture.ts';
import { publishGallery, publishPictures, publishText, uploadImage } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

const wide = { width: 1440, height: 900 };
const tablet = { width: 768, height: 1024 };

/** Waits until the page stands where the splash was. */
async function goto(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await splashIsGone(page);
}

test.describe('the page of a gallery', () => {
  test('shows all pictures uncropped, with their places and captions; each opens the viewer [GAL-25, POST-03]', async ({
    duet,
    page,
  }) => {
    const sizes = [
      { width: 800, height: 600, alt: 'The lake before anybody was up' },
      { width: 400, height: 900 },
      { width: 900, height: 200 },
      { width: 500, height: 500 },
      { width: 600, height: 800 },
      { width: 700, height: 300, alt: 'A long view' },
    ];
    const post = await publishPictures(await duet.admin(), sizes);
    await goto(page, `/post/${post._id}`);
    const card = cardOf(page, post);
    await expect(card.locator('li img')).toHaveCount(6);
    for (const [n, { width, height }] of sizes.entries()) {
      const image = card.locator('li img').nth(n);
      await image.scrollIntoViewIfNeeded();
      const box = await boxOf(image);
      expect(box.width / box.height).toBeCloseTo(width / height, 1);
      await expect(card.getByText(`${n + 1} of 6`, { exact: true })).toBeVisible();
    }
    await expect(card.getByText('The lake before anybody was up')).toBeVisible();
    await expect(card.getByText('6 pictures')).toHaveCount(1);
    await expect(card.getByText('+2')).toHaveCount(0);
    await card.getByRole('button', { name: 'Open picture 6 of 6' }).click();
    const viewer = page.getByRole('dialog', { name: 'Pictures' });
    await expect(viewer.getByText('Picture 6 of 6')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(card.getByRole('button', { name: 'Open picture 6 of 6' })).toBeFocused();
  });

  test('loads pictures further down when they come near', async ({ duet, page }) => {
    const post = await publishGallery(await duet.admin(), 8);
    await goto(page, `/post/${post._id}`);
    const images = cardOf(page, post).locator('li img');
    await expect(images.first()).toHaveAttribute('loading', 'eager');
    await expect(images.nth(7)).toHaveAttribute('loading', 'lazy');
  });
});

test.describe('a picture', () => {
  test.use({ viewport: wide });

  test('that is high leaves author and actions in a wide window', async ({ duet, page }) => {
    const portrait = { width: 800, height: 1200, alt: 'The two of us at the window' };
    const post = await publishPictures(await duet.admin(), [portrait], { caption: 'Christmas, from inside' });
    for (const address of ['/home', `/post/${post._id}`]) {
      await goto(page, address);
      const card = cardOf(page, post);
      const like = await boxOf(card.getByRole('button', { name: /^Like/ }));
      const [head, image] = [await boxOf(card.locator('header')), await boxOf(card.locator('li img'))];
      expect(like.y + like.height - head.y).toBeLessThan(wide.height - 56);
      expect(image.height).toBeGreaterThan(400);
      // On its own page without a move, below the page's title.
      if (address !== '/home') expect(like.y + like.height).toBeLessThan(wide.height);
    }
  });

  test('of few pixels keeps its own size, alone, as a tile and in a text', async ({ duet, page }) => {
    const admin = await duet.admin();
    const small = { width: 60, height: 40 };
    const alone = await publishPictures(admin, [small]);
    const two = await publishPictures(admin, [small, { width: 800, height: 600 }]);
    const { url } = await uploadImage(admin, picture(60, 40));
    const text = await publishText(admin, `<p>A stamp</p><p><img src="${url}" alt="A stamp"></p>`);
    await goto(page, '/home');
    for (const post of [alone, two, text]) {
      const image = cardOf(page, post).locator('img[width="60"]');
      await image.scrollIntoViewIfNeeded();
      expect(await boxOf(image)).toMatchObject(small);
    }
    const tile = await boxOf(cardOf(page, alone).getByRole('button', { name: 'Open picture 1 of 1' }));
    expect(tile.width).toBeGreaterThan(590);
    expect(tile.height).toBeLessThan(200);
  });
});

test('pictures that fail keep their tiles, say so once and are asked for again [GAL-26, FEED-31]', async ({
  duet,
  page,
}) => {
  const post = await publishGallery(await duet.admin(), 6);
  await page.route('**/media/photos/**', (route) => route.fulfill({ status: 404 }));
  await goto(page, '/home');
  const card = cardOf(page, post);
  const retry = card.getByRole('button', { name: 'Try Again' });
  await expect(retry).toHaveCount(1);
  await expect(card.getByText('Image failed to load')).toHaveCount(1);
  await expect(card.getByText('+2')).toBeVisible();
  const tiles = card.getByRole('button', { name: /^Open picture/ });
  await expect(tiles).toHaveCount(4);
  const [first, last] = [await boxOf(tiles.first()), await boxOf(tiles.last())];
  expect(first.width).toBeCloseTo(last.width, 0);
  expect(first.height).toBeGreaterThan(150);

  await expect(card.locator('li img')).toHaveCount(0);
  await page.unroute('**/media/photos/**');
  await retry.click();
  await expect(card.locator('li img')).toHaveCount(4);
  await expect(retry).toHaveCount(0);
  await expect(tiles.first()).toBeFocused();
  await expect
    .poll(() =>
      card
        .locator('li img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
});

test('a picture that fails in the moment of another try is asked for again as well', async ({
  duet,
  page,
}) => {
  const post = await publishGallery(await duet.admin(), 2);
  const slow = post.media[1]?.url ?? '';
  const gate = Promise.withResolvers<void>();
  let areGone = true;
  await page.route('**/media/photos/**', async (route) => {
    if (!areGone) return route.continue();
    if (route.request().url().endsWith(slow)) await gate.promise;
    await route.fulfill({ status: 404 });
  });
  await page.goto('/home', { waitUntil: 'commit' });
  const card = cardOf(page, post);
  const retry = card.getByRole('button', { name: 'Try Again' });
  await expect(retry).toBeVisible();
  const late = card.locator('li').nth(1).locator('img');
  await expect(late).toHaveAttribute('src', slow);
  await splashIsGone(page);
  areGone = false;
  // Before React has shown the failure.
  await late.evaluate((image, words) => {
    const buttons = [...(image.closest('article')?.querySelectorAll('button') ?? [])];
    image.dispatchEvent(new Event('error'));
    buttons.find((button) => button.textContent === words)?.click();
  }, 'Try Again');
  gate.resolve();
  await expect(card.locator('li img')).toHaveCount(2);
  await expect(retry).toHaveCount(0);
});

test('a picture of a text that fails keeps its place and is asked for again [GAL-26]', async ({
  duet,
  page,
}) => {
  const admin = await duet.admin();
  const { url } = await uploadImage(admin);
  const post = await publishText(admin, `<p>By the lake</p><p><img src="${url}" alt="The lake"></p>`);
  await page.route('**/media/photos/**', (route) => route.fulfill({ status: 404 }));
  await goto(page, '/home');
  const card = cardOf(page, post);
  const words = card.getByText('Image failed to load');
  await expect(words).toBeVisible();
  const { width, height } = await boxOf(words);
  expect(width / height).toBeCloseTo(4 / 3, 1);
  await page.unroute('**/media/photos/**');
  await card.getByRole('button', { name: 'Try Again' }).click();
  await expect(card.getByRole('img', { name: 'The lake' })).toHaveJSProperty('complete', true);
  await expect(words).toHaveCount(0);
});

test('the viewer shows the blur of a picture until it has come, and offers one that failed again [GAL-26]', async ({
  duet,
  page,
}) => {
  const post = await publishGallery(await duet.admin(), 2);
  const placeholder = post.media[0]?.placeholder ?? '';
  expect(placeholder).toMatch(/^data:image/);
  const gate = Promise.withResolvers<void>();
  let fails = true;
  await goto(page, '/home');
  // What the feed has loaded is not asked for again.
  await page.route('**/media/photos/**', async (route) => {
    await gate.promise;
    if (fails) await route.fulfill({ status: 404 });
    else await route.continue();
  });
  await page.setViewportSize(wide);
  await page.evaluate(() => {
    // The larger size of a fine screen has not been loaded yet.
    for (const image of document.images) {
      // A card must not hear that a picture failed which was taken from it.
      image.addEventListener('error', (event) => event.stopImmediatePropagation(), true);
      image.remove();
    }
  });
  await cardOf(page, post).getByRole('button', { name: 'Open picture 2 of 2' }).click();
  const viewer = page.getByRole('dialog', { name: 'Pictures' });
  // Beside it stands the other picture, which may fail before this one.
  const slide = viewer.getByRole('group', { name: 'Picture 2 of 2' });
  const image = slide.locator('img');
  await expect(image).toHaveCSS('background-image', /data:image/);
  await expect(image).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  gate.resolve();
  await expect(slide.getByText('Image failed to load')).toBeVisible();
  fails = false;
  await slide.getByRole('button', { name: 'Try Again' }).click();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
});

test.describe('at 768 px', () => {
  test.use({ viewport: tablet });

  test('heading, cards and settings have one left edge, and a menu is as wide as a sheet', async ({
    duet,
    as,
  }) => {
    const admin = await duet.admin();
    const post = await publishText(admin, '<p>Between phone and desk</p>');
    const page = await as(admin, `/post/${post._id}`);
    await splashIsGone(page);
    const card = await boxOf(cardOf(page, post));
    const arrow = await boxOf(page.getByRole('button', { name: 'Back' }).locator('svg'));
    expect(card.width).toBe(600);
    expect(Math.abs(arrow.x - card.x)).toBeLessThan(4);
    await cardOf(page, post)
      .getByRole('button', { name: /^Options/ })
      .click();
    const menu = page.getByRole('dialog', { name: /^Options/ });
    await expect.poll(async () => (await boxOf(menu)).width).toBe(560);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await goto(page, '/profile');
    const section = await boxOf(page.locator('[data-route="/profile"] section').first());
    expect([section.x, section.width]).toEqual([card.x, card.width]);
  });
});
