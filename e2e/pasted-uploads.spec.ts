import type { Page } from '@playwright/test';
import { dataUri, paste } from './harness/clipboard.ts';
import { toastOf } from './harness/feed.ts';
import { goOffline } from './harness/network.ts';
import { picture } from './harness/picture.ts';
import { answerFirst } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Other work may slow the server's picture process down. */
const uploaded = { timeout: 30_000 };
const stored = (page: Page) => editorOf(page).locator('img[src*="/media/photos/"]');
const png = (hue = 20) => ({ name: 'image.png', type: 'image/png', bytes: picture(320, 240, hue) });

async function open(page: Page, text = ''): Promise<void> {
  await page.goto('/new/richtext');
  await editorOf(page).click();
  if (text) await page.keyboard.type(text);
}

test('an upload that failed says so at its place, goes on by the press of a button, and outlives a reload', async ({
  adminPage: page,
}) => {
  await page.route('**/api/upload/image*', (route) =>
    route.fulfill({ status: 415, json: { success: false, error: 'Not this one' } }),
  );
  await open(page, 'A walk');
  await paste(editorOf(page), { html: `<p>x</p><img alt="Tree" src="${dataUri(picture(320, 240, 33))}">` });
  const failed = editorOf(page).getByRole('group', { name: 'Tree' });
  await expect(failed).toContainText('Not this one');
  await expect(page.getByText('1 picture is missing.')).toBeVisible();
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(stored(page)).toHaveCount(1, uploaded);
  await expect(editorOf(page).getByRole('img', { name: 'Tree' })).toHaveJSProperty('naturalWidth', 320);
});

test('a failed upload is tried again in place', async ({ adminPage: page }) => {
  await answerFirst(page, '**/api/upload/image*', (route) =>
    route.fulfill({ status: 415, json: { success: false } }),
  );
  await open(page);
  await paste(editorOf(page), { files: [png()] });
  await editorOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect(stored(page)).toHaveCount(1, uploaded);
});

test('publishing waits for pictures under way, and a page that is closed meanwhile goes on with them', async ({
  adminPage: page,
}) => {
  await page.route('**/api/upload/image*', () => undefined);
  await open(page, 'Wait ');
  await paste(editorOf(page), { files: [png(), png(100)] });
  await expect(page.getByText('Adding 2 pictures…')).toBeVisible();
  await button(page, 'Publish').click();
  await expect(toastOf(page, 'Please wait for all images to finish uploading')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(stored(page)).toHaveCount(2, uploaded);
});

test('pictures pasted without a network are uploaded when it is back', async ({ adminPage: page }) => {
  await open(page, 'On the train ');
  await goOffline(page);
  await paste(editorOf(page), { files: [png()] });
  const place = editorOf(page).getByRole('group', { name: /picture/i });
  await expect(place).toContainText('Network connection lost', { timeout: 30_000 });
  await page.context().setOffline(false);
  await expect(stored(page)).toHaveCount(1, uploaded);
});

test('many pictures are all uploaded in the end, also when the server asks to slow down', async ({
  adminPage: page,
}) => {
  let calls = 0;
  await page.route('**/api/upload/image', (route) => {
    calls += 1;
    return calls === 3
      ? route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: { success: false } })
      : route.continue();
  });
  await open(page);
  const sources = Array.from({ length: 8 }, (_, n) => `<img src="${dataUri(picture(40, 30, n * 40))}">`);
  await paste(editorOf(page), { html: `<p>Many</p>${sources.join('')}${sources[0]}` });
  await expect(stored(page)).toHaveCount(9, uploaded);
  // The same picture twice is one upload.
  expect(calls).toBe(9);
});

test('undo takes a pasted picture out also after its upload, and redo brings back the stored one', async ({
  adminPage: page,
}) => {
  await open(page, 'Kept');
  await paste(editorOf(page), { files: [png()] });
  await expect(stored(page)).toHaveCount(1, uploaded);
  await page.keyboard.press('Control+z');
  await expect(editorOf(page).locator('img')).toHaveCount(0);
  await expect(editorOf(page)).toContainText('Kept');
  await page.keyboard.press('Control+Shift+z');
  await expect(stored(page)).toHaveCount(1, uploaded);
});

test('a picture that was undone while it was uploaded is there at once when it is redone', async ({
  adminPage: page,
}) => {
  await open(page, 'Kept');
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/upload/image', async (route) => {
    await held;
    await route.continue();
  });
  const sent = page.waitForRequest('**/api/upload/image');
  const done = page.waitForResponse('**/api/upload/image');
  await paste(editorOf(page), { files: [png()] });
  await sent;
  await page.keyboard.press('Control+z');
  answer();
  await done;
  await expect(editorOf(page).locator('img')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(stored(page)).toHaveCount(1, uploaded);
});

test('pictures that the server has lost are uploaded again from the device, also after a reload', async ({
  adminPage: page,
}) => {
  await open(page, 'Still here ');
  await paste(editorOf(page), { files: [png()] });
  await expect(stored(page)).toHaveCount(1, uploaded);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
  const lost = ((await stored(page).getAttribute('src')) ?? '').replace(/\?.*/, '');
  await answerFirst(page, '**/api/posts/*/publish', (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, error: 'A picture is gone', code: 'MEDIA_GONE', missingMedia: [lost] },
    }),
  );
  const again = page.waitForResponse('**/api/upload/image');
  await button(page, 'Publish').click();
  expect((await again).status()).toBe(200);
  await expect(toastOf(page, '1 picture was no longer on the server.')).toBeVisible();
  await expect(stored(page)).toHaveCount(1, uploaded);
  expect(await stored(page).getAttribute('src')).not.toContain(lost);
  await button(page, 'Publish').click();
  await page.waitForURL(/\/home/);
});
