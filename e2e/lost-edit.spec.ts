import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import type { Duet, Person } from './harness/duet.ts';
import { editFromFeed as edit, hold, toastOf, toFeed } from './harness/feed.ts';
import { caption, keptFiles, photo } from './harness/gallery.ts';
import { publishGallery, publishText } from './harness/posts.ts';
import { keptDrafts } from './harness/tabs.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo } from './harness/video.ts';
import { frames, mp4, pickWithThumbnail, publish } from './harness/video-form.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const makeNew = (page: Page) => page.getByRole('button', { name: 'Make a new post of it' });

/** Those of the page that is seen: one stands open behind it. */
const seen = (page: Page) => page.locator('[data-route]:not([inert])');
const items = (page: Page) => seen(page).locator('[data-item]');
const uploaded = (page: Page) => seen(page).locator('[data-item][data-status=uploaded]');
const pickPictures = (page: Page, name: string) =>
  seen(page).locator('input[type=file][multiple]').setInputFiles(photo(name));

const stored = (page: Page) => editor(page).locator('img[src*="/media/photos/"]');
const gone = (page: Page) => page.getByRole('heading', { name: 'This post was deleted meanwhile' });
const lost = (page: Page) => page.locator('section').filter({ has: gone(page) });

const remove = (by: Person, id: string) => by.api.call(postsEndpoints['posts.delete'], { params: { id } });

async function addPicture(page: Page, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await (await chooser).setFiles(photo(name));
}

/** Saves an edit of a post that somebody deletes just before. */
async function saveDeleted(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(gone(page)).toBeVisible();
}

/** Loses an edit whose words cannot go into the new post yet: nobody knows whether that is published. */
async function loseEditBesidePublish(page: Page, duet: Duet): Promise<void> {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishText(admin, '<p>Paint the fence.</p>');
  await page.goto('/new/richtext');
  await editor(page).fill('Never arrived');
  await hold(page, (url) => url.pathname.endsWith('/publish'));
  const asked = page.waitForRequest((request) => request.url().endsWith('/publish'));
  await publish(page).click();
  await asked;
  await page.goto(`/edit/${post._id}`);
  await editor(page).fill('Paint the fence blue!');
  await remove(other, post._id);
  await saveDeleted(page);
}

