import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import type { Page } from '@playwright/test';
import { publishText } from './harness/posts.ts';
import { headerItems } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';

const logo = 'Duet, to the feed';

/** The badge on a button of the header; the button's name begins so. */
const badge = (page: Page, button: string) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^${button}`) })
    .locator('.badge');

const pathOf = (page: Page) => new URL(page.url()).pathname;

test('guests have the logo and the way to sign in, which leads back [SHELL-65, SHELL-73, SHELL-77, SHELL-81]', async ({
  duet,
  page,
}) => {
  const person = await duet.person();
  const post = await publishText(await duet.admin(), '<p>Read by a guest</p>');
  await page.goto(`/post/${post._id}`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await headerItems(page)).toEqual([logo, 'Sign in']);

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(new RegExp(`/post/${post._id}$`));
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toHaveCount(0);
});

test('people have their messages and their avatar [SHELL-64, SHELL-72, SHELL-76, SHELL-78, SHELL-79]', async ({
  duet,
  as,
}) => {
  const person = await duet.person('zoe');
  const page = await as(person, '/home');
  const profile = page.getByRole('button', { name: 'Profile' });
  await expect(profile).toBeVisible();
  expect(await headerItems(page)).toEqual([logo, 'Feed', 'Messages', 'Profile']);
  await expect(profile).toHaveText('Z');
  await profile.click();
  await expect.poll(() => pathOf(page)).toBe('/profile');
  await page.getByRole('button', { name: 'Messages' }).click();
  await expect.poll(() => pathOf(page)).toBe('/messages');
});

test('the logo leads to the feed [SHELL-61]', async ({ duet, as }) => {
  const page = await as(await duet.person(), '/profile');
  await page.getByRole('link', { name: logo }).click();
  await expect.poll(() => pathOf(page)).toBe('/home');
  await expect(page.locator('[data-route="/home"]')).toBeVisible();
});

test('admins also have a menu to publish, the activity and the settings [SHELL-63, SHELL-66..68, SHELL-71, SHELL-75]', async ({
  adminPage: page,
}) => {
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible();
  const names = (await headerItems(page)).map((name) => name.replace(/,? \d.*$/, ''));
  expect(names).toEqual([logo, 'Settings', 'Feed', 'Messages', 'New post', 'Activity', 'Profile']);

  const menu = page.getByRole('dialog', { name: 'New post' });
  for (const [choice, path] of [
    ['Rich text', '/new/richtext'],
    ['Gallery', '/new/gallery'],
  ] as const) {
    await page.getByRole('button', { name: 'New post' }).click();
    await expect(menu.getByRole('button')).toHaveText(['Rich text', 'Gallery', 'Video', 'Cancel']);
    await menu.getByRole('button', { name: choice }).click();
    await expect.poll(() => pathOf(page)).toBe(path);
    await expect(menu).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect.poll(() => pathOf(page)).toBe('/admin');
  await page.getByRole('button', { name: /^Activity/ }).click();
  await expect.poll(() => pathOf(page)).toBe('/admin/activity');
});

test('a video is picked first, and then its form opens [SHELL-69, SHELL-70]', async ({ adminPage: page }) => {
  await page.goto('/home');
  await page.getByRole('button', { name: 'New post' }).click();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Video' }).click();
  const chooser = await chosen;
  expect(await chooser.element().getAttribute('accept')).toBe('video/*');
  expect(chooser.isMultiple()).toBe(false);
  expect(pathOf(page)).toBe('/home');
  await chooser.setFiles({ name: 'waves.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(2000, 7) });
  await expect.poll(() => pathOf(page)).toBe('/new/video');
});

test('badges count what is unread [SHELL-74, SHELL-80]', async ({ fresh, browser }) => {
  const duet = await fresh();
  const [admin, person] = [await duet.admin(), await duet.person()];
  const post = await publishText(admin, '<p>Talked about</p>');
  const page = await duet.page(browser, admin, { locale: 'en-GB' });
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Messages', exact: true })).toBeVisible();
  await expect(badge(page, 'Messages')).toHaveCount(0);
  await expect(badge(page, 'Activity')).toHaveCount(0);

  for (const message of ['Hello', 'Are you there?']) {
    await person.api.call(messagesEndpoints['messages.send'], {
      body: { recipientId: admin.id, message },
    });
  }
  await person.api.call(commentsEndpoints['comments.create'], {
    body: { postId: post._id, text: 'How nice' },
  });
  await page.reload();
  await expect(badge(page, 'Messages')).toHaveText('2');
  await expect(badge(page, 'Activity')).toHaveText('1');
  await expect(page.getByRole('button', { name: 'Messages, 2 unread' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activity, 1 new' })).toBeVisible();
});

test('badges show 99 at most, and 99+ for more [SHELL-82, SHELL-83]', async ({ adminPage: page }) => {
  let unreadCount = 99;
  await page.route(/\/unread-count$/, (route) =>
    route.fulfill({ json: { success: true, data: { unreadCount } } }),
  );
  for (const [count, words] of [
    [99, '99'],
    [100, '99+'],
    [1200, '99+'],
  ] as const) {
    unreadCount = count;
    await page.goto('/home');
    await expect(badge(page, 'Messages')).toHaveText(words);
    await expect(badge(page, 'Activity')).toHaveText(words);
  }
});
