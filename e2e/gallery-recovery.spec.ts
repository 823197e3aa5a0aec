import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import { caption, items, keptGallery, newest, photo, pick, publish, uploaded } from './harness/gallery.ts';
import { away, loseAnswer } from './harness/lost-answer.ts';
import { serverAnswer } from './harness/requests.ts';
import { runAheadUntil } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';

const uploads = '**/api/upload/gallery-image';
const failed = (page: Page) => page.locator('[data-item][data-status=error]');

test.describe('pictures that the server has lost', () => {
  async function lose(page: Page): Promise<void> {
    await page.goto('/new/gallery');
    await pick(page, photo('a.png'), photo('b.png', 80), photo('c.png', 160));
    await expect(uploaded(page)).toHaveCount(3);
    // What is kept on the device is written a moment after.
    const second = async () => String((await keptGallery(page))?.items[1]?.serverUrl);
    await expect.poll(second).toContain('/media/');
    const [path] = (await second()).split('?');
    let asked = 0;
    await page.route('**/api/posts/*/publish', (route) =>
      asked++ === 0
        ? route.fulfill({
            status: 409,
            json: { success: false, error: 'A picture is gone', code: 'MEDIA_GONE', missingMedia: [path] },
          })
        : route.fallback(),
    );
  }

  test('are uploaded anew from the device, and the next try works', async ({ adminPage: page, duet }) => {
    await lose(page);
    const again = page.waitForResponse(uploads);
    await publish(page).click();
    expect((await again).status()).toBe(200);
    await expect(page.getByText('1 picture was no longer on the server. It is uploaded again')).toBeVisible();
    await expect(uploaded(page)).toHaveCount(3);
    await publish(page).click();
    await page.waitForURL(/\/home/);
    expect((await newest(duet))?.mediaUrls).toHaveLength(3);
  });

  test('are marked and can be chosen again where the device has them no more', async ({
    adminPage: page,
    duet,
  }) => {
    await lose(page);
    await page.evaluate(() => {
      const opening = indexedDB.open('duet');
      return new Promise<void>((resolve, reject) => {
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const clearing = opening.result.transaction('files', 'readwrite').objectStore('files').clear();
          clearing.onsuccess = () => resolve(opening.result.close());
        };
      });
    });
    await page.reload();
    await expect(uploaded(page)).toHaveCount(3);
    await publish(page).click();
    await expect(failed(page)).toHaveCount(1);
    await expect(items(page).nth(1)).toContainText(
      'This picture is no longer there. Please choose it again.',
    );
    const chooser = page.waitForEvent('filechooser');
    await items(page).nth(1).getByRole('button', { name: 'Choose again' }).click();
    await (await chooser).setFiles(photo('again.png', 200));
    await expect(uploaded(page)).toHaveCount(3);
    await publish(page).click();
    await page.waitForURL(/\/home/);
    expect((await newest(duet))?.mediaUrls).toHaveLength(3);
  });
});

test('a gallery is published after all drafts were cleared away', async ({ adminPage: page, duet }) => {
  await page.goto('/new/gallery');
  await pick(page, photo('a.png'), photo('b.png', 80));
  await expect(uploaded(page)).toHaveCount(2);
  const admin = await duet.admin();
  await admin.api.call(postsEndpoints['posts.deleteAllDrafts']);
  await publish(page).click();
  await page.waitForURL(/\/home/);
  const post = await newest(duet);
  expect(post?.mediaUrls).toHaveLength(2);
  for (const url of post?.mediaUrls ?? []) expect((await page.request.get(url)).status()).toBe(200);
});

