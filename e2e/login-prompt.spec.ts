import type { Locator, Page } from '@playwright/test';
import { cardOf, cards, hold, loginPrompt } from './harness/feed.ts';
import { goOffline } from './harness/network.ts';
import { appIsCached, chunkIsCached, reloadOffline } from './harness/offline-app.ts';
import { publishText } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

const isSheet = ({ pathname }: URL) => /^\/assets\/LoginSheet-.*\.js$/.test(pathname);

/** A guest opens the feed on a slow line; answers what lets the prompt's code come. */
async function openFeed(page: Page): Promise<() => Promise<void>> {
  const letCome = await hold(page, isSheet);
  const come = page.waitForResponse((response) => isSheet(new URL(response.url())));
  await page.goto('/home');
  await splashIsGone(page);
  return async () => {
    letCome();
    const response = await come;
    await response.finished();
    // What waits for the module has been told of it, and has been drawn.
    await page.evaluate(async (url) => {
      await import(url);
      await new Promise((resolve) => setTimeout(resolve));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, response.url());
  };
}

const like = (card: Locator) => card.getByRole('button', { name: /^Like/ }).click();

test('the prompt comes late to a guest who waits for it', async ({ duet, page }) => {
  await publishText(await duet.admin(), '<p>To be liked</p>');
  const letCome = await openFeed(page);
  await like(cards(page).first());
  await letCome();
  await expect(loginPrompt(page)).toContainText('Sign in to like this post.');
});

test('a prompt that comes late lies neither over the form of who is signing in nor over their feed', async ({
  duet,
  page,
}) => {
  const person = await duet.person();
  await publishText(await duet.admin(), '<p>To be liked</p>');
  const letCome = await openFeed(page);
  await like(cards(page).first());
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  const username = page.getByLabel('Username');
  await username.fill(person.username);
  await letCome();
  await expect(username).toBeFocused();
  await expect(loginPrompt(page)).toHaveCount(0);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible();
  await expect(loginPrompt(page)).toHaveCount(0);
});

test('a prompt that was asked for before going back does not come over the page before', async ({
  duet,
  page,
}) => {
  const post = await publishText(await duet.admin(), '<p>To be liked</p>');
  const letCome = await openFeed(page);
  await cardOf(page, post)
    .getByRole('link', { name: /just now|minute/ })
    .click();
  await page.waitForURL('**/post/**');
  await like(page.locator('[data-route="/post/:id"]').getByRole('article'));
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
  await letCome();
  await expect(loginPrompt(page)).toHaveCount(0);
  await page.goForward();
  await page.waitForURL('**/post/**');
  await expect(loginPrompt(page)).toHaveCount(0);
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a guest who was never asked before is asked to sign in', async ({
    ownServer,
    browser,
    contextOptions,
    viewport,
  }) => {
    test.setTimeout(120_000);
    const site = await ownServer();
    await publishText(await site.admin(), '<p>Seen before the tunnel.</p>');
    const page = await site.page(browser, null, { ...contextOptions, viewport, serviceWorkers: 'allow' });
    await page.goto('/home');
    await expect(cards(page).first()).toBeVisible();
    await chunkIsCached(page, 'LoginSheet');
    await appIsCached(page);
    await goOffline(page);
    await site.server.end();
    await reloadOffline(page);
    await like(cards(page).first());
    await expect(loginPrompt(page)).toBeVisible();
  });
});
