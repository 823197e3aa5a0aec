import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { commentField, comments, openComments, postButton, sheet } from './harness/comments.ts';
import type { Duet, Person } from './harness/duet.ts';
import { cardOf } from './harness/feed.ts';
import { goOffline } from './harness/network.ts';
import { appIsCached, chunkIsCached, reloadOffline } from './harness/offline-app.ts';
import { publishText } from './harness/posts.ts';
import { runAheadUntil } from './harness/shell.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo } from './harness/video.ts';

const notice = (page: Page) => page.locator('[data-connection]');
const heartOf = (page: Page, post: Post) =>
  cardOf(page, post)
    .getByRole('button', { name: /^Like|^Liked/ })
    .first();
const likesOf = async (person: Person, post: Post) =>
  (await person.api.call(postsEndpoints['posts.detail'], { params: { id: post._id } })).data.post.totalLikes;

/** A site of one's own, whose server may go away, with somebody who reads its feed. */
async function reading(
  ownServer: () => Promise<Duet>,
  open: (site: Duet, person: Person) => Promise<Page>,
): Promise<{ site: Duet; ana: Person; post: Post; page: Page }> {
  const site = await ownServer();
  const ana = await site.person('ana');
  const post = await publishText(await site.admin(), '<p>Read me</p>');
  const page = await open(site, ana);
  await page.goto('/home');
  await expect(cardOf(page, post)).toBeVisible();
  await splashIsGone(page);
  return { site, ana, post, page };
}

test.describe('an open feed', () => {
  let device: BrowserContextOptions;
  test.beforeEach(({ contextOptions, viewport }) => {
    device = { ...contextOptions, viewport };
  });

  test('says that the line is lost and that it is back; a like that waits says so, and goes by itself', async ({
    as,
    duet,
  }) => {
    const ana = await duet.person('ana');
    const post = await publishText(await duet.admin(), '<p>Read me</p>');
    const page = await as(ana, '/home');
    await expect(cardOf(page, post)).toBeVisible();
    await expect(notice(page)).toHaveText('');
    await goOffline(page);
    await expect(notice(page)).toHaveText('No connection');
    await expect(notice(page)).toHaveRole('status');
    await heartOf(page, post).click();
    await expect(heartOf(page, post)).toHaveAttribute('aria-pressed', 'true');
    await expect(heartOf(page, post)).toHaveAccessibleDescription('Waits for a connection');
    await expect(heartOf(page, post)).toHaveAttribute('data-waiting', 'true');

    await page.context().setOffline(false);
    await expect(notice(page)).toHaveText('Back online');
    await expect(heartOf(page, post)).not.toHaveAttribute('data-waiting', 'true');
    await expect(heartOf(page, post)).not.toHaveAccessibleDescription('Waits for a connection');
    await expect.poll(() => likesOf(ana, post)).toBe(1);
    await expect(notice(page)).toHaveText('');
  });

  test('says so also where the device believes in a network and the server is away', async ({
    ownServer,
    browser,
  }) => {
    test.setTimeout(120_000);
    const { site, ana, post, page } = await reading(ownServer, (site, person) =>
      site.page(browser, person, device),
    );
    await site.server.end();
    await heartOf(page, post).click();
    await expect(notice(page)).toHaveText('No connection');
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await expect(heartOf(page, post)).toHaveAttribute('data-waiting', 'true');
    await expect(page.locator('.toast')).toHaveCount(0);
    await site.server.restart();
    await expect(notice(page)).toHaveText('Back online', { timeout: 40_000 });
    await expect.poll(() => likesOf(ana, post)).toBe(1);
    await expect(heartOf(page, post)).not.toHaveAttribute('data-waiting', 'true');
  });

  test('is told of a server that went away without a tap, by the stream that ended', async ({
    ownServer,
    browser,
  }) => {
    test.setTimeout(120_000);
    const { site, page } = await reading(ownServer, (site, person) => site.page(browser, person, device));
    await site.server.end();
    await expect(notice(page)).toHaveText('No connection', { timeout: 30_000 });
    await site.server.restart();
    await expect(notice(page)).toHaveText('Back online', { timeout: 40_000 });
  });

  test('a video whose player is still on its way says so in its place and takes nothing of the feed along', async ({
    as,
    duet,
  }) => {
    const video = await publishVideo(await duet.admin(), 'Under way');
    const post = await publishText(await duet.admin(), '<p>Read me</p>');
    const page = await as(await duet.person('ana'));
    const asked = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<void>();
    await page.route('**/assets/VideoPlayer-*.js', async (route) => {
      asked.resolve();
      await lost.promise;
      if (await page.evaluate(() => navigator.onLine)) await route.continue();
      else await route.abort('internetdisconnected');
    });
    await page.goto('/home', { waitUntil: 'commit' });
    await asked.promise;
    await splashIsGone(page);
    await goOffline(page);
    lost.resolve();
    await expect(notice(page)).toHaveText('No connection');
    await heartOf(page, post).click();
    await expect(heartOf(page, post)).toHaveAttribute('data-waiting', 'true');
    const missing = cardOf(page, video).getByRole('alert').filter({ hasText: 'Something is missing' });
    await expect(missing).toBeVisible();

    await page.context().setOffline(false);
    await expect(heartOf(page, post)).not.toHaveAttribute('data-waiting', 'true');
    await missing.getByRole('button', { name: 'Try Again' }).click();
    await expect(cardOf(page, video).getByRole('button', { name: /^Play the video/ })).toBeVisible();
  });

  test('one call that fails is no lost connection', async ({ as, duet }) => {
    const post = await publishText(await duet.admin(), '<p>Read me</p>');
    const page = await as(await duet.person('ana'), '/home');
    await page.route('**/api/likes', (route) => route.abort());
    await heartOf(page, post).click();
    await expect(page.locator('.toast')).toContainText('Your like could not be saved');
    await expect(heartOf(page, post)).toHaveAttribute('aria-pressed', 'false');
    await expect(notice(page)).toHaveText('');
  });
});

