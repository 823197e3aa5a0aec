import { cards } from './harness/feed.ts';
import { goOffline } from './harness/network.ts';
import { appIsCached, reloadOffline } from './harness/offline-app.ts';
import { publishText } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

test('the installed app opens without a network, and shows the site again when it is back', async ({
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
  await appIsCached(page);

  await goOffline(page);
  // A browser lets calls through for a moment after a reload, whatever it was told; so nobody must be there either.
  await site.server.end();
  await reloadOffline(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Duet' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  await expect(cards(page).first()).toBeVisible();

  await site.server.restart();
  await page.context().setOffline(false);
  await page.reload();
  await splashIsGone(page);
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toHaveCount(0);
});

test('a part of the app that is not on the device takes nothing else along', async ({
  ownServer,
  browser,
  contextOptions,
  viewport,
}) => {
  test.setTimeout(120_000);
  const site = await ownServer();
  const person = await site.person();
  await publishText(await site.admin(), '<p>Seen before the tunnel.</p>');
  const page = await site.page(browser, person, { ...contextOptions, viewport, serviceWorkers: 'allow' });
  await page.goto('/home');
  await expect(cards(page).first()).toBeVisible();
  await appIsCached(page);
  // A comment that was refused: what tells of it has never been loaded on this device.
  await page.evaluate((id) => {
    const entry = { clientId: 'one', postId: 'gone', text: 'Words', refused: true, reason: null };
    localStorage.setItem(`duet.unsent-comment.${id}.one`, JSON.stringify({ order: 1, entry }));
  }, person.id);

  await goOffline(page);
  await site.server.end();
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('RefusedComments'));
  await reloadOffline(page);
  await failed;
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('a page that the worker has overlooked is kept all the same', async ({ duet, as }) => {
  await publishText(await duet.admin(), '<p>Kept in time</p>');
  const page = await as(null, '/home', { serviceWorkers: 'allow' });
  await appIsCached(page);
  await page.evaluate(() => Promise.all(['duet-assets', 'duet-shell'].map((name) => caches.delete(name))));
  // As one is that was being opened while the worker began.
  const browser = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await browser.send('Page.reload', { ignoreCache: true });
  await loaded;
  await expect(cards(page).first()).toBeVisible();
  await appIsCached(page);
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
});

test('a later visit throws away files of old builds, and pictures that nobody has taken', async ({ as }) => {
  const page = await as(null, '/home', { serviceWorkers: 'allow' });
  await appIsCached(page);
  await page.evaluate(async () => {
    const files = await caches.open('duet-assets');
    // The files of the open page are the oldest, as those are that no build has changed.
    for (let at = 0; at < 250; at += 1) await files.put(`/assets/old-${at}.js`, new Response(''));
    const shared = await caches.open('duet-shared');
    await shared.put('/share-target/old', new Response('', { headers: { 'X-Shared-At': '1' } }));
  });
  await page.reload();
  const kept = (name: string, part = '') =>
    page.evaluate(
      async ([cache, part]) =>
        (await (await caches.open(cache)).keys()).filter(({ url }) => url.includes(part)).length,
      [name, part] as const,
    );
  // Of 200 files at most when it looked; what the page loads after that comes beside them.
  await expect.poll(() => kept('duet-assets', '/assets/old-'), { timeout: 30_000 }).toBeLessThan(200);
  expect(await kept('duet-assets', '/assets/old-')).toBeGreaterThan(0);
  await expect.poll(() => kept('duet-shared')).toBe(0);
  await appIsCached(page);
});
