import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import { loginPrompt } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { answerFirst } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const isSite = (url: URL) => url.pathname === '/api/site';

/** From now on documents note at their root that a form with a password was there. */
const noteForm = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('form input[type=password]')) document.documentElement.dataset.form = 'seen';
    }).observe(document, { childList: true, subtree: true });
  });

test.describe('a site whose registration is closed', () => {
  test('says so in words instead of the form, offers no way to it, and a set-up link still works', async ({
    fresh,
    browser,
    contextOptions,
    viewport,
  }) => {
    const site = await fresh({ DUET_REGISTRATION: 'closed' });
    const setup = await site.page(browser, null, { ...contextOptions, viewport });
    await setup.goto(site.server.setupLink);
    await expect(setup.locator('form').getByLabel('Username')).toBeVisible();
    const admin = await site.admin();
    const post = await publishText(admin, '<p>Only for reading</p>');

    const page = await site.page(browser, null, { ...contextOptions, viewport });
    // The form never shows, not even while the answer is on its way.
    await noteForm(page);
    await page.goto('/register');
    await expect(page.getByRole('heading', { name: 'Accounts are not open here' })).toBeVisible();
    await expect(page.getByText('Ask them for one')).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-form', 'seen');
    await page.locator('[data-route="/register"]').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.locator('form').getByLabel('Username')).toBeVisible();
    await expect(page.getByText('Create account')).toHaveCount(0);

    await page.goto('/home');
    await page.locator(`[data-post-id="${post._id}"]`).getByRole('button', { name: /^Like/ }).click();
    await expect(loginPrompt(page).getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(loginPrompt(page).getByText('Create account')).toBeHidden();
  });

  test('shows the form until a site that was busy at first says that accounts are not open', async ({
    fresh,
    browser,
    contextOptions,
    viewport,
  }) => {
    const site = await fresh({ DUET_REGISTRATION: 'closed' });
    const page = await site.page(browser, null, { ...contextOptions, viewport });
    await noteForm(page);
    await answerFirst(page, isSite, (route) => route.fulfill({ status: 503 }));
    await page.goto('/register');
    await expect(page.getByRole('heading', { name: 'Accounts are not open here' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-form', 'seen');
  });

  test('shows the form where the answer cannot be had; the server refuses, and then it says so', async ({
    fresh,
    browser,
    contextOptions,
    viewport,
  }) => {
    const site = await fresh({ DUET_REGISTRATION: 'closed' });
    const page = await site.page(browser, null, { ...contextOptions, viewport });
    await page.route(isSite, (route) => route.abort());
    await page.goto('/register');
    await page.getByLabel('Username').fill('late_guest');
    await page.getByLabel('Email').fill('late@example.org');
    await page.getByLabel('Password', { exact: true }).fill('Secret!123');
    await page.getByLabel('Confirm password').fill('Secret!123');
    // Not before: the app asks again by itself.
    await page.route('**/api/auth/register', async (route) => {
      await page.unroute(isSite);
      await route.continue();
    });
    await page.locator('form').getByRole('button', { name: 'Create account' }).click();
    await expect(page.locator('.toast')).toContainText(
      'New accounts cannot be created on this site at the moment.',
    );
    await expect(page.getByRole('heading', { name: 'Accounts are not open here' })).toBeVisible();
  });
});

test('an open site shows the form, and the ways to it', async ({ duet, page }) => {
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();
  await page.goto('/register');
  await expect(page.locator('form').getByLabel('Username')).toBeVisible();
  await expect(duet.guest.call(accountsEndpoints['accounts.users'], {})).rejects.toThrow();
});
