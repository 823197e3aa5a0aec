import type { Page } from '@playwright/test';
import { cardOf, toastOf } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

const copyOf = (page: Page, post: { readonly _id: string }) =>
  cardOf(page, post).getByRole('button', { name: 'Copy link' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Copy link' });

test('the link of a post is copied, and nothing else', async ({ duet, as }) => {
  const post = await publishText(await duet.admin(), '<p>To be passed on</p>');
  const page = await as(await duet.person(), '/home', { permissions: ['clipboard-read', 'clipboard-write'] });
  await copyOf(page, post).click();
  await expect(toastOf(page, 'Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${duet.url}/post/${post._id}`);
  await expect(sheet(page)).toHaveCount(0);
});

for (const [why, forbid] of [
  [
    'the browser refuses the clipboard',
    () => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    },
  ],
  ['there is no clipboard at all', () => Object.defineProperty(navigator, 'clipboard', { value: undefined })],
] as const) {
  test(`the link is shown, marked to be copied by hand, where ${why}`, async ({ duet, as }) => {
    const post = await publishText(await duet.admin(), '<p>To be passed on by hand</p>');
    const page = await as(await duet.person());
    await page.addInitScript(forbid);
    await page.goto(`/post/${post._id}`);
    await copyOf(page, post).click();
    const link = sheet(page).getByRole('textbox', { name: 'Link to the post' });
    await expect(link).toHaveValue(`${duet.url}/post/${post._id}`);
    await expect(link).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${duet.url}/post/${post._id}`);
    await page.goBack();
    await expect(sheet(page)).toHaveCount(0);
    await expect(page).toHaveURL(`${duet.url}/post/${post._id}`);
  });
}

test('guests, who cannot share, have no button for the link', async ({ duet, page }) => {
  const post = await publishText(await duet.admin(), '<p>For guests</p>');
  await page.goto('/home');
  await expect(cardOf(page, post).getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(copyOf(page, post)).toHaveCount(0);
});
