import { limits } from '@duet/contract/limits';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import type { Person } from './harness/duet.ts';
import { hold, toastOf, toFeed } from './harness/feed.ts';
import { newest } from './harness/gallery.ts';
import { tabTo } from './harness/keyboard.ts';
import { inboxRow, messageField, sendMessage, thread } from './harness/messages.ts';
import { expect, test } from './harness/test.ts';
import { caption, frames, holdChunks, mp4, pickWithThumbnail, publish } from './harness/video-form.ts';

for (const width of [390, 1440]) {
  test.describe(`at ${width} px, a post that is published while one is elsewhere`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('leaves one there with a message half written, and shows a link that stays, for keys and fingers', async ({
      duet,
      as,
    }) => {
      const dan = await duet.person('reader');
      const uploader = await duet.otherAdmin('uploader');
      await sendMessage(dan, uploader, 'How is it going?');
      const page = await as(uploader);
      await page.clock.install();
      await page.goto('/new/video');
      await pickWithThumbnail(page, mp4(800_000));
      await caption(page).fill('Finished meanwhile');
      const held = await holdChunks(page);
      await publish(page).click();
      await expect.poll(() => held.asked.length).toBe(4);
      // By the app's own ways: a load of the page would end the upload.
      await page
        .getByRole('button', { name: /^Messages/ })
        .first()
        .click();
      await expect(page).toHaveURL('/messages');
      await inboxRow(page, dan).getByRole('button').click();
      await expect(thread(page, dan)).toBeVisible();
      await messageField(page).fill('In the middle of a');
      await held.release();
      const told = toastOf(page, 'Post published');
      await expect(told).toBeVisible();
      const link = told.getByRole('link', { name: 'See the post' });
      await expect(link).toBeVisible();
      await expect(page).toHaveURL(`/messages?to=${dan.id}`);
      await expect(messageField(page)).toHaveValue('In the middle of a');
      await expect(messageField(page)).toBeFocused();
      // Longer than any toast without a link.
      await page.clock.runFor(limits.toast.errorMs + 1000);
      await expect(link).toBeVisible();
      // While it glides in it measures some millionths of a pixel less.
      await expect.poll(async () => (await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      const post = await newest(duet);
      if (width === 390) {
        await link.tap();
      } else {
        await tabTo(page, link);
        await page.keyboard.press('Enter');
      }
      await expect(page).toHaveURL(`/post/${post?._id}`);
      await expect(page.getByRole('article').getByText('Finished meanwhile')).toBeVisible();
      await expect(told).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goBack();
      await expect(messageField(page)).toHaveValue('In the middle of a');
    });

    test('is told so of a text and of a saved change as well', async ({ duet, as }) => {
      const page = await as(await duet.otherAdmin('writer'), '/new/richtext');
      await page.getByRole('textbox', { name: 'Text' }).fill('Published on a slow line');
      const release = await hold(page, (url) => url.pathname.endsWith('/publish'));
      const published = page.waitForRequest((request) => request.url().endsWith('/publish'));
      await publish(page).click();
      await published;
      await page.getByRole('button', { name: 'Profile' }).first().click();
      await expect(page).toHaveURL('/profile');
      release();
      const link = toastOf(page, 'Post published').getByRole('link', { name: 'See the post' });
      await expect(link).toBeVisible();
      await expect(page).toHaveURL('/profile');
      await link.click();
      await expect(page.getByRole('article').getByText('Published on a slow line')).toBeVisible();

      await page.goto(page.url().replace('/post/', '/edit/'));
      await page.getByRole('textbox', { name: 'Title' }).fill('With a title');
      await expect(page.getByRole('textbox', { name: 'Text of the post' })).toBeVisible();
      const again = await hold(page, (url) => /^\/api\/posts\/[^/]+$/.test(url.pathname));
      const saved = page.waitForRequest((request) => request.method() === 'PUT');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await saved;
      await page.getByRole('button', { name: 'Profile' }).first().click();
      await expect(page).toHaveURL('/profile');
      again();
      await expect(toastOf(page, 'Post updated').getByRole('link', { name: 'See the post' })).toBeVisible();
      await expect(page).toHaveURL('/profile');
    });
  });
}

test('on its form one is led to the feed as before', async ({ duet, as }) => {
  const page = await as(await duet.otherAdmin('waiting'), '/new/richtext');
  await page.getByRole('textbox', { name: 'Text' }).fill('Waited for');
  await publish(page).click();
  await expect(page).toHaveURL(/\/home\?refresh=\d+$/);
  await expect(toastOf(page, 'Post published')).toBeVisible();
  await expect(toastOf(page, 'Post published').getByRole('link')).toHaveCount(0);
});

test.describe('the form of a post that is published already', () => {
  const text = (page: Page) =>
    page.locator('[data-route="/new/richtext"]').getByRole('textbox', { name: 'Text of the post' });
  const openMenu = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'New post' }).click();
  const newPost = (page: Page, kind: string) =>
    page.getByRole('dialog', { name: 'New post' }).getByRole('button', { name: kind });
  const feed = async (who: Person) =>
    (await who.api.call(postsEndpoints['posts.feed'], { query: { limit: '20' } })).data.posts.filter(
      ({ username }) => username === who.username,
    );

  async function publishTextElsewhere(page: Page, words: string): Promise<void> {
    await text(page).fill(words);
    const release = await hold(page, (url) => url.pathname.endsWith('/publish'));
    const published = page.waitForRequest((request) => request.url().endsWith('/publish'));
    await publish(page).click();
    await published;
    await toFeed(page);
    await expect(page).toHaveURL('/home');
    release();
    await expect(toastOf(page, 'Post published')).toBeVisible();
  }

  test('is empty for the next video, which is uploaded like the first', async ({ duet, as }) => {
    const writer = await duet.otherAdmin('two_videos');
    const page = await as(writer, '/new/video');
    await pickWithThumbnail(page, mp4(800_000, 'first.mp4'));
    const held = await holdChunks(page);
    await publish(page).click();
    await expect.poll(() => held.asked.length).toBe(4);
    await toFeed(page);
    await expect(page).toHaveURL('/home');
    await held.release();
    await expect(toastOf(page, 'Post published')).toBeVisible();
    await openMenu(page);
    const chooser = page.waitForEvent('filechooser');
    await newPost(page, 'Video').click();
    await (await chooser).setFiles(mp4(700_000, 'second.mp4'));
    await frames(page).nth(1).click();
    await publish(page).click();
    await expect(page).toHaveURL(/\/home\?refresh=\d+$/);
    expect(new Set((await feed(writer)).map(({ videoUrl }) => videoUrl)).size).toBe(2);
  });

  test('is empty for the next text, which becomes a post of its own', async ({ duet, as }) => {
    const writer = await duet.otherAdmin('two_texts');
    const page = await as(writer, '/new/richtext');
    await publishTextElsewhere(page, 'The first');
    await openMenu(page);
    await newPost(page, 'Rich text').click();
    await expect(text(page)).toHaveText('');
    await text(page).fill('The second');
    await publish(page).click();
    await expect(page).toHaveURL(/\/home\?refresh=\d+$/);
    expect((await feed(writer)).map(({ content }) => content).toSorted()).toEqual([
      '<p>The first</p>',
      '<p>The second</p>',
    ]);
  });

  test('is empty also where one goes back to a former visit of it', async ({ duet, as }) => {
    const page = await as(await duet.otherAdmin('back'), '/new/richtext');
    await text(page).fill('Begun');
    await toFeed(page);
    await expect(page).toHaveURL('/home');
    await openMenu(page);
    await newPost(page, 'Rich text').click();
    await expect(text(page)).toHaveText('Begun');
    await publish(page).click();
    await expect(page).toHaveURL(/\/home\?refresh=\d+$/);
    await page.goBack();
    await expect(page).toHaveURL('/home');
    await page.goBack();
    await expect(page).toHaveURL('/new/richtext');
    await expect(text(page)).toHaveText('');
  });

  test('is empty also where the post was published with other words', async ({ duet, as }) => {
    const writer = await duet.otherAdmin('otherwise');
    const page = await as(writer, '/new/richtext');
    await text(page).fill('As written here');
    // Another tab publishes the same draft first, with words of its own.
    await page.route('**/api/posts/*/publish', async (route) => {
      const id = new URL(route.request().url()).pathname.split('/').at(-2) ?? '';
      const body = { title: '', content: '<p>As written there</p>', adminOnlyVisibility: false };
      await writer.api.call(postsEndpoints['posts.publish'], {
        params: { id },
        body: { ...body, postType: 'richText' },
      });
      await toFeed(page);
      await route.continue();
    });
    await publish(page).click();
    const told = toastOf(page, 'This post was published already');
    await expect(told).toBeVisible();
    await openMenu(page);
    await newPost(page, 'Rich text').click();
    await expect(text(page)).toHaveText('');
    await page.goBack();
    await told.getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByRole('textbox', { name: 'Text of the post' })).toHaveText('As written here');
  });
});
