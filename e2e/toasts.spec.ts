import type { Post } from '@duet/contract/posts/shapes';
import type { Locator, Page } from '@playwright/test';
import { type Box, boxOf } from './harness/box.ts';
import { googlePicture, paste } from './harness/clipboard.ts';
import { commentField, isCreate, openComments, postButton, writeComment } from './harness/comments.ts';
import { cardOf, fail, toastOf } from './harness/feed.ts';
import { bubble, isSend, messageField, say, sendMany } from './harness/messages.ts';
import { keepNotices } from './harness/notices.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

const areApart = (one: Box, other: Box): boolean =>
  one.bottom <= other.y || other.bottom <= one.y || one.right <= other.x || other.right <= one.x;

const copyLink = async (page: Page, post: Post): Promise<Locator> => {
  await cardOf(page, post).getByRole('button', { name: 'Copy link' }).click();
  return toastOf(page, 'Link copied');
};

test('a notice is small and stands at the foot of the window, above a bar of navigation', async ({
  duet,
  as,
}) => {
  const post = await publishText(await duet.admin(), '<p>Boats</p>');
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await as(await duet.person(), undefined, { permissions });
  await keepNotices(page);
  await page.goto('/home');
  const toast = await copyLink(page, post);
  const bar = page.locator('[data-foot-bar]');
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(bar).toHaveCount(width < 1440 ? 1 : 0);
    const foot = width < 1440 ? (await boxOf(bar)).y : 844;
    const { width: wide, height, bottom } = await boxOf(toast);
    expect(foot - bottom, `${width} px`).toBeLessThan(40);
    expect(foot - bottom, `${width} px`).toBeGreaterThan(8);
    expect(height, `${width} px`).toBeLessThan(50);
    expect(wide, `${width} px`).toBeLessThan(240);
  }
  await page.evaluate(() => document.documentElement.style.setProperty('--keyboard', '300px'));
  expect((await boxOf(toast)).bottom).toBeLessThan(844 - 300);
});

test('a notice leaves free what one writes in or sends with', async ({ duet, as }) => {
  const post = await publishText(await duet.admin(), '<p>Boats</p>');
  const page = await as(await duet.person(), '/home');
  await openComments(page, post);
  await page.route(isCreate, (route) => fail(route, 400));
  const field = commentField(page);
  await field.fill('A word');
  await postButton(page).click();
  const toast = page.locator('.toast');
  await expect(toast).toBeVisible();
  const [notice, bar] = [await boxOf(toast), await boxOf(field)];
  expect(notice.bottom).toBeLessThanOrEqual(bar.y);
  expect(bar.y - notice.bottom).toBeLessThan(40);
});

test('a notice leaves the buttons of a form and of a question free', async ({ duet, as }) => {
  const page = await as(await duet.admin(), '/new/richtext');
  await page.route('**/api/posts/draft', (route) => fail(route, 400));
  await page.getByRole('textbox', { name: 'Text of the post' }).fill('Boats');
  const publish = page.getByRole('button', { name: 'Publish' });
  await publish.click();
  const toast = page.locator('.toast');
  await expect(toast).toBeVisible();
  expect((await boxOf(toast)).bottom).toBeLessThanOrEqual((await boxOf(publish)).y);
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  await question.evaluate((shown) => Promise.all(shown.getAnimations().map(({ finished }) => finished)));
  expect((await boxOf(toast)).bottom).toBeLessThanOrEqual((await boxOf(question)).y);
});

test('a notice does not fall from under a finger as one leaves a form, and rises above one at once', async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  const post = await publishText(admin, '<p>Boats</p>');
  const page = await as(admin, undefined, { permissions: ['clipboard-read', 'clipboard-write'] });
  await keepNotices(page);
  await page.goto('/home');
  const toast = await copyLink(page, post);
  const onFeed = await boxOf(toast);
  await page.getByRole('banner').getByRole('button', { name: 'New post' }).click();
  await page.getByRole('button', { name: 'Rich text' }).click();
  const publish = page.getByRole('button', { name: 'Publish' });
  await expect(publish).toBeInViewport();
  const onForm = await boxOf(toast);
  expect(onForm.bottom).toBeLessThanOrEqual((await boxOf(publish)).y);
  expect(onForm.bottom).toBeLessThan(onFeed.bottom);
  await page.goBack();
  await expect(publish).toHaveCount(0);
  expect(await boxOf(toast)).toEqual(onForm);
});

