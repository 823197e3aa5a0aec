import type { Page } from '@playwright/test';
import { openComments, sheet } from './harness/comments.ts';
import { cardOf } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

/** What a request to this path says of cached answers. */
const saidOf = async (page: Page, path: string) => {
  const request = await page.waitForRequest((each) => new URL(each.url()).pathname === path);
  return (await request.allHeaders())['cache-control'];
};

test('for a moment after a like what is asked for is asked for past what servers keep', async ({
  as,
  duet,
}) => {
  const admin = await duet.admin();
  const [one, other] = [
    await publishText(admin, '<p>Candytuft</p>'),
    await publishText(admin, '<p>Read me</p>'),
  ];
  const page = await as(await duet.person('ana'), '/home');
  await expect(cardOf(page, one)).toBeVisible();
  const stopped = await page.evaluate(() => performance.now());
  // A busy machine may take longer than the moment lasts.
  const stopAt = (ms: number) =>
    page.evaluate((at) => {
      performance.now = () => at;
    }, stopped + ms);
  await stopAt(0);
  const answered = page.waitForResponse((each) => new URL(each.url()).pathname === '/api/likes');
  await cardOf(page, one).getByRole('button', { name: /^Like/ }).first().click();
  await (await answered).finished();
  const soon = saidOf(page, `/api/comments/post/${one._id}`);
  await openComments(page, one);
  expect(await soon).toBe('no-cache');
  await expect(sheet(page).getByText('No comments yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await stopAt(2000);
  const later = saidOf(page, `/api/comments/post/${other._id}`);
  await openComments(page, other);
  expect(await later).toBeUndefined();
});
