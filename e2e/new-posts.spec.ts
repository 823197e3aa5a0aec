import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import { cardOf, cards, publishMany, pullDown, scrollTop } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { openWithEvents } from './harness/requests.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

const pill = (page: Page) => page.getByRole('button', { name: 'New posts' });

test.describe('the announcement of new posts', () => {
  test('leads from further down to the top of the list, which has the focus then', async ({
    fresh,
    browser,
  }) => {
    const duet = await fresh();
    const admin = await duet.admin();
    await publishMany(admin, 12);
    const page = await duet.page(browser, await duet.person('ana'));
    await openWithEvents(page, '/home');
    await splashIsGone(page);
    await expect(cards(page)).toHaveCount(12);
    await page.mouse.move(300, 400);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(600);
    const post = await publishText(admin, '<p>The newest</p>');
    await pill(page).click();
    await expect(cardOf(page, post)).toBeInViewport();
    await expect.poll(() => scrollTop(page)).toBe(0);
    await expect(page.locator('[data-route="/home"] :focus')).toContainText('The newest');
  });

  test('is of no post that was shown, also once that was deleted', async ({ fresh, browser }) => {
    const duet = await fresh();
    const admin = await duet.admin();
    await publishText(admin, '<p>The first</p>');
    const phone = { hasTouch: true, viewport: { width: 390, height: 844 } };
    const page = await duet.page(browser, await duet.person('ana'), phone);
    await openWithEvents(page, '/home');
    const post = await publishText(admin, '<p>The second</p>');
    await expect(pill(page)).toBeVisible();
    await pullDown(page);
    await expect(cardOf(page, post)).toBeVisible();
    await expect(pill(page)).toHaveCount(0);
    await admin.api.call(postsEndpoints['posts.delete'], { params: { id: post._id } });
    await pullDown(page);
    await expect(cardOf(page, post)).toHaveCount(0);
    expect(await pill(page).count()).toBe(0);
  });

  test('ends with the session of whom it was for', async ({ fresh, browser }) => {
    const duet = await fresh();
    const admin = await duet.admin();
    await publishText(admin, '<p>For everybody</p>');
    const page = await duet.page(browser, admin);
    await openWithEvents(page, '/home');
    await publishText(admin, '<p>For admins</p>', { adminOnlyVisibility: true });
    await expect(pill(page)).toBeVisible();
    // Another tab signs out.
    await page.evaluate(() => {
      for (const key of ['duet.token', 'duet.user']) localStorage.removeItem(key);
      dispatchEvent(new StorageEvent('storage', { key: 'duet.token' }));
    });
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText('For everybody')).toBeVisible();
    await expect(page.getByText('For admins')).toHaveCount(0);
    expect(await pill(page).count()).toBe(0);
  });
});