test('a press that was begun before a notice came over it counts', async ({ duet, as }) => {
  const page = await as(await duet.admin(), '/new/richtext');
  const editor = page.getByRole('textbox', { name: 'Text of the post' });
  await editor.fill('Boats');
  const adminOnly = page.getByRole('switch', { name: 'Only for us' });
  const { x, y, width, height } = await boxOf(adminOnly);
  // However long this machine takes to release the mouse.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const toast = document.querySelector('.toast');
      if (!toast) return;
      observer.disconnect();
      for (const animation of toast.getAnimations()) animation.pause();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await paste(editor, { html: `<img src="${googlePicture}">` });
  const toast = page.locator('.toast');
  await expect(toast).toBeAttached();
  await page.mouse.up();
  await expect(adminOnly).toBeChecked();
  // One that is begun then ends on the same thing as well, however long it takes.
  await page.mouse.down();
  await toast.evaluate((shown) => {
    for (const animation of shown.getAnimations()) animation.finish();
  });
  await page.mouse.up();
  await expect(adminOnly).not.toBeChecked();
  const covered = await boxOf(adminOnly);
  expect(areApart(await boxOf(toast), covered)).toBe(false);
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toHaveCount(0);
});

test('a notice leaves free what can be done about a message that was not sent', async ({ duet, as }) => {
  const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
  await sendMany(dan, ana, 12);
  const page = await as(ana, `/messages?to=${dan.id}`);
  await page.route(isSend, (route) => fail(route, 400));
  await say(page, 'Out of stamps');
  const ways = ['Try Again', 'Discard'].map((name) =>
    bubble(page, 'Out of stamps').getByRole('button', { name }),
  );
  const toast = toastOf(page, 'Failed to send message');
  for (const [width, keyboard] of [
    [390, 0],
    [390, 340],
    [768, 0],
    [1440, 0],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(
      (px) => document.documentElement.style.setProperty('--keyboard', `${px}px`),
      keyboard,
    );
    await page.mouse.move(1, 1);
    await toast.getByRole('button', { name: 'Close' }).click();
    await ways[0]?.click();
    await expect(toast).toBeVisible();
    const notice = await boxOf(toast);
    for (const free of [...ways, messageField(page), page.getByRole('button', { name: 'Close' }).first()])
      expect(areApart(notice, await boxOf(free)), `${width} px, keyboard of ${keyboard} px`).toBe(true);
  }
});

test('a notice leaves free what one writes in on a page', async ({ duet, as }) => {
  const post = await publishText(await duet.admin(), '<p>Boats</p>');
  const ana = await duet.person();
  for (let n = 0; n < 6; n += 1) await writeComment(ana, post, `Words ${n}`);
  const page = await as(ana, `/post/${post._id}`);
  const section = page.getByRole('region', { name: 'Comments' });
  const field = section.getByRole('textbox', { name: 'Write a comment' });
  await page.route(isCreate, (route) => fail(route, 400));
  await field.fill('A word');
  // As browsers leave it above a keyboard: at the foot of what is seen.
  const { bottom } = await boxOf(field);
  await page.setViewportSize({ width: 390, height: Math.ceil(bottom) + 80 });
  const toast = page.locator('.toast');
  for (const at of ['foot', 'top'] as const) {
    await section.getByRole('button', { name: 'Post comment' }).click();
    await expect(toast).toBeVisible();
    const [notice, bar] = [await boxOf(toast), await boxOf(field)];
    expect(areApart(notice, bar), at).toBe(true);
    if (at === 'foot') expect(notice.bottom).toBeLessThan(bar.y);
    else expect(notice.y).toBeGreaterThan(bar.bottom);
    await toast.getByRole('button', { name: 'Close' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
  }
});

test('an error stands apart from a success without its colour', async ({ duet, as }) => {
  const post = await publishText(await duet.admin(), '<p>Boats</p>');
  const page = await as(await duet.person(), '/home', { permissions: ['clipboard-read', 'clipboard-write'] });
  const look = (toast: Locator) =>
    toast.evaluate((shown) => {
      const { borderRadius } = getComputedStyle(shown);
      const text = shown.querySelector('p');
      return {
        borderRadius,
        weight: text && getComputedStyle(text).fontWeight,
        icon: shown.querySelector('svg')?.innerHTML,
        wide: shown.clientWidth > 300,
      };
    });
  const success = await look(await copyLink(page, post));
  await page.route('**/api/likes', (route) => fail(route, 400));
  await cardOf(page, post).getByRole('button', { name: /^Like/ }).click();
  const danger = page.locator('.toast[data-color="danger"]');
  await expect(danger).toHaveRole('alert');
  const failure = await look(danger);
  for (const key of ['borderRadius', 'weight', 'icon', 'wide'] as const)
    expect(failure[key], key).not.toBe(success[key]);
});
