import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import { hold, toastOf } from './harness/feed.ts';
import {
  caption,
  items,
  keptFiles,
  keptGallery,
  newest,
  photo,
  pick,
  publish,
  uploaded,
} from './harness/gallery.ts';
import { publishText } from './harness/posts.ts';
import { comeBack, goBehind, keptDrafts } from './harness/tabs.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo } from './harness/video.ts';
import { frames, mp4, pickWithThumbnail } from './harness/video-form.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const comparison = (page: Page) => page.getByRole('dialog', { name: 'Changed in two places' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function openOther(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(path);
  return other;
}

async function addPicture(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await (await chooser).setFiles(photo('us.png'));
}

test.describe('a picture that is on its way in another tab', () => {
  const stored = (page: Page) => editor(page).locator('img[src*="/media/photos/"]');

  /** Writes in another tab, and adds a picture that does not come to the server from there. */
  async function writeWithPicture(page: Page, path: string, words: string): Promise<void> {
    const other = await openOther(page, path);
    await hold(other, (url) => url.pathname.startsWith('/api/upload/image'));
    await editor(other).fill(words);
    await addPicture(other);
    await expect.poll(() => keptDrafts(other)).toContain('data-upload');
    await expect.poll(() => keptFiles(other)).toHaveLength(1);
  }

  test('is uploaded for the text that has been taken over, and published with it', async ({
    adminPage: page,
    duet,
  }) => {
    await page.goto('/new/richtext');
    await expect(editor(page)).toHaveText('');
    await writeWithPicture(page, '/new/richtext', 'With a picture');
    await comeBack(page);
    await expect(stored(page)).toHaveCount(1);
    await publish(page).click();
    await page.waitForURL(/\/home/);
    expect((await newest(duet))?.imageUrl).toMatch(/^\/media\/photos\//);
  });

  test('is uploaded for the edit that has been taken over', async ({ adminPage: page, duet }) => {
    const post = await publishText(await duet.admin(), '<p>Without</p>');
    await page.goto(`/edit/${post._id}`);
    await expect(editor(page)).toHaveText('Without');
    await writeWithPicture(page, `/edit/${post._id}`, 'With');
    await comeBack(page);
    await expect(stored(page)).toHaveCount(1);
  });

  test('goes on in the edit of a gallery that is published without it', async ({ adminPage: page, duet }) => {
    await page.goto('/new/gallery');
    await pick(page, photo('one.png'));
    await expect(uploaded(page)).toHaveCount(1);
    await caption(page).fill('One');
    await expect.poll(async () => (await keptGallery(page))?.caption).toBe('One');
    const release = await hold(page, (url) => url.pathname.endsWith('/publish'));
    const asked = page.waitForRequest((request) => request.url().endsWith('/publish'));
    await publish(page).click();
    await asked;
    await goBehind(page);
    const other = await openOther(page, '/new/gallery');
    await expect(uploaded(other)).toHaveCount(1);
    const isUpload = (url: URL) => url.pathname.endsWith('/upload/gallery-image');
    for (const tab of [page, other]) await tab.route(isUpload, (route) => route.abort());
    await pick(other, photo('two.png', 120));
    await caption(other).fill('One and two');
    await expect.poll(async () => (await keptGallery(other))?.caption).toBe('One and two');
    await expect.poll(() => keptFiles(other)).toHaveLength(2);
    await other.close();
    await comeBack(page);
    await expect(items(page)).toHaveCount(2);
    release();
    await page.waitForURL(/\/edit\//);
    await expect(toastOf(page, 'This post was published already')).toBeVisible();
    await page.unroute(isUpload);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(caption(page)).toHaveValue('One and two');
    await expect(uploaded(page)).toHaveCount(2);
    expect(await newest(duet)).toMatchObject({ caption: 'One' });
  });
});

test.describe('a video that was picked in another tab', () => {
  const pickAgain = (page: Page) => page.getByText('“second.mp4”');

  test('is asked for in place of the one that was picked here', async ({ adminPage: page }) => {
    await page.goto('/new/video');
    await pickWithThumbnail(page, mp4(600_000, 'first.mp4'));
    await expect.poll(() => keptDrafts(page)).toContain('data:image/jpeg');
    await goBehind(page);
    const other = await openOther(page, '/new/video');
    await pickWithThumbnail(other, mp4(500_000, 'second.mp4'));
    await expect.poll(() => keptDrafts(other)).toMatch(/data:image\/jpeg.*second\.mp4/);
    await comeBack(page);
    await expect(pickAgain(page)).toBeVisible();
    await expect(frames(page)).toHaveCount(0);
    await pickWithThumbnail(page, mp4(500_000, 'second.mp4'));
    await expect(frames(page).nth(1)).toBeVisible();
  });

  test('leaves an edit without the one that was picked here', async ({ adminPage: page, duet }) => {
    const post = await publishVideo(await duet.admin(), 'By the sea');
    await page.goto(`/edit/${post._id}`);
    await pickWithThumbnail(page, mp4(600_000, 'first.mp4'));
    await expect.poll(() => keptDrafts(page)).toContain('data:image/jpeg');
    await goBehind(page);
    const other = await openOther(page, `/edit/${post._id}`);
    await pickWithThumbnail(other, mp4(500_000, 'second.mp4'));
    await expect.poll(() => keptDrafts(other)).toMatch(/data:image\/jpeg.*second\.mp4/);
    await comeBack(page);
    await expect(frames(page)).toHaveCount(0);
  });
});

test.describe('a comparison', () => {
  test('is over once another tab has decided it', async ({ adminPage: page, duet }) => {
    const [admin, second] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishText(admin, '<p>Paint the door.</p>');
    await page.goto(`/edit/${post._id}`);
    await editor(page).fill('Paint the door blue.');
    await second.api.call(postsEndpoints['posts.update'], {
      params: { id: post._id },
      body: { content: '<p>Paint the fence.</p>' },
    });
    await save(page).click();
    await expect(comparison(page)).toBeVisible();
    await goBehind(page);
    const other = await openOther(page, `/edit/${post._id}`);
    await comparison(other).getByRole('radio', { name: 'Take theirs' }).check();
    await comparison(other).getByRole('button', { name: 'Go on' }).click();
    await editor(other).fill('Paint the fence green.');
    await expect.poll(() => keptDrafts(other)).toContain('green');
    await comeBack(page);
    await expect(comparison(page)).toHaveCount(0);
    await expect(editor(page)).toHaveText('Paint the fence green.');
    await save(page).click();
    await page.waitForURL(`**/post/${post._id}`);
    await expect(page.getByRole('article')).toContainText('Paint the fence green.');
  });

  test('is of the words that another tab has written since', async ({ adminPage: page, duet }) => {
    const [admin, second] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishText(admin, '<p>Paint the door.</p>');
    await page.goto(`/edit/${post._id}`);
    await editor(page).fill('Paint the door blue.');
    await expect.poll(() => keptDrafts(page)).toContain('blue');
    const other = await openOther(page, `/edit/${post._id}`);
    await expect(editor(other)).toHaveText('Paint the door blue.');
    await second.api.call(postsEndpoints['posts.update'], {
      params: { id: post._id },
      body: { content: '<p>Paint the fence.</p>' },
    });
    await save(page).click();
    await expect(comparison(page)).toBeVisible();
    await goBehind(page);
    await editor(other).fill('Paint the door blue and white.');
    await expect.poll(() => keptDrafts(other)).toContain('white');
    await comeBack(page);
    await expect(comparison(page)).toContainText('blue and white');
    await comparison(page).getByRole('radio', { name: 'Keep mine' }).check();
    await comparison(page).getByRole('button', { name: 'Go on' }).click();
    await expect(editor(page)).toHaveText('Paint the door blue and white.');
  });
});
