import { siteEndpoints } from '@duet/contract/site/endpoints';
import type { Page } from '@playwright/test';
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
  const [feed, beside] = [
    await page.getByRole('article').first().boundingBox(),
    await couple(page).boundingBox(),
  ];
  expect(beside?.x).toBeGreaterThan((feed?.x ?? 0) + (feed?.width ?? 0));
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThan(1280);
  await page.setViewportSize({ width: 1199, height: 720 });
  await expect(couple(page)).toHaveCount(0);
});

test('a phone loads nothing of what stands beside the feed', async ({ page }) => {
  const parts: string[] = [];
  page.on('request', (request) => parts.push(request.url()));
  await page.goto('/home');
  await expect(page.getByRole('banner')).toBeVisible();
  await settled(page);
  expect(parts.filter((part) => /Couple-|order=asc/.test(part))).toEqual([]);
});
