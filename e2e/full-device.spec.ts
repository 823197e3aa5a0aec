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
import { comeBack, goBehind, keptDrafts } from './harness/tabs.ts';
import { expect, test } from './harness/test.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const uploads = '**/api/upload/gallery-image';

/** Leaves room for some hundred letters in the browser's storage. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    let filling = '';
    for (let letters = 2 ** 22; letters >= 256; ) {
      try {
        localStorage.setItem('filling', filling + '.'.repeat(letters));
        filling += '.'.repeat(letters);
      } catch {
        letters /= 2;
      }
    }
    localStorage.setItem('filling', filling.slice(800));
  });

test.describe('what was written since a post was published, on a device without room', () => {
  test('stays in the form with a picture that cannot be kept for the edit', async ({
    adminPage: page,
    duet,
  }) => {
    await page.goto('/new/gallery');
    await pick(page, photo('one.png'));
    await expect(uploaded(page)).toHaveCount(1);
    const release = await hold(page, (url) => url.pathname.endsWith('/publish'));
    const asked = page.waitForRequest((request) => request.url().endsWith('/publish'));
    await publish(page).click();
    await asked;
    await goBehind(page);
    const other = await page.context().newPage();
    await other.goto('/new/gallery');
    await expect(uploaded(other)).toHaveCount(1);
    for (const tab of [page, other]) await tab.route(uploads, (route) => route.abort());
    await pick(other, photo('two.png', 120));
    await caption(other).fill('One and two');
    await expect.poll(async () => (await keptGallery(other))?.caption).toBe('One and two');
    await expect.poll(() => keptFiles(other)).toHaveLength(2);
    await other.close();
    await comeBack(page);
    await expect(items(page)).toHaveCount(2);
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (file: unknown, name: IDBValidKey) {
        if (String(name).startsWith('duet.compose.edit.')) throw new DOMException('', 'QuotaExceededError');
        return put.call(this, file, name);
      };
    });
    release();
    await expect(toastOf(page, 'This device has no room')).toBeVisible();
    await expect(page).toHaveURL('/new/gallery');
    expect((await keptFiles(page)).filter((name) => name.includes('.gallery.'))).toHaveLength(2);
    await page.unroute(uploads);
    await expect(uploaded(page)).toHaveCount(2);
    await publish(page).click();
    await page.waitForURL(/\/home/);
    expect((await newest(duet))?.media).toHaveLength(2);
  });

  test('is kept for the edit in the room that the form leaves', async ({ adminPage: page, duet }) => {
    const { api } = await duet.admin();
    await page.goto('/new/richtext');
    const words = 'As written here. '.repeat(300);
    await editor(page).fill(words);
    await expect.poll(() => keptDrafts(page)).toContain('As written here');
    await fillStorage(page);
    await page.route('**/api/posts/*/publish', async (route) => {
      const id = new URL(route.request().url()).pathname.split('/').at(-2) ?? '';
      const content = '<p>As written there</p>';
      const body = { title: '', content, adminOnlyVisibility: false, postType: 'richText' } as const;
      await api.call(postsEndpoints['posts.publish'], { params: { id }, body });
      await route.continue();
    });
    await publish(page).click();
    await page.waitForURL(/\/edit\//);
    await expect(editor(page)).toContainText('As written here');
    await page.reload();
    await expect(editor(page)).toContainText('As written here');
  });
});
