import type { Page, Request } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { fail, hold, toastOf } from './harness/feed.ts';
import {
  caption,
  items,
  keptFiles,
  keptGallery,
  names,
  newest,
  photo,
  pick,
  publish,
  uploaded,
} from './harness/gallery.ts';
import { answerFirst } from './harness/requests.ts';
import { stopTimeAtTimers } from './harness/shell.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

const uploads = '**/api/upload/gallery-image';
const adminOnly = (page: Page) => page.getByRole('switch', { name: 'Only for us' });
const isPut = (request: Request) => request.method() === 'PUT';
const isPublish = (request: Request) => isPut(request) && request.url().endsWith('/publish');

test.describe('a new gallery', () => {
  test.beforeEach(async ({ adminPage }) => {
    await adminPage.goto('/new/gallery');
    await expect(adminPage.getByRole('button', { name: 'Add pictures' })).toBeVisible();
  });

  test('uploads several pictures with a state each, in the chosen order, and publishes them [GAL-01, GAL-02, GAL-03, GAL-04, GAL-13, GAL-17, GAL-19, SHELL-32]', async ({
    adminPage: page,
    duet,
  }) => {
    await expect(page.getByText('25MB per image')).toBeVisible();
    const release = await hold(page, (url) => url.pathname === '/api/upload/gallery-image');
    await pick(page, photo('one.png', 10), photo('two.png', 130), photo('three.png', 250));
    await expect(items(page)).toHaveCount(3);
    await expect(page.getByText(/^Uploading \d+%$/)).toHaveCount(3);
    release();
    await expect(uploaded(page)).toHaveCount(3);
    await expect(page.getByText(/^Uploading/)).toHaveCount(0);

    await page.getByRole('button', { name: /^Move picture 3 left/ }).click();
    await page.getByRole('button', { name: /^Move picture 1 right/ }).click();
    expect(await names(page)).toEqual(['Picture 1: three.png', 'Picture 2: one.png', 'Picture 3: two.png']);
    await page.getByRole('button', { name: /^Describe picture 1/ }).click();
    const dialog = page.getByRole('dialog', { name: 'What does it show?' });
    await dialog.getByRole('textbox').fill(' The lake ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await caption(page).fill('  Our Sunday  ');

    const sent = page.waitForRequest(isPublish);
    await publish(page).click();
    const body = JSON.parse((await sent).postData() ?? '{}');
    expect(body).toMatchObject({ caption: 'Our Sunday', postType: 'gallery', adminOnlyVisibility: false });
    expect(body.mediaUrls.map(({ alt }: { alt: string }) => alt)).toEqual(['The lake', '', '']);
    await page.waitForURL(/\/home\?refresh=\d{13}$/);
    const post = await newest(duet);
    expect(post).toMatchObject({ caption: 'Our Sunday', postType: 'gallery' });
    expect(post?.media.map(({ alt, width }) => [alt, width])).toEqual([
      ['The lake', 320],
      ['', 320],
      ['', 320],
    ]);
    expect(await keptGallery(page)).toBeNull();
  });

  test('is published without a caption, for admins only where it is asked [GAL-03]', async ({
    adminPage: page,
    duet,
  }) => {
    await pick(page, photo('one.png'));
    await adminOnly(page).check();
    await expect(uploaded(page)).toHaveCount(1);
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
    expect(await newest(duet)).toMatchObject({ caption: '', adminOnlyVisibility: true });
  });

  test('moves nothing in the form as the uploads end', async ({ adminPage: page }) => {
    const release = await hold(page, (url) => url.pathname === '/api/upload/gallery-image');
    await pick(page, photo('one.png', 10), photo('two.png', 130));
    await expect(page.getByText(/^Uploading \d+%$/)).toHaveCount(2);
    const places = () => Promise.all([caption(page), adminOnly(page), publish(page)].map(boxOf));
    const before = await places();
    release();
    await expect(uploaded(page)).toHaveCount(2);
    expect(await places()).toEqual(before);
  });

  test('refuses what is no picture or too large, and publishing nothing [GAL-07, GAL-08, GAL-09, GAL-10]', async ({
    adminPage: page,
  }) => {
    await publish(page).click();
    await expect(page.getByText('This field is required')).toBeVisible();
    await pick(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
    await expect(toastOf(page, 'Only image files are allowed')).toBeVisible();
    // Larger than what a test may hand over at once, so made in the page.
    await page.locator('input[type=file][multiple]').evaluate((input: HTMLInputElement) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([new Uint8Array(26_214_401)], 'huge.png', { type: 'image/png' }));
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect(toastOf(page, 'huge.png is too large. Maximum size is 25MB')).toBeVisible();
    await expect(items(page)).toHaveCount(0);
    await pick(page, photo('one.png'));
    await expect(uploaded(page)).toHaveCount(1);
    await expect(page.getByText('This field is required')).toHaveCount(0);
  });

  test('does not offer to publish before something is chosen, and says what is missing all the same', async ({
    adminPage: page,
  }) => {
    const fill = () => publish(page).evaluate((button) => getComputedStyle(button).backgroundColor);
    const none = await fill();
    await expect(publish(page)).toBeEnabled();
    await publish(page).click();
    await expect(page.getByText('This field is required')).toBeVisible();
    await pick(page, photo('one.png'));
    await expect.poll(fill).not.toBe(none);
    await page.getByRole('button', { name: /^Remove/ }).click();
    await expect.poll(fill).toBe(none);
  });

  test('waits for uploads, names failed ones, which can be retried or removed [GAL-11, GAL-12, GAL-14, GAL-15, GAL-16]', async ({
    adminPage: page,
  }) => {
    const gate = Promise.withResolvers<void>();
    let calls = 0;
    await page.route(uploads, async (route) => {
      calls += 1;
      await gate.promise;
      await fail(route, 507, 'There is no space left on the site.');
    });
    await pick(page, photo('one.png'), photo('two.png', 200));
    await expect(items(page)).toHaveCount(2);
    await publish(page).click();
    await expect(toastOf(page, 'Please wait for all images to finish uploading')).toBeVisible();
    gate.resolve();
    await expect(page.getByText('There is no space left on the site.')).toHaveCount(2);
    expect(calls).toBe(2);
    await publish(page).click();
    await expect(toastOf(page, 'Please remove or retry uploading failed images')).toBeVisible();

    await page.unroute(uploads);
    await page.getByRole('button', { name: /^Remove picture 2/ }).click();
    await expect(items(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(uploaded(page)).toHaveCount(1);
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
  });

  test('tries a broken upload three times more, 1, 2 and 4 s apart [UPL-22, UPL-23, UPL-24, UPL-25, UPL-29, GAL-14]', async ({
    adminPage: page,
  }) => {
    const stopped = Promise.withResolvers<void>();
    let calls = 0;
    await page.route(uploads, async (route) => {
      calls += 1;
      await stopped.promise;
      await fail(route);
    });
    await pick(page, photo('one.png'));
    await expect.poll(() => calls).toBe(1);
    const almost = await stopTimeAtTimers(page);
    stopped.resolve();
    for (const [tries, ms] of [1000, 2000, 4000].entries()) {
      await almost(ms);
      expect(calls).toBe(tries + 1);
      await page.clock.runFor(1);
      await expect.poll(() => calls).toBe(tries + 2);
    }
    await expect(page.getByText('Upload failed')).toBeVisible();
    await page.clock.runFor(5000);
    expect(calls).toBe(4);
  });

  test('keeps three uploads in flight', async ({ adminPage: page }) => {
    const gate = Promise.withResolvers<void>();
    let calls = 0;
    await page.route(uploads, async (route) => {
      calls += 1;
      await gate.promise;
      await route.continue();
    });
    await pick(page, ...[1, 2, 3, 4, 5].map((n) => photo(`${n}.png`, n * 50)));
    await expect.poll(() => calls).toBe(3);
    gate.resolve();
    await expect(uploaded(page)).toHaveCount(5);
    expect(calls).toBe(5);
  });

  test('survives a reload: caption, uploaded pictures with addresses that open, and what was not sent yet [GAL-05, GAL-06, GAL-27, GAL-28, GAL-29, GAL-30, GAL-31, GAL-32, GAL-33]', async ({
    adminPage: page,
  }) => {
    await caption(page).fill('By the sea');
    await pick(page, photo('one.png', 10));
    await expect(uploaded(page)).toHaveCount(1);
    // The second one does not leave this page.
    let isCut = true;
    await page.route(uploads, (route) => (isCut ? undefined : route.continue()));
    await pick(page, photo('two.png', 130));
    await expect(items(page)).toHaveCount(2);
    await expect.poll(async () => (await keptGallery(page))?.items.length).toBe(2);
    const before = await keptGallery(page);
    const second = String(before?.items[1]?.key);
    await expect.poll(async () => (await keptFiles(page)).join()).toContain(second);
    expect(before).toMatchObject({ caption: 'By the sea', draftId: expect.any(String) });
    expect(before?.items[0]).toMatchObject({
      key: expect.any(String),
      previewUrl: expect.stringContaining('_thumb'),
      serverUrl: expect.stringContaining('/media/photos/'),
      status: 'uploaded',
      uploadError: null,
      originalName: 'one.png',
      uploadProgress: 100,
    });
    expect(before?.items[1]).toMatchObject({
      serverUrl: null,
      status: 'uploading',
      uploadError: null,
      originalName: 'two.png',
      uploadProgress: expect.any(Number),
    });
    // An address that has ended.
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('duet.compose.gallery.')) ?? '';
      const entry = localStorage.getItem(key) ?? '';
      addEventListener('pagehide', () => localStorage.setItem(key, entry.replace(/\?e=\d+/g, '?e=1')));
    });
    isCut = false;
    await page.reload();
    await expect(uploaded(page)).toHaveCount(2);
    await expect(caption(page)).toHaveValue('By the sea');
    expect(await names(page)).toEqual(['Picture 1: one.png', 'Picture 2: two.png']);
    for (const image of await items(page).locator('img').all()) {
      await expect(image).toHaveJSProperty('naturalWidth', 320);
    }
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
  });

  test('stands on the server too, where another device goes on with it and publishes it', async ({
    adminPage: page,
    duet,
    as,
  }) => {
    await pick(page, photo('one.png'), photo('two.png', 130));
    await expect(uploaded(page)).toHaveCount(2);
    const saved = page.waitForResponse(
      (response) => isPut(response.request()) && (response.request().postData() ?? '').includes('Half done'),
    );
    await caption(page).fill('Half done');
    expect((await saved).status()).toBe(200);
    const { draftId } = (await keptGallery(page)) ?? {};

    const other = await as(await duet.admin(), '/new/gallery');
    await expect(other.getByText('You have an unfinished gallery with 2 pictures.')).toBeVisible();
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(uploaded(other)).toHaveCount(2);
    await expect(caption(other)).toHaveValue('Half done');
    await publish(other).click();
    await other.waitForURL(/\/home\?refresh=/);
    expect(await newest(duet)).toMatchObject({ _id: draftId, caption: 'Half done' });
  });

  test('keeps everything when publishing is refused, and deletes the draft [POST-69]', async ({
    adminPage: page,
  }) => {
    await caption(page).fill('Once more');
    await pick(page, photo('one.png'));
    await expect(uploaded(page)).toHaveCount(1);
    await answerFirst(page, '**/publish', (route) => route.fulfill({ status: 400, json: {} }));
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await publish(page).click();
    expect((await deleted).status()).toBe(200);
    await expect(toastOf(page, 'Failed to publish draft')).toBeVisible();
    await page.reload();
    await expect(caption(page)).toHaveValue('Once more');
    await expect(items(page).locator('img')).toHaveJSProperty('naturalWidth', 320);
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
  });

  test('a picture is put in its place by keys, and the focus goes with it', async ({ adminPage: page }) => {
    await pick(page, photo('a.png', 10), photo('b.png', 80), photo('c.png', 160));
    await expect(uploaded(page)).toHaveCount(3);
    await splashIsGone(page);
    const left = page.getByRole('button', { name: /^Move picture 3 left/ });
    await left.press('Enter');
    await expect(items(page).nth(1)).toHaveAccessibleName(/c\.png/);
    await expect(items(page).nth(1).locator('[data-move=left]')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(items(page).nth(0)).toHaveAccessibleName(/c\.png/);
    // It cannot go further; the way back has the focus.
    await expect(items(page).nth(0).locator('[data-move=right]')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(items(page).nth(1)).toHaveAccessibleName(/c\.png/);
    await expect(items(page).nth(1).locator('[data-move=right]')).toBeFocused();
  });

  test('a picture is dragged to its place with a mouse', async ({ adminPage: page }) => {
    await page.setViewportSize({ width: 1200, height: 800 });
    await pick(page, photo('one.png', 10), photo('two.png', 130), photo('three.png', 250));
    await expect(uploaded(page)).toHaveCount(3);
    // Waits until nothing moves any more.
    await items(page)
      .nth(0)
      .locator('img')
      .hover({ position: { x: 40, y: 60 } });
    const to = await boxOf(items(page).nth(2).locator('img'));
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + 60, { steps: 8 });
    await page.mouse.up();
    await expect
      .poll(() => names(page))
      .toEqual(['Picture 1: two.png', 'Picture 2: three.png', 'Picture 3: one.png']);
  });

  test('is discarded for good', async ({ adminPage: page }) => {
    await pick(page, photo('one.png'));
    await expect(uploaded(page)).toHaveCount(1);
    const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await deleted;
    await expect(items(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Add pictures' })).toBeVisible();
    await expect(items(page)).toHaveCount(0);
  });
});
