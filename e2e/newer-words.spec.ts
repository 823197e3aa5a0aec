import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import { fail, hold, toastOf } from './harness/feed.ts';
import { caption, items, keptFiles, keptGallery, photo, pick, publish, uploaded } from './harness/gallery.ts';
import { publishText } from './harness/posts.ts';
import { comeBack, goBehind, keptDrafts } from './harness/tabs.ts';
import { expect, test } from './harness/test.ts';
import { frames, holdChunks, mp4, progress } from './harness/video-form.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const isPublish = (url: URL) => url.pathname.endsWith('/publish');

/** Writes in another tab, with what is there before it or in its place. */
async function writeElsewhere(page: Page, words: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(new URL(page.url()).pathname);
  await editor(other).click();
  await other.keyboard.press('End');
  await other.keyboard.type(words);
  await expect.poll(() => keptDrafts(other)).toContain(words);
  return other;
}

test.describe('what was written in a form since another one of the same post was sent', () => {
  const choose = async (page: Page, kind: string) => {
    await page.getByRole('button', { name: 'New post' }).filter({ visible: true }).first().click();
    await page.getByRole('dialog', { name: 'New post' }).getByRole('button', { name: kind }).click();
  };
  const newText = async (page: Page) => {
    await choose(page, 'Rich text');
    await page.waitForURL('**/new/richtext');
  };

  /** Goes back to the feed, and leaves no form behind it. */
  async function leave(page: Page, form: string): Promise<void> {
    await page.goBack();
    // Another page in place of the one that was left takes its form out of the document.
    await page.getByRole('button', { name: 'Profile' }).filter({ visible: true }).first().click();
    await page.waitForURL('**/profile');
    await expect(page.locator(`[data-route="${form}"]`)).toHaveCount(0);
    await page.goBack();
  }

  /** Publishes a text and opens its form anew, while the first publish waits for the server. */
  async function openAnew(page: Page, words: string): Promise<void> {
    await page.goto('/home');
    await newText(page);
    await editor(page).fill(words);
    const asked = page.waitForRequest((request) => isPublish(new URL(request.url())));
    await publish(page).click();
    await asked;
    await leave(page, '/new/richtext');
    await newText(page);
    await expect(editor(page)).toHaveText(words);
  }

  test('stays when that is published', async ({ adminPage: page }) => {
    const release = await hold(page, isPublish);
    await openAnew(page, 'Sent before');
    await editor(page).fill('Written since');
    await expect.poll(() => keptDrafts(page)).toContain('Written since');
    release();
    await expect(toastOf(page, 'Post published')).toBeVisible();
    await expect(page).toHaveURL(/\/new\/richtext$/);
    await expect(editor(page)).toHaveText('Written since');
    expect(await keptDrafts(page)).toContain('Written since');
    await page.reload();
    await expect(editor(page)).toHaveText('Written since');
  });

  test('stays when that fails', async ({ adminPage: page }) => {
    const failing = Promise.withResolvers<void>();
    await page.route(isPublish, async (route) => {
      await failing.promise;
      await fail(route, 429, 'Not so fast');
    });
    await page.clock.install();
    await openAnew(page, 'Sent before');
    await editor(page).fill('Written since');
    await expect.poll(() => keptDrafts(page)).toContain('Written since');
    failing.resolve();
    await expect(toastOf(page, 'Not so fast')).toBeVisible();
    // Longer than a form waits with what it keeps.
    await page.clock.runFor(1000);
    await comeBack(page);
    await expect(editor(page)).toHaveText('Written since');
    expect(await keptDrafts(page)).toContain('Written since');
  });

  test('leads to the feed where nothing was', async ({ adminPage: page }) => {
    const release = await hold(page, isPublish);
    await openAnew(page, 'Sent before');
    release();
    await expect(toastOf(page, 'Post published')).toBeVisible();
    await page.waitForURL(/\/home\?refresh=/);
    expect(await keptDrafts(page)).not.toContain('Sent before');
  });

  test('leaves an empty form where nothing was and one has gone elsewhere', async ({ adminPage: page }) => {
    const release = await hold(page, isPublish);
    await openAnew(page, 'Sent before');
    await page.getByRole('link', { name: 'Duet, to the feed' }).click();
    await expect(page).toHaveURL(/\/home/);
    release();
    await expect(toastOf(page, 'Post published')).toBeVisible();
    await newText(page);
    await expect(editor(page)).toHaveText('');
  });

  /** Publishes a video and opens its form anew, while the upload waits; answers what lets that go on. */
  async function openVideoAnew(page: Page): Promise<() => Promise<void>> {
    await page.goto('/home');
    const newVideo = async (name: string) => {
      const chooser = page.waitForEvent('filechooser');
      await choose(page, 'Video');
      await (await chooser).setFiles(mp4(800_000, name));
      await page.waitForURL('**/new/video');
    };
    await newVideo('first.mp4');
    await frames(page).nth(1).click();
    await caption(page).fill('Sent before');
    await expect.poll(() => keptDrafts(page)).toContain('Sent before');
    const held = await holdChunks(page);
    await publish(page).click();
    await expect.poll(() => held.asked.length).toBe(4);
    await leave(page, '/new/video');
    await newVideo('not-now.mp4');
    await expect(progress(page)).toHaveAttribute('data-phase', 'uploading');
    return held.release;
  }

  for (const taken of [false, true]) {
    test(`stays when that is published, of a video, ${taken ? 'taken over' : 'not seen'} by the form that was opened anew`, async ({
      adminPage: page,
    }) => {
      const release = await openVideoAnew(page);
      await goBehind(page);
      const other = await page.context().newPage();
      await other.goto('/new/video');
      await caption(other).fill('Written since');
      await expect.poll(() => keptDrafts(other)).toContain('Written since');
      await other.close();
      if (taken) await comeBack(page);
      await release();
      await expect(toastOf(page, 'Post published')).toBeVisible();
      expect(await keptDrafts(page)).toContain('Written since');
      await comeBack(page);
      await expect(caption(page)).toHaveValue('Written since');
      await page.reload();
      await expect(caption(page)).toHaveValue('Written since');
    });
  }

  test('leads to the feed where nothing was, of a video', async ({ adminPage: page }) => {
    const release = await openVideoAnew(page);
    await release();
    await expect(toastOf(page, 'Post published')).toBeVisible();
    await page.waitForURL(/\/home\?refresh=/);
    expect(await keptDrafts(page)).not.toContain('Sent before');
  });

  test('stays in another tab, with its pictures, when this one is published', async ({ adminPage: page }) => {
    await page.goto('/new/gallery');
    await pick(page, photo('one.png'));
    await expect(uploaded(page)).toHaveCount(1);
    await caption(page).fill('Sent here');
    await expect.poll(async () => (await keptGallery(page))?.caption).toBe('Sent here');
    const release = await hold(page, isPublish);
    await publish(page).click();
    await goBehind(page);
    const other = await page.context().newPage();
    await other.goto('/new/gallery');
    await expect(uploaded(other)).toHaveCount(1);
    await other.route('**/api/upload/gallery-image', (route) => route.abort());
    await pick(other, photo('two.png', 120));
    await expect(items(other)).toHaveCount(2);
    await expect.poll(async () => (await keptGallery(other))?.items.length).toBe(2);
    await expect.poll(async () => (await keptFiles(other)).length).toBe(2);
    release();
    await page.waitForURL(/\/home/);
    expect((await keptGallery(other))?.items).toHaveLength(2);
    expect(await keptFiles(other)).toHaveLength(2);
  });

  for (const taken of [false, true]) {
    test(`stays in an edit that this tab has ${taken ? 'taken over' : 'not seen'}`, async ({
      adminPage: page,
      duet,
    }) => {
      const admin = await duet.admin();
      const post = await publishText(admin, '<p>One</p>');
      const stored = async () =>
        (await admin.api.call(postsEndpoints['posts.detail'], { params: { id: post._id } })).data.post
          .content;
      await page.goto(`/edit/${post._id}`);
      await editor(page).click();
      await page.keyboard.press('End');
      await page.keyboard.type(', two');
      await expect.poll(() => keptDrafts(page)).toContain(', two');
      const asked = page.waitForRequest((request) => request.method() === 'PUT');
      const release = await hold(page, (url) => url.pathname === `/api/posts/${post._id}`);
      await save(page).click();
      await asked;
      await goBehind(page);
      const other = await writeElsewhere(page, ', three');
      if (taken) {
        await comeBack(page);
        await expect(editor(page)).toHaveText('One, two, three');
      }
      release();
      await expect(toastOf(page, 'Post updated')).toBeVisible();
      expect(await stored()).toBe('<p>One, two</p>');
      expect(await keptDrafts(other)).toContain('One, two, three');
      if (!taken) return;
      await expect(toastOf(page, 'What was written in another tab meanwhile is here')).toBeVisible();
      await save(page).click();
      await page.waitForURL(`**/post/${post._id}`);
      expect(await stored()).toBe('<p>One, two, three</p>');
    });
  }
});
