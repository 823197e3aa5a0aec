import type { Page } from '@playwright/test';
import { password } from './harness/duet.ts';
import { picture } from './harness/picture.ts';
import { expect, test } from './harness/test.ts';

/** 1399 characters in sentences that can be told apart, the first and the last above all. */
const sentences = Array.from(
  { length: 40 },
  (_, n) => `Step ${String(n + 1).padStart(2, '0')} along the quiet shore.`,
);
const story = sentences.join(' ');
const first = 'Step 01';
const last = 'Step 40';

async function register(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/setup-profile', { timeout: 15_000 });
  await expect(page.getByRole('heading', { name: `Welcome, ${username}` })).toBeVisible();
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.waitForURL('**/home');
}

/** How much of the story stands on the page. */
async function readOf(page: Page): Promise<number> {
  const text = (await page.getByRole('article').first().textContent()) ?? '';
  return sentences.filter((sentence) => text.includes(sentence)).length;
}

test('from an empty site to a post that somebody else reads, likes, shares and comments on, and to a message about it [SHELL-01, SHELL-02, SHELL-03]', {
  tag: '@postgres',
}, async ({ ownServer, browser }) => {
  // Two people, a site of their own, and everything they do.
  test.slow();
  const duet = await ownServer();
  const device = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-GB',
    serviceWorkers: 'allow',
  } as const;

  // The couple: the printed link makes the first admin.
  const couple = await duet.page(browser, null, device);
  await couple.goto(duet.server.setupLink);
  await register(couple, 'ana_admin');
  await expect(couple.getByText('no posts yet')).toBeVisible();
  await expect(couple.getByText('be the first to share')).toBeVisible();

  // They write, with a picture in it.
  await couple.getByRole('button', { name: 'New post' }).click();
  await couple.getByRole('dialog').getByRole('button', { name: 'Rich text' }).click();
  const editor = couple.getByRole('textbox', { name: 'Text of the post' });
  await editor.click();
  await couple.keyboard.insertText(story);
  const chooser = couple.waitForEvent('filechooser');
  await couple.getByRole('button', { name: 'Picture', exact: true }).click();
  await (await chooser).setFiles({
    name: 'shore.png',
    mimeType: 'image/png',
    buffer: Buffer.from(picture(900, 600)),
  });
  await expect(editor.locator('img[src*="/media/photos/"]')).toBeVisible();
  await couple.getByRole('button', { name: 'Publish', exact: true }).click();
  await couple.waitForURL(/\/home\?refresh=\d+/, { timeout: 20_000 });
  await expect(couple.getByRole('article').first().getByText(first)).toBeVisible();

  // A visitor reads as much as a visitor may.
  const visitor = await duet.page(browser, null, device);
  await visitor.goto('/home');
  const card = visitor.getByRole('article').first();
  await expect(card.getByText(first)).toBeVisible();
  const more = card.getByRole('button', { name: 'Read more' });
  const collapsed = await readOf(visitor);
  await more.click();
  await expect.poll(() => readOf(visitor)).toBeGreaterThan(collapsed);
  const expanded = await readOf(visitor);
  expect(expanded).toBeLessThan(sentences.length);
  await more.click();
  const prompt = visitor.getByRole('dialog', { name: 'Join in on Duet' });
  await expect(prompt).toBeVisible();
  expect(await readOf(visitor)).toBe(expanded);
  // What is hidden is not there at all.
  const sent = await (await visitor.request.get('/api/posts')).text();
  expect(sent).toContain(first);
  expect(sent).not.toContain(last);

  // They join, like, share, and read the rest.
  await prompt
    .getByRole('link', { name: 'Create account' })
    .or(prompt.getByRole('button', { name: 'Create account' }))
    .click();
  await visitor.waitForURL('**/register');
  await register(visitor, 'mihai');
  await visitor.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: duet.url });
  const mine = visitor.getByRole('article').first();
  const saved = visitor.waitForResponse((response) => response.url().endsWith('/api/likes'));
  await mine.getByRole('button', { name: 'Like, 0 likes' }).click();
  const liked = mine.getByRole('button', { name: 'Liked, 1 like' });
  await expect(liked).toBeVisible();
  await mine.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => visitor.evaluate(() => navigator.clipboard.readText())).toContain(first);
  await mine.getByRole('button', { name: 'Read more' }).click();
  await expect.poll(() => readOf(visitor)).toBe(sentences.length);

  // They comment on it, and write to the couple.
  await mine.getByRole('button', { name: /^Comment, / }).click();
  const sheet = visitor.getByRole('dialog', { name: 'Comments' });
  await sheet.getByRole('textbox', { name: 'Write a comment' }).fill('I know that shore');
  await sheet.getByRole('button', { name: 'Post comment' }).click();
  await expect(sheet.getByRole('listitem').filter({ hasText: 'I know that shore' })).toBeVisible();
  await visitor.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await mine.getByRole('button', { name: 'ana_admin', exact: true }).click();
  await visitor.getByRole('button', { name: 'Send a message' }).click();
  await visitor.getByRole('textbox', { name: 'Write a message' }).fill('Shall we meet there?');
  await visitor.keyboard.press('Enter');
  await expect(visitor.locator('[data-message-id]')).toContainText('Shall we meet there?');
  await visitor.goto('/home');

  // It was kept: after a reload, and on the couple's side.
  expect((await saved).status()).toBe(200);
  await visitor.reload();
  await expect(liked).toBeVisible();
  await couple.reload();
  await expect(
    couple
      .getByRole('article')
      .first()
      .getByRole('button', { name: /1 like$/ }),
  ).toBeVisible();

  // The couple reads both, and has the tools of an admin.
  await couple.getByRole('button', { name: 'Activity, 2 new' }).click();
  await expect(couple.locator('[data-activity-type="comment"]')).toContainText('I know that shore');
  await couple.getByRole('button', { name: 'Messages, 1 unread' }).click();
  await expect(couple.getByRole('list', { name: 'Conversations' })).toContainText('Shall we meet there?');
  await couple.getByRole('button', { name: 'Settings' }).click();
  for (const name of ['Manage Users', 'Media Cleanup', 'Draft Cleanup']) {
    await expect(couple.getByRole('button', { name })).toBeVisible();
  }
});