test.describe('the words of an edit whose post was deleted, made a new post while one stands open behind,', () => {
  test('follow those of a text', async ({ adminPage: page, duet }) => {
    const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishText(admin, '<p>Paint the door.</p>', { title: 'Spring' });
    await page.goto('/new/richtext');
    await editor(page).fill('Begun before.');
    await edit(page, post._id);
    await editor(page).fill('Paint the door blue!');
    await remove(other, post._id);
    await saveDeleted(page);
    await makeNew(page).click();
    await page.waitForURL('**/new/richtext');
    const both = ['Begun before.', 'Paint the door blue!'];
    await expect(editor(page).locator('p')).toHaveText(both);
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Spring');
    // What is written next is written after both.
    await page.getByRole('textbox', { name: 'Title' }).fill('Summer');
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Summer');
    await page.reload();
    await expect(editor(page).locator('p')).toHaveText(both);
  });

  test('follow those of a gallery, with the pictures of both, also while one uploads', async ({
    adminPage: page,
    duet,
  }) => {
    const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishGallery(admin, 1, { caption: 'Two boats' });
    await page.goto('/new/gallery');
    const release = await hold(page, (url) => url.pathname.endsWith('/upload/gallery-image'));
    await pickPictures(page, 'begun.png');
    await caption(page).fill('Begun before');
    await expect.poll(() => keptFiles(page)).toHaveLength(1);
    await edit(page, post._id);
    await caption(page).fill('Three boats');
    await pickPictures(page, 'third.png');
    await expect(items(page)).toHaveCount(2);
    await expect.poll(() => keptFiles(page)).toHaveLength(2);
    await page.goBack();
    await expect(page.locator('[data-route="/edit/:id"]')).toHaveCount(0);
    await remove(other, post._id);
    await page.goForward();
    await makeNew(page).click();
    await page.waitForURL('**/new/gallery');
    await expect(caption(page)).toHaveValue('Begun before\n\nThree boats');
    await expect(items(page)).toHaveCount(2);
    release();
    await expect(uploaded(page)).toHaveCount(2);
  });

  test('follow those of a video, whose file stays picked', async ({ adminPage: page, duet }) => {
    const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishVideo(admin, 'By the sea');
    await page.goto('/new/video');
    await pickWithThumbnail(page, mp4());
    await caption(page).fill('Begun before');
    await edit(page, post._id);
    await caption(page).fill('By the other sea');
    await remove(other, post._id);
    await saveDeleted(page);
    await makeNew(page).click();
    await page.waitForURL('**/new/video');
    await expect(caption(page)).toHaveValue('Begun before\n\nBy the other sea');
    await expect(frames(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  });

  test('wait while that one is being published', async ({ adminPage: page, duet }) => {
    const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishText(admin, '<p>Paint the fence.</p>');
    await page.goto('/new/richtext');
    const words = `On its way ${Date.now()}`;
    await editor(page).fill(words);
    const release = await hold(page, (url) => url.pathname.endsWith('/publish'));
    await publish(page).click();
    await edit(page, post._id);
    await editor(page).fill('Paint the fence blue!');
    await remove(other, post._id);
    await saveDeleted(page);
    await makeNew(page).click();
    await expect(toastOf(page, 'Your new post is still being published')).toBeVisible();
    await expect(page.getByText('Paint the fence blue!')).toBeVisible();
    release();
    await expect(toastOf(page, 'Post published')).toBeVisible();
    await makeNew(page).click();
    await page.waitForURL('**/new/richtext');
    await expect(editor(page)).toHaveText('Paint the fence blue!');
  });

  test('follow those of a text whose page has ended while it was being published', async ({
    adminPage: page,
    duet,
  }) => {
    await loseEditBesidePublish(page, duet);
    await makeNew(page).click();
    await page.waitForURL('**/new/richtext');
    await expect(editor(page).locator('p')).toHaveText(['Never arrived', 'Paint the fence blue!']);
  });
});

test.describe('the edit of a deleted post', () => {
  test('brings the pictures that were picked for its text along', async ({ adminPage: page, duet }) => {
    const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishText(admin, '<p>Paint the door.</p>');
    await page.goto(`/edit/${post._id}`);
    await addPicture(page, 'uploaded.png');
    await expect(stored(page)).toHaveCount(1);
    const release = await hold(page, (url) => url.pathname === '/api/upload/image');
    await addPicture(page, 'on-its-way.png');
    await expect.poll(() => keptFiles(page)).toHaveLength(2);
    await expect.poll(() => keptDrafts(page)).toMatch(/data-upload.*data-upload/);
    await remove(other, post._id);
    await page.reload();
    await makeNew(page).click();
    await page.waitForURL('**/new/richtext');
    await expect(editor(page)).toContainText('Paint the door.');
    release();
    await expect(stored(page)).toHaveCount(2);
    await publish(page).click();
    await page.waitForURL(/\/home/);
  });

  test('brings the pictures of a gallery along that were uploaded and not saved', async ({
    adminPage: page,
    duet,
  }) => {
    const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishGallery(admin, 1);
    await page.goto(`/edit/${post._id}`);
    await pickPictures(page, 'second.png');
    await expect(uploaded(page)).toHaveCount(2);
    await remove(other, post._id);
    await saveDeleted(page);
    await expect(lost(page)).toContainText('One picture that you picked goes into the new post too.');
    await makeNew(page).click();
    await page.waitForURL('**/new/gallery');
    await expect(uploaded(page)).toHaveCount(1);
    await expect(items(page)).toHaveCount(1);
  });

  test('is what another tab has written since', async ({ adminPage: page, duet }) => {
    const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishText(admin, '<p>Paint the door.</p>');
    await page.goto(`/edit/${post._id}`);
    await editor(page).fill('Paint the door blue.');
    await expect.poll(() => keptDrafts(page)).toContain('blue');
    const tab = await page.context().newPage();
    await tab.goto(`/edit/${post._id}`);
    await expect(editor(tab)).toHaveText('Paint the door blue.');
    await remove(other, post._id);
    await saveDeleted(page);
    await editor(tab).fill('Paint the door blue and white.');
    await addPicture(tab, 'door.png');
    await expect.poll(() => keptDrafts(tab)).toMatch(/and white.*data-upload/);
    await expect.poll(() => keptFiles(tab)).toHaveLength(1);
    await tab.close();
    await expect(lost(page)).toContainText('Paint the door blue and white.');
    await makeNew(page).click();
    await page.waitForURL('**/new/richtext');
    await expect(editor(page)).toHaveText('Paint the door blue and white.');
    await expect(stored(page)).toHaveCount(1);
  });

  test('holds what was written at the moment when that is found out', async ({ adminPage: page, duet }) => {
    const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishText(admin, '<p>Paint the door.</p>');
    const stream = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events');
    await page.goto(`/edit/${post._id}`);
    await stream;
    await editor(page).fill('Paint the door blue.');
    await expect.poll(() => keptDrafts(page)).toContain('blue');
    await remove(other, post._id);
    const isPost = (url: URL) => url.pathname === `/api/posts/${post._id}`;
    const release = await hold(page, isPost);
    const asked = page.waitForRequest((request) => isPost(new URL(request.url())));
    // Open pages load anew all that they show.
    const { id } = await duet.person('renamed');
    const body = { displayName: 'Somebody else' };
    await admin.api.call(accountsEndpoints['accounts.changeUser'], { params: { id }, body });
    await asked;
    await editor(page).fill('Paint the door blue and white.');
    release();
    await expect(lost(page)).toContainText('Paint the door blue and white.');
  });

  test('stays where this device has no room for a new post', async ({ adminPage: page, duet }) => {
    const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
    const post = await publishGallery(admin, 1);
    await page.goto(`/edit/${post._id}`);
    await caption(page).fill('By the sea');
    await pickPictures(page, 'second.png');
    await expect(uploaded(page)).toHaveCount(2);
    await remove(other, post._id);
    await saveDeleted(page);
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = () => {
        IDBObjectStore.prototype.put = put;
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
    });
    await makeNew(page).click();
    await expect(toastOf(page, 'This device has no room for a new post')).toBeVisible();
    await expect(lost(page)).toContainText('By the sea');
    await makeNew(page).click();
    await page.waitForURL('**/new/gallery');
    await expect(caption(page)).toHaveValue('By the sea');
    await expect(uploaded(page)).toHaveCount(1);
  });

  test('becomes a new post also where one has gone elsewhere meanwhile, and stays there', async ({
    adminPage: page,
    duet,
  }) => {
    await loseEditBesidePublish(page, duet);
    const isDetail = (url: URL) => /^\/api\/posts\/[0-9a-f-]{36}$/.test(url.pathname);
    const release = await hold(page, isDetail);
    const asked = page.waitForRequest((request) => isDetail(new URL(request.url())));
    await makeNew(page).click();
    await asked;
    await expect(makeNew(page)).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('button', { name: 'Discard my words' })).toBeDisabled();
    await toFeed(page);
    await page.waitForURL('**/home');
    release();
    await expect(toastOf(page, 'Your words are in a new post')).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);
    await page.goBack();
    await expect(gone(page)).toBeVisible();
    await expect(makeNew(page)).toHaveCount(0);
    await toastOf(page, 'Your words are in a new post').getByRole('link', { name: 'Keep writing' }).click();
    await page.waitForURL('**/new/richtext');
    await expect(editor(page).locator('p')).toHaveText(['Never arrived', 'Paint the fence blue!']);
  });
});
