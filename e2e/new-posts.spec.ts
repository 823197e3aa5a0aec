import type { Page } from '@playwright/test';
import { cardOf, publishMany, scrollTop } from './harness/feed.ts';
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
    await page.mouse.move(300, 400);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(600);
    const post = await publishText(admin, '<p>The newest</p>');
    await pill(page).click();
    await expect(cardOf(page, post)).toBeInViewport();
    await expect.poll(() => scrollTop(page)).toBe(0);
    await expect(page.locator('[data-route="/home"] :focus')).toContainText('The newest');
  });
});
