import type { Page } from '@playwright/test';
import { comment, openComments, sheet, writeComment } from './harness/comments.ts';
import { cardOf } from './harness/feed.ts';
import { bubble, isThread, messageField, sendMessage } from './harness/messages.ts';
import { publishText } from './harness/posts.ts';
import { serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

/** Lets whatever holds `words` as this field come as something that no part of the app can show, until it is mended. */
async function spoil(page: Page, wanted: (url: URL) => boolean, field: string, words: string) {
  let mended = false;
  await page.route(wanted, async (route) => {
    const answer = await serverAnswer(route);
    const text = await answer.text();
    const whole = `${JSON.stringify(field)}:${JSON.stringify(words)}`;
    await route.fulfill({
      response: answer,
      body: mended ? text : text.replaceAll(whole, `${JSON.stringify(field)}:{"broken":true}`),
    });
  });
  return () => {
    mended = true;
  };
}

const isPosts = (url: URL) => url.pathname.startsWith('/api/posts');
const unshown = (page: Page, what: string) => page.getByRole('alert').filter({ hasText: what });

test('a post that cannot be shown says so in its place, and leaves the others', async ({ duet, as }) => {
  const admin = await duet.admin();
  const posts = [];
  for (const title of ['Shown before', 'Never shown', 'Shown behind'])
    posts.push(await publishText(admin, '<p>Words</p>', { title }));
  const [before, broken, behind] = posts;
  if (!before || !broken || !behind) throw new Error('Nothing was published.');
  for (const width of [390, 768, 1440]) {
    const page = await as(await duet.person(), undefined, { viewport: { width, height: 844 } });
    const mend = await spoil(page, isPosts, 'title', 'Never shown');
    await page.goto('/home');
    await expect(cardOf(page, broken)).toHaveText(/^This post cannot be shown/);
    await expect(cardOf(page, before).getByRole('button', { name: /^Like/ })).toBeVisible();
    await expect(cardOf(page, behind).getByRole('button', { name: /^Like/ })).toBeVisible();
    await cardOf(page, broken).getByRole('button', { name: 'Try Again' }).click();
    await expect(cardOf(page, broken)).toHaveText(/^This post cannot be shown/);

    await page.goto(`/people/${admin.id}`);
    await expect(unshown(page, 'This post cannot be shown')).toHaveCount(1);
    await expect(page.getByRole('link', { name: /^Shown before, / })).toBeVisible();
    await page.getByRole('radio', { name: 'List' }).check();
    await expect(cardOf(page, broken)).toHaveText(/^This post cannot be shown/);
    await expect(cardOf(page, before).getByText('Shown before')).toBeVisible();

    await page.goto(`/post/${broken._id}`);
    await expect(cardOf(page, broken)).toHaveText(/^This post cannot be shown/);
    await expect(page.getByRole('region', { name: 'Comments' })).toBeVisible();
    // What comes in its place is shown by itself.
    mend();
    await page.goto('/home');
    await expect(cardOf(page, broken).getByRole('heading', { name: 'Never shown' })).toBeVisible();
  }
});

test('a comment and a message that cannot be shown leave the others', async ({ duet, as }) => {
  const post = await publishText(await duet.admin(), '<p>Boats</p>');
  const [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
  for (const text of ['one', 'two', 'three']) {
    await writeComment(dan, post, `said ${text}`);
    await sendMessage(dan, ana, `wrote ${text}`);
  }
  const page = await as(ana);
  await spoil(page, (url) => url.pathname.startsWith('/api/comments/post/'), 'text', 'said two');
  const mend = await spoil(page, isThread, 'message', 'wrote two');
  await page.goto('/home');
  await openComments(page, post);
  await expect(comment(page, 'This comment cannot be shown')).toHaveCount(1);
  await expect(comment(page, 'said one')).toBeVisible();
  await expect(comment(page, 'said three')).toBeVisible();
  await expect(sheet(page).getByRole('textbox')).toBeEditable();

  await page.goto(`/messages?to=${dan.id}`);
  await expect(bubble(page, 'This message cannot be shown')).toHaveCount(1);
  await expect(bubble(page, 'wrote one')).toBeVisible();
  await expect(bubble(page, 'wrote three')).toBeVisible();
  await expect(messageField(page)).toBeEditable();
  mend();
});