test('a comment that waited is said to be posted once it was: nobody hears that they are offline then', async ({
  as,
  duet,
}) => {
  const post = await publishText(await duet.admin(), '<p>Read me</p>');
  const page = await as(await duet.person('ana'), '/home');
  await openComments(page, post);
  await expect(sheet(page).getByText('No comments yet')).toBeVisible();
  await goOffline(page);
  await commentField(page).fill('Written in the tunnel');
  await postButton(page).click();
  const said = sheet(page).getByRole('status').filter({ hasText: /./ });
  await expect(said.filter({ hasText: 'You are offline' })).toHaveCount(1);
  await page.context().setOffline(false);
  await expect(comments(page).filter({ hasText: 'Written in the tunnel' })).toHaveCount(1);
  await expect(said.filter({ hasText: 'You are offline' })).toHaveCount(0);
  await expect(said.filter({ hasText: 'Your comment is posted.' })).toHaveCount(1);
});

test.describe('the inbox without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('says that it is offline, never that there are no conversations, and shows them when the line is back', async ({
    ownServer,
    browser,
    contextOptions,
    viewport,
  }) => {
    test.setTimeout(120_000);
    const site = await ownServer();
    await site.admin();
    const [ana] = [await site.person('ana'), await site.person('dan')];
    const page = await site.page(browser, ana, { ...contextOptions, viewport, serviceWorkers: 'allow' });
    await page.goto('/messages');
    await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible();
    await page.goto('/home');
    await splashIsGone(page);
    await chunkIsCached(page, 'MessagesScreen');
    await appIsCached(page);

    await goOffline(page);
    await site.server.end();
    await reloadOffline(page);
    await page.goto('/messages');
    await splashIsGone(page);
    await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await expect(page.getByText('No conversations yet')).toHaveCount(0);

    await site.server.restart();
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible({
      timeout: 30_000,
    });
  });

  test('no list that is empty here says so once it cannot be asked for', async ({ as, duet }) => {
    const admin = await duet.admin();
    const post = await publishText(admin, '<p>Read me</p>');
    const page = await as(admin);
    await page.clock.install();
    await page.goto('/home');
    await openComments(page, post);
    await expect(sheet(page).getByText('No comments yet')).toBeVisible();
    await page.route('**/api/comments/post/**', (route) => route.abort());
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await expect(sheet(page)).toHaveCount(0);
    await openComments(page, post);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await runAheadUntil(sheet(page).getByRole('button', { name: 'Try Again' }));
    await expect(sheet(page).getByText('No comments yet')).toHaveCount(0);
  });
});

test('a list that could not be loaded comes by itself when the line is back', async ({ as, duet }) => {
  const page = await as(await duet.admin(), '/admin/audit');
  await expect(page.getByRole('radio', { name: 'Acts' })).toBeChecked();
  await goOffline(page);
  await page.getByRole('radio', { name: 'Sign-ins' }).check();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing here' })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole('list', { name: 'Lines of the audit' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
});
