import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
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
  await pullDown(page);
  await expect(detail(page).getByText('Post not found')).toBeVisible();
  await page.route(isDetail, (route) => fail(route));
  await detail(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(detail(page).getByText('Failed to fetch post')).toBeVisible();
  await expect(detail(page)).not.toContainText('Read to the end');
});

test('the open profile of an author stays where loading it again fails', async ({ duet, as }) => {
  const admin = await duet.admin();
  const post = await publishText(admin, '<p>By me</p>');
  const page = await as(await duet.person());
  await openLive(page, '/home');
  await cardOf(page, post).getByRole('button', { name: admin.username, exact: true }).click();
  const since = page.getByRole('dialog', { name: 'Profile' }).getByText(/^Here since /);
  await expect(since).toBeVisible();
  await page.route(`**/api/users/${admin.id}`, (route) => fail(route));
  const failed = page.waitForResponse(`**/api/users/${admin.id}`);
  await renameSomebody(duet);
  await (await failed).finished();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(since).toBeVisible();
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
  const failed = page.waitForResponse((answer) => isDetail(new URL(answer.url())));
  await renameSomebody(duet);
  await (await failed).finished();
  await page.unroute(isDetail);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(`**/post/${post._id}`);
  const saved = (await duet.guest.call(postsEndpoints['posts.detail'], { params: { id: post._id } })).data
    .post;
  expect(saved.caption).toBe('Half a sentence');
  expect(saved.videoUrl).not.toBe(post.videoUrl);
});