test('a gallery that stays for a post of its own is carried to its new draft, so that another device finds it', async ({
  adminPage: page,
  duet,
}) => {
  await page.goto('/new/gallery');
  await pick(page, photo('a.png'));
  await expect(uploaded(page)).toHaveCount(1);
  // What is kept on the device is written a moment after.
  const address = async () => String((await keptGallery(page))?.items[0]?.serverUrl);
  await expect.poll(address).toContain('/media/');
  const id = String((await keptGallery(page))?.draftId);
  const mediaUrls = [{ url: await address(), alt: '' }];
  const admin = await duet.admin();
  // Another tab has published it, and edits it.
  const body = {
    postType: 'gallery',
    mediaUrls,
    caption: 'Of the other tab',
    adminOnlyVisibility: false,
  } as const;
  await admin.api.call(postsEndpoints['posts.publish'], { params: { id }, body });
  const edit = { items: [], caption: 'Not saved yet', adminOnly: false, draftId: id };
  await page.evaluate(
    ([key, entry]) => localStorage.setItem(String(key), String(entry)),
    [`duet.compose.edit.${admin.id}.${id}`, JSON.stringify(edit)],
  );
  await publish(page).click();
  await expect(page.getByText('publishing it makes a second post')).toBeVisible();

  await pick(page, photo('b.png', 80));
  await expect(uploaded(page)).toHaveCount(2);
  await caption(page).fill('For a second post');
  const second = async () => String((await keptGallery(page))?.draftId ?? id);
  await expect.poll(second).not.toBe(id);
  const carried = async () =>
    (await admin.api.call(postsEndpoints['posts.detail'], { params: { id: await second() } })).data.post;
  await expect.poll(async () => (await carried()).caption).toBe('For a second post');
  expect((await carried()).published).toBe(false);
});

test('uploads go on by themselves when the server is back', async ({ adminPage: page }) => {
  test.slow();
  await page.clock.install();
  await page.goto('/new/gallery');
  await expect(caption(page)).toBeVisible();
  const upload = await away(page, uploads);
  const rest = await away(page, '**/api/posts/');
  await pick(page, photo('a.png'), photo('b.png', 80), photo('c.png', 160), photo('d.png', 220));
  await runAheadUntil(failed(page), 4);
  await expect(items(page).first()).toContainText('It goes on by itself.');
  await expect(page.getByRole('button', { name: 'Retry all' })).toBeVisible();
  await upload();
  await rest();
  await expect(uploaded(page)).toHaveCount(4, { timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Retry all' })).toBeHidden();
});

test('what does not go on by itself is tried again by one press', async ({ adminPage: page }) => {
  await page.goto('/new/gallery');
  await page.route(uploads, (route) =>
    route.fulfill({ status: 507, json: { success: false, error: 'No room', code: 'STORAGE_FULL' } }),
  );
  await pick(page, photo('a.png'), photo('b.png', 80), photo('c.png', 160));
  await expect(failed(page)).toHaveCount(3);
  await page.unroute(uploads);
  await page.getByRole('button', { name: 'Retry all' }).click();
  await expect(uploaded(page)).toHaveCount(3);
});

test('a picture whose answer was lost stands in the gallery once', async ({ adminPage: page, duet }) => {
  await page.goto('/new/gallery');
  const lost = loseAnswer(page, uploads, 'POST');
  await pick(page, photo('a.png'));
  expect(await lost).toBe(200);
  await expect(uploaded(page)).toHaveCount(1);
  await publish(page).click();
  await page.waitForURL(/\/home/);
  expect((await newest(duet))?.mediaUrls).toHaveLength(1);
});

test('an answer with nothing but an address is enough, and no error of the machine shows', async ({
  adminPage: page,
}) => {
  await page.goto('/new/gallery');
  await page.route(uploads, async (route) => {
    const { data } = await (await serverAnswer(route)).json();
    await route.fulfill({ json: { success: true, data: { file: { url: data.file.url } } } });
  });
  await pick(page, photo('a.png'));
  await expect(uploaded(page)).toHaveCount(1);
  await page.unroute(uploads);
  await page.route(uploads, (route) => route.fulfill({ json: { success: true } }));
  await pick(page, photo('b.png', 80));
  await expect(failed(page)).toContainText('Image upload succeeded but no URL was returned.');
  await expect(page.getByText(/undefined|Cannot read/)).toHaveCount(0);
});

test('what is written while a picture uploads is kept on the device meanwhile', async ({
  adminPage: page,
}) => {
  // A line so slow that the upload tells without end how far it is.
  await page.addInitScript(() => {
    XMLHttpRequest.prototype.send = function (this: XMLHttpRequest) {
      let loaded = 0;
      setInterval(() => {
        loaded += 1;
        this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 1_000_000 }));
      }, 50);
    };
  });
  await page.goto('/new/gallery');
  await pick(page, photo('a.png'));
  await caption(page).fill('Typed meanwhile');
  await expect.poll(async () => (await keptGallery(page))?.caption).toBe('Typed meanwhile');
  expect((await keptGallery(page))?.items).toHaveLength(1);
});
