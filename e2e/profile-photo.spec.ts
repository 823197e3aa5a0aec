import type { Locator, Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { picture } from './harness/picture.ts';
import { expect, test } from './harness/test.ts';
import { Touch } from './harness/touch.ts';

const isUpload = (request: { url(): string }) => request.url().endsWith('/api/profile-picture/base64');

async function choose(page: Page, width: number, height: number): Promise<Locator> {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose from library' }).click();
  const buffer = Buffer.from(picture(width, height));
  await (await chosen).setFiles({ name: 'us.png', mimeType: 'image/png', buffer });
  return page.getByRole('dialog', { name: 'Your photo' });
}

/** Width, height and the colour in the middle of a picture as base64. */
const measured = (page: Page, imageData: string) =>
  page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return {
      width: image.naturalWidth,
      height: image.naturalHeight,
      corner: context?.getImageData(0, 0, 1, 1).data.join(),
    };
  }, imageData);

test('a photo is round in the header, on a phone and in the rail', async ({ duet, as }) => {
  const page = await as(await duet.person('round'), '/profile');
  await choose(page, 300, 300);
  const photo = page.getByRole('banner').locator('img[src*="/media/profile/"]');
  for (const width of [390, 900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(photo).toBeVisible();
    const box = await boxOf(photo);
    expect(box.width).toBe(box.height);
  }
});

test('a photo that a busy server refuses for a moment is shown as soon as it is to be had', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person('patient'), '/profile');
  const photos = '**/media/profile/**';
  await page.route(photos, (route) => route.fulfill({ status: 503 }));
  const refused = page.waitForResponse((response) => response.url().includes('/media/profile/'));
  await choose(page, 300, 300);
  await refused;
  const place = page.getByRole('banner').getByRole('button', { name: 'Profile' });
  await expect(place.locator('img')).toHaveCount(0);
  await expect(place.getByText('P', { exact: true })).toBeVisible();
  await page.unroute(photos);
  await expect(place.locator('img')).toBeVisible({ timeout: 15_000 });
});

test('a photo is cut to the square that one chooses, by finger, slider and keys [AUTH-45, PROF-01, PROF-37]', async ({
  duet,
  as,
}) => {
  const said: string[] = [];
  const page = await as(await duet.person('cut'), '/profile');
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) said.push(message.text());
  });
  const corners = new Set<string | undefined>();
  for (const way of ['as it is', 'finger', 'slider', 'keys'] as const) {
    const dialog = await choose(page, 900, 600);
    const area = dialog.getByRole('group', { name: /^The part that becomes your photo/ });
    await expect(area).toBeVisible();
    const use = dialog.getByRole('button', { name: 'Use this photo' });
    await expect(use).toBeEnabled();
    if (way === 'finger') {
      // Where it comes to rest: the sheet slides in.
      await area.click({ trial: true });
      const box = await boxOf(area);
      const [x, y] = [box.x + 60, box.y + 60];
      const touch = await Touch.on(page);
      await touch.swipe([
        [x, y],
        [x + 70, y],
      ]);
    }
    if (way === 'slider') await dialog.getByRole('slider', { name: 'Enlarge' }).fill('2');
    if (way === 'keys') for (let n = 0; n < 12; n += 1) await area.press('ArrowRight');
    const sent = page.waitForRequest(isUpload);
    await use.click();
    const { imageData, fileName, fileType } = (await sent).postDataJSON();
    expect([fileName, fileType]).toEqual(['us.png', 'image/png']);
    const { width, height, corner } = await measured(page, imageData);
    expect(width).toBe(height);
    expect(width).toBe(way === 'slider' ? 300 : 600);
    corners.add(corner);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('banner').locator('img[src*="/media/profile/"]')).toBeVisible();
  }
  expect(corners.size).toBe(4);
  expect(said).toEqual([]);
});

test('a new photo is asked for again, however often the one before it was refused', async ({ duet, as }) => {
  const page = await as(await duet.person('patient'), '/profile');
  const photos = '**/media/profile/**';
  const asked: string[] = [];
  await page.route(photos, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 503 });
  });
  await choose(page, 300, 300);
  const isWhole = (url: string) => !url.includes('_thumb');
  await expect.poll(() => asked.some(isWhole)).toBe(true);
  const whole = asked.find(isWhole);
  // Only the header shows it there: once by itself, and three times again.
  await page.clock.install();
  asked.length = 0;
  await page.goto('/home');
  const place = page.getByRole('banner').getByRole('button', { name: 'Profile' });
  await expect(place).toBeVisible();
  await expect
    .poll(async () => {
      await page.clock.fastForward(20_000);
      return asked.filter((url) => url === whole).length;
    })
    .toBe(4);
  await place.click();
  await choose(page, 300, 300);
  await expect.poll(() => asked.some((url) => isWhole(url) && url !== whole)).toBe(true);
  await page.unroute(photos);
  await expect
    .poll(async () => {
      await page.clock.fastForward(20_000);
      return place.locator('img').count();
    })
    .toBe(1);
});

test('going back from choosing the square changes nothing; a square picture needs no choice [AUTH-45, PROF-01]', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person('square'), '/profile');
  let uploads = 0;
  page.on('request', (request) => {
    if (isUpload(request)) uploads += 1;
  });
  const dialog = await choose(page, 900, 600);
  await expect(dialog.getByRole('slider', { name: 'Enlarge' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(uploads).toBe(0);
  const sent = page.waitForRequest(isUpload);
  await choose(page, 300, 300);
  await sent;
  await expect(dialog).toHaveCount(0);
});

test('a photo that shows small is its thumbnail, and the whole photo where that is missing [API-06]', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person('small'), '/profile');
  const shown = page.getByRole('banner').locator('img[src*="/media/profile/"]');
  const width = () => shown.evaluate((photo) => (photo as HTMLImageElement).naturalWidth);
  await choose(page, 300, 300);
  await expect(shown).toHaveAttribute('src', /_thumb\.\w+$/);
  await expect.poll(width).toBe(160);
  await page.route(/_thumb\./, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(shown).not.toHaveAttribute('src', /_thumb/);
  await expect.poll(width).toBe(512);
});
