import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import { editFromFeed, hold, toastOf, toFeed } from './harness/feed.ts';
import { away } from './harness/lost-answer.ts';
import { publishText } from './harness/posts.ts';
import { answerFirst } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';
import { publish } from './harness/video-form.ts';

/** The page that is seen: others stand open behind it. */
const seen = (page: Page) => page.locator('[data-route]:not([inert])');
const editor = (page: Page) => seen(page).getByRole('textbox', { name: 'Text of the post' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const gone = (page: Page) => page.getByRole('heading', { name: 'This post was deleted meanwhile' });

/** Opens the edit of a post twice, so that one way back leads to it still. */
async function openTwice(page: Page, id: string): Promise<void> {
  await editFromFeed(page, id);
  await expect(editor(page)).toBeVisible();
  await editFromFeed(page, id);
}

test.describe('the edit of a post, which an earlier visit still leads to,', () => {
  test('begins from what was saved', async ({ adminPage: page, duet }) => {
    const post = await publishText(await duet.admin(), '<p>Paint the door.</p>');
    await page.goto('/home');
    await openTwice(page, post._id);
    await editor(page).fill('Paint the door blue.');
    await save(page).click();
    await page.waitForURL(`**/post/${post._id}`);
    await editFromFeed(page, post._id);
    await expect(editor(page)).toHaveText('Paint the door blue.');
    await editor(page).fill('Paint the door green.');
    await save(page).click();
    await page.waitForURL(`**/post/${post._id}`);
    await expect(seen(page).getByRole('article').getByText('Paint the door green.')).toBeVisible();
  });

  test('begins from the post where the changes were discarded', async ({ adminPage: page, duet }) => {
    const post = await publishText(await duet.admin(), '<p>Paint the wall.</p>');
    await page.goto('/home');
    await openTwice(page, post._id);
    await editor(page).fill('Paint the wall blue.');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/home');
    await editFromFeed(page, post._id);
    await expect(editor(page)).toHaveText('Paint the wall.');
  });

  test('begins from the post as it stands now, however soon one comes again', async ({
    adminPage: page,
    duet,
  }) => {
    const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishText(admin, '<p>Paint the gate.</p>');
    await page.goto('/home');
    await editFromFeed(page, post._id);
    await expect(editor(page)).toHaveText('Paint the gate.');
    await other.api.call(postsEndpoints['posts.update'], {
      params: { id: post._id },
      body: { content: '<p>Paint the gate white.</p>' },
    });
    // As on a busy machine: what a page that is gone leaves to its next turn comes after the way back to it.
    await page.evaluate(() => {
      const setTimer = window.setTimeout;
      window.setTimeout = ((handler: () => void, ms = 0, ...words: []) =>
        setTimer(handler, ms === 0 ? 2000 : ms, ...words)) as typeof setTimeout;
    });
    await page.goBack();
    await expect(page.locator('[data-route="/edit/:id"]')).toHaveCount(0);
    await page.goForward();
    await expect(editor(page)).toHaveText('Paint the gate white.');
  });

  test('makes no second new post of what was written for a deleted one', async ({
    adminPage: page,
    duet,
  }) => {
    const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishText(admin, '<p>Paint the fence.</p>');
    await page.goto('/home');
    await openTwice(page, post._id);
    await editor(page).fill('Paint the fence blue.');
    await other.api.call(postsEndpoints['posts.delete'], { params: { id: post._id } });
    await save(page).click();
    await page.getByRole('button', { name: 'Make a new post of it' }).click();
    await page.waitForURL('**/new/richtext');
    await expect(editor(page)).toHaveText('Paint the fence blue.');
    await publish(page).click();
    await page.waitForURL(/\/home/);
    while (!page.url().includes('/edit/')) {
      const from = page.url();
      await page.goBack();
      await page.waitForURL((url) => url.href !== from);
    }
    await expect(gone(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Make a new post of it' })).toHaveCount(0);
  });
});

test('words that go on as an edit of a post are shown in a form of it that stands open', async ({
  as,
  duet,
}) => {
  const writer = await duet.otherAdmin('shown_again');
  const page = await as(writer, '/new/richtext');
  await editor(page).fill('As written here');
  const back = await away(page, /\/api\/posts\/[\w-]{36}$/);
  const published = Promise.withResolvers<string>();
  // Another tab publishes the same draft first, with words of its own.
  await answerFirst(page, '**/api/posts/*/publish', async (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-2) ?? '';
    await writer.api.call(postsEndpoints['posts.publish'], {
      params: { id },
      body: {
        title: '',
        content: '<p>As written there</p>',
        adminOnlyVisibility: false,
        postType: 'richText',
      },
    });
    await route.abort('connectionreset');
    published.resolve(id);
  });
  await publish(page).click();
  const id = await published.promise;
  await expect(toastOf(page, 'nobody knows yet whether the post is published')).toBeVisible();
  const found = page.waitForResponse(`**/api/posts/${id}`);
  await back();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await found;
  await editFromFeed(page, id);
  await expect(editor(page)).toHaveText('As written there');
  await toFeed(page);
  await page.getByRole('banner').getByRole('button', { name: 'New post' }).click();
  await page.getByRole('dialog', { name: 'New post' }).getByRole('button', { name: 'Rich text' }).click();
  await expect(editor(page)).toHaveText('As written here');
  await publish(page).click();
  await page.waitForURL(`**/edit/${id}`);
  await expect(toastOf(page, 'This post was published already')).toBeVisible();
  const comparison = page.getByRole('dialog', { name: 'Changed in two places' });
  await comparison.getByRole('radio', { name: 'Keep mine' }).check();
  await comparison.getByRole('button', { name: 'Go on' }).click();
  await expect(editor(page)).toHaveText('As written here');
  await save(page).click();
  await page.waitForURL(`**/post/${id}`);
  const { data } = await writer.api.call(postsEndpoints['posts.detail'], { params: { id } });
  expect(data.post.content).toBe('<p>As written here</p>');
});

test('two versions are compared where they are edited, not over the page that one has gone on to', async ({
  adminPage: page,
  duet,
}) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishText(admin, '<p>Paint the roof.</p>');
  await page.goto('/home');
  await editFromFeed(page, post._id);
  await editor(page).fill('Paint the roof blue.');
  await other.api.call(postsEndpoints['posts.update'], {
    params: { id: post._id },
    body: { content: '<p>Paint the roof green.</p>' },
  });
  const release = await hold(page, ({ pathname }) => pathname === `/api/posts/${post._id}`);
  const refused = page.waitForResponse((answer) => answer.request().method() !== 'GET' && !answer.ok());
  await save(page).click();
  await toFeed(page);
  release();
  await refused;
  await expect(page.locator('[data-route][hidden]').getByText('Nothing is saved yet')).toBeAttached();
  const comparison = page.getByRole('dialog', { name: 'Changed in two places' });
  expect(await comparison.count()).toBe(0);
  await page.goBack();
  await expect(comparison).toBeVisible();
});

test('an edit opens each time on a slow device', async ({ adminPage: page, duet }) => {
  const post = await publishText(await duet.admin(), '<p>Paint the door.</p>');
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await page.goto(`/edit/${post._id}`);
  await expect(editor(page)).toHaveText('Paint the door.');
  for (let again = 0; again < 4; again += 1) {
    await editFromFeed(page, post._id);
    await expect(editor(page)).toHaveText('Paint the door.');
  }
});
