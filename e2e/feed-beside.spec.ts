import { siteEndpoints } from '@duet/contract/site/endpoints';
import type { Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

const couple = (page: Page) => page.getByRole('complementary', { name: 'Duet' });
const settled = (page: Page) => page.waitForLoadState('networkidle');

test('beside the feed, from 1200 px, stands what the couple shows of itself, and since when it writes', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  const admin = await duet.admin();
  await publishText(admin, '<p>The first</p>');
  const page = await duet.page(browser, null, { viewport: { width: 1280, height: 720 }, locale: 'en-GB' });
  await page.goto('/home');
  await expect(page.getByText('The first')).toBeVisible();
  await settled(page);
  // A site that says nothing of itself has nothing there.
  await expect(couple(page)).toHaveCount(0);

  await admin.api.call(siteEndpoints['site.change'], { body: { line: 'Two, and a dog' } });
  await publishText(admin, '<p>The second</p>');
  await page.reload();
  await expect(couple(page).getByText('Two, and a dog')).toBeVisible();
  await expect(couple(page)).toContainText(`2 posts since ${new Date().getFullYear()}`);
  // One year is no choice.
  await expect(page.getByRole('navigation', { name: 'Posts by year' })).toHaveCount(0);
  const [feed, beside] = [await boxOf(page.getByRole('article').first()), await boxOf(couple(page))];
  expect(beside.x).toBeGreaterThan(feed.right);
  expect(beside.right).toBeLessThan(1280);
  await page.setViewportSize({ width: 1199, height: 720 });
  await expect(couple(page)).toHaveCount(0);
});

test('what stands beside the feed leads to the page about the couple, and each year to its newest post', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  const admin = await duet.admin();
  await admin.api.call(siteEndpoints['site.change'], { body: { line: 'Two, and a dog' } });
  for (let n = 1; n <= 30; n += 1) await publishText(admin, `<p>Words of day ${n}</p>`);
  const page = await duet.page(browser, null, { viewport: { width: 1280, height: 720 } });
  // All posts are of this year; the server's own count of years is tested with its clock.
  await page.route('**/api/years', (route) => {
    const years = [
      { year: 2026, count: 4 },
      { year: 2025, count: 21 },
      { year: 2022, count: 5 },
    ];
    return route.fulfill({ json: { success: true, data: { years } } });
  });
  await page.goto('/home');
  const years = page.locator('[data-route]:not([inert])').getByRole('navigation', { name: 'Posts by year' });
  await expect(years.getByRole('button')).toHaveText(['2026 4 posts', '2025 21 posts', '2022 5 posts']);
  const isAtTop = async (words: string) => {
    const [card, header] = await Promise.all([
      page.getByRole('article').filter({ hasText: words }).boundingBox(),
      page.getByRole('banner').boundingBox(),
    ]);
    return Math.abs((card?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0)) < 30;
  };
  await years.getByRole('button', { name: '2025' }).click();
  await expect.poll(() => isAtTop('Words of day 26')).toBe(true);
  // On the second page, of ten posts, the sixth.
  await years.getByRole('button', { name: '2022' }).click();
  await expect.poll(() => isAtTop('Words of day 5')).toBe(true);

  await couple(page).getByRole('link', { name: '30 posts since' }).click();
  await page.waitForURL('**/about');
  await years.getByRole('button', { name: '2025' }).click();
  await page.waitForURL('**/home');
  await expect.poll(() => isAtTop('Words of day 26')).toBe(true);
});

test('a phone loads nothing of what stands beside the feed', async ({ page }) => {
  const parts: string[] = [];
  page.on('request', (request) => parts.push(request.url()));
  await page.goto('/home');
  await expect(page.getByRole('banner')).toBeVisible();
  await settled(page);
  expect(parts.filter((part) => /Couple-|order=asc/.test(part))).toEqual([]);
});
