import { boxOf } from './harness/box.ts';
import {
  chooseFor,
  comment,
  commentField,
  comments,
  openComments,
  sheet,
  writeComment,
} from './harness/comments.ts';
import { cardOf, loginPrompt } from './harness/feed.ts';
import { loginPromptIsLoaded } from './harness/login-prompt.ts';
import { publishText } from './harness/posts.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

/** Few characters, and many lines of them; each a link where it should be. */
const lines = (count: number, line = (n: number) => `Line ${n}`) =>
  Array.from({ length: count }, (_, n) => `<p>${line(n)}</p>`).join('');

test('a high text folds in the feed with its words in the page, opens in its place, and is whole on its own page [FEED-24, FEED-28]', async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  const html = await publishText(admin, lines(40), { title: 'Forty lines' });
  const blocks = Array.from({ length: 40 }, (_, n) => ({ type: 'paragraph', data: { text: `Block ${n}` } }));
  const inBlocks = await publishText(admin, JSON.stringify({ blocks }));
  const page = await as(await duet.person(), '/home');
  await splashIsGone(page);
  for (const [post, first, last] of [
    [html, 'Line 0', 'Line 39'],
    [inBlocks, 'Block 0', 'Block 39'],
  ] as const) {
    const card = cardOf(page, post);
    const more = card.getByRole('button', { name: 'Read more' });
    await card.scrollIntoViewIfNeeded();
    await expect(more).toBeVisible();
    expect((await boxOf(card)).height).toBeLessThan(760);
    await expect(card).toContainText(last);
    await more.scrollIntoViewIfNeeded();
    const before = await boxOf(card.getByText(first, { exact: true }));
    await more.click();
    await expect(more).toHaveCount(0);
    expect((await boxOf(card)).height).toBeGreaterThan(1400);
    expect((await boxOf(card.getByText(first, { exact: true }))).y).toBeCloseTo(before.y, 0);
  }
  await page.goto(`/post/${html._id}`);
  await splashIsGone(page);
  const alone = cardOf(page, html);
  expect((await boxOf(alone)).height).toBeGreaterThan(1400);
  await expect(alone.getByRole('button', { name: 'Read more' })).toHaveCount(0);
});

test('a folded text opens for a guest before they are asked to sign in, and for a key that reaches a link in it [FEED-26, FEED-27]', async ({
  duet,
  page,
}) => {
  const post = await publishText(
    await duet.admin(),
    lines(40, (n) => `<a href="https://example.org/${n}">Link ${n}</a>`),
  );
  await page.goto('/home');
  await splashIsGone(page);
  await loginPromptIsLoaded(page);
  const card = cardOf(page, post);
  const more = card.getByRole('button', { name: 'Read more' });
  await more.click();
  await expect(more).toHaveCount(0);
  await expect(loginPrompt(page)).toHaveCount(0);
  await page.reload();
  await expect(more).toBeVisible();
  await card.getByRole('link', { name: 'Link 3', exact: true }).focus();
  await expect(more).toBeVisible();
  await card.getByRole('link', { name: 'Link 39' }).focus();
  await expect(more).toHaveCount(0);
});

test('a comment of a line is no higher than 80 px, one of 2,000 characters folds', async ({ duet, as }) => {
  const [admin, dan] = [await duet.admin(), await duet.person('dan')];
  const post = await publishText(admin, '<p>Boats</p>');
  await writeComment(dan, post, 'Lovely.');
  await writeComment(dan, post, `${'I remember the way up. '.repeat(84)}The end.`);
  const page = await as(await duet.person('ana'), '/home');
  await splashIsGone(page);
  await openComments(page, post);
  await expect(comments(page)).toHaveCount(2);
  expect((await boxOf(comment(page, 'Lovely.'))).height).toBeLessThanOrEqual(80);
  const long = comment(page, 'I remember');
  const more = long.getByRole('button', { name: 'Read more' });
  await expect(more).toBeVisible();
  await expect(long).toContainText('The end.');
  expect((await boxOf(long)).height).toBeLessThan(380);
  await more.click();
  await expect(more).toHaveCount(0);
  expect((await boxOf(long)).height).toBeGreaterThan(700);
});

test('the button that saves a comment stays above the bar that writes one', async ({ duet, as }) => {
  const [admin, ana] = [await duet.admin(), await duet.person('ana')];
  const post = await publishText(admin, '<p>Boats</p>');
  await writeComment(ana, post, 'To be changed');
  for (let n = 0; n < 8; n += 1) await writeComment(ana, post, `Another ${n}`);
  const page = await as(ana, '/home');
  await splashIsGone(page);
  await openComments(page, post);
  await expect(comments(page)).toHaveCount(9);
  await comment(page, 'To be changed').scrollIntoViewIfNeeded();
  await chooseFor(page, 'To be changed', 'Edit');
  const field = sheet(page).getByRole('textbox', { name: 'Edit your comment' });
  await expect(field).toBeFocused();
  await page.keyboard.type('a line\nand another\nand one more\nand the last');
  const save = sheet(page).getByRole('button', { name: 'Save' });
  const [button, bar] = [await boxOf(save), await boxOf(commentField(page))];
  expect(button.y + button.height).toBeLessThanOrEqual(bar.y);
});
