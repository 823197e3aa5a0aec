import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Locator, Page, Response } from '@playwright/test';
import type { Duet } from './harness/duet.ts';
import { cardOf, fail, pullDown, toastOf } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo } from './harness/video.ts';
import { caption, mp4, pickWithThumbnail } from './harness/video-form.ts';

const isDetail = (url: URL) => /^\/api\/posts\/[^/]+$/.test(url.pathname);

/** Opens a page and waits for its stream of events. */
async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events');
  await page.goto(path);
  await stream;
}

/** Lets somebody rename themselves, whereupon open pages load anew all that they show. */
async function renameSomebody(duet: Duet): Promise<void> {
  const { api, id } = await duet.person('renamed');
  await api.call(accountsEndpoints['accounts.changeUser'], {
    params: { id },
    body: { displayName: 'Somebody else' },
  });
}

/** Waits until the page has made of an answer what it makes of it. */
async function rendered(page: Page, answer: Response): Promise<void> {
  await answer.finished();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Watches an element; answers whether it has been out of the page at any moment since. */
async function watchFor(shown: Locator): Promise<() => Promise<boolean>> {
  const watch = await shown.evaluateHandle((element) => {
    const seen = { away: false };
    new MutationObserver(() => {
      seen.away ||= !element.isConnected;
    }).observe(document, { subtree: true, childList: true });
    return seen;
  });
  return () => watch.evaluate(({ away }) => away);
}

const detail = (page: Page) => page.locator('[data-route="/post/:id"]').last();

test('a post stays where loading it again fails, and goes once it is deleted', async ({ duet, as }) => {
  const admin = await duet.admin();
  const post = await publishText(admin, '<p>Read to the end</p>');
  const page = await as(await duet.person(), `/post/${post._id}`);
  await expect(detail(page)).toContainText('Read to the end');
  await page.route(isDetail, (route) => fail(route));
  await pullDown(page);
  await expect(toastOf(page, 'Failed to fetch post')).toBeVisible();
  await expect(detail(page)).toContainText('Read to the end');
  await expect(detail(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  await page.unroute(isDetail);
  await admin.api.call(postsEndpoints['posts.delete'], { params: { id: post._id } });
  const gone = page.waitForResponse((answer) => isDetail(new URL(answer.url())));
  await pullDown(page);
  // The event of the deletion may be there first: "Try Again" would then wait for this answer as well.
  await rendered(page, await gone);
  await expect(detail(page).getByText('Post not found')).toBeVisible();
  await page.route(isDetail, (route) => fail(route));
  await detail(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(detail(page).getByText('Failed to fetch post')).toBeVisible();
  await expect(detail(page)).not.toContainText('Read to the end');
});

test('the open profile of an author stays where loading it again fails', async ({ duet, as }) => {
  const admin = await duet.otherAdmin('author');
  const post = await publishText(admin, '<p>By me</p>');
  const page = await as(await duet.person());
  await openLive(page, '/home');
  await cardOf(page, post).getByRole('button', { name: admin.username, exact: true }).click();
  const since = page.getByRole('dialog', { name: 'Profile' }).getByText(/^Here since /);
  await expect(since).toBeVisible();
  await page.route(`**/api/users/${admin.id}`, (route) => fail(route));
  const wasAway = await watchFor(since);
  const failed = page.waitForResponse(`**/api/users/${admin.id}`);
  await renameSomebody(duet);
  await rendered(page, await failed);
  // What is loaded after the failure is rendered after it.
  await page.unroute(`**/api/users/${admin.id}`);
  await admin.api.call(accountsEndpoints['accounts.changeUser'], {
    params: { id: admin.id },
    body: { displayName: 'Named anew' },
  });
  await expect(page.getByRole('dialog', { name: 'Profile' })).toContainText('Named anew');
  await expect(since).toBeVisible();
  expect(await wasAway()).toBe(false);
});

test('an edit stays where loading its post again fails, with the video that was picked', async ({
  adminPage: page,
  duet,
}) => {
  const post = await publishVideo(await duet.admin(), 'Before');
  await openLive(page, `/edit/${post._id}`);
  await caption(page).fill('Half a sentence');
  await pickWithThumbnail(page, mp4(400_000, 'better.mp4'));
  await page.route(isDetail, (route) => fail(route));
  const wasAway = await watchFor(caption(page));
  const detailAnswer = () => page.waitForResponse((answer) => isDetail(new URL(answer.url())));
  const failed = detailAnswer();
  await renameSomebody(duet);
  await rendered(page, await failed);
  await page.unroute(isDetail);
  const loaded = detailAnswer();
  await renameSomebody(duet);
  await rendered(page, await loaded);
  expect(await wasAway()).toBe(false);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(`**/post/${post._id}`);
  const saved = (await duet.guest.call(postsEndpoints['posts.detail'], { params: { id: post._id } })).data
    .post;
  expect(saved.caption).toBe('Half a sentence');
  expect(saved.videoUrl).not.toBe(post.videoUrl);
});
