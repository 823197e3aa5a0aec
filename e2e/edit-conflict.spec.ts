import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import type { Person } from './harness/duet.ts';
import { hold, toastOf } from './harness/feed.ts';
import { caption, items, keptFiles, photo, pick, uploaded } from './harness/gallery.ts';
import { publishGallery, publishText } from './harness/posts.ts';
import { answerFirst, serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo } from './harness/video.ts';
import { mp4, pickWithThumbnail } from './harness/video-form.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const comparison = (page: Page) => page.getByRole('dialog', { name: 'Changed in two places' });
const field = (page: Page, name: string) => comparison(page).getByRole('region', { name });

const stored = async (by: Person, id: string) =>
  (await by.api.call(postsEndpoints['posts.detail'], { params: { id } })).data.post;
/** Somebody else changes the post meanwhile. */
const change = (by: Person, id: string, body: Record<string, unknown>) =>
  by.api.call(postsEndpoints['posts.update'], { params: { id }, body });

async function append(page: Page, words: string): Promise<void> {
  await editor(page).locator('p').last().click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
}

/** Waits until the device keeps the words, then begins the page anew. */
async function reloadKeeping(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => Object.values({ ...localStorage }).join(' '))).toContain(words);
  await page.reload();
}

test('what only one of two changed is kept from both, and said', async ({ adminPage: page, duet }) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishText(admin, '<p>Paint the door.</p>', { title: 'Spring' });
  await page.goto(`/edit/${post._id}`);
  await append(page, ' Blue!');
  await change(other, post._id, { title: 'Summer' });
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') bodies.push([request.postDataJSON(), request.headers()['if-match']]);
  });
  await save(page).click();
  await page.waitForURL(`**/post/${post._id}`);
  expect(await stored(admin, post._id)).toMatchObject({
    title: 'Summer',
    content: '<p>Paint the door. Blue!</p>',
  });
  await expect(toastOf(page, /Changed elsewhere meanwhile, and kept as well: Title/)).toBeVisible();
  // Only what was changed travels, with the version that it is a change of.
  const body = { content: '<p>Paint the door. Blue!</p>' };
  expect(bodies).toEqual([
    [body, expect.stringMatching(/^".+"$/)],
    [body, expect.stringMatching(/^".+"$/)],
  ]);
});

test('what both changed stands side by side: keep mine', async ({ adminPage: page, duet }) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishText(admin, '<p>One.</p><p>Paint the door.</p>', { title: 'Spring' });
  await page.goto(`/edit/${post._id}`);
  await append(page, ' Blue!');
  await title(page).fill('Autumn');
  await change(other, post._id, { content: '<p>One.</p><p>Paint the fence.</p>' });
  await save(page).click();
  const text = field(page, 'Text of the post');
  await expect(text).toContainText('Paint the door. Blue!');
  await expect(text).toContainText('Paint the fence.');
  await expect(field(page, 'Title')).toHaveCount(0);
  expect(await stored(admin, post._id)).toMatchObject({
    title: 'Spring',
    content: '<p>One.</p><p>Paint the fence.</p>',
  });
  await text.getByRole('radio', { name: 'Keep mine' }).check();
  await comparison(page).getByRole('button', { name: 'Go on' }).click();
  await save(page).click();
  await page.waitForURL(`**/post/${post._id}`);
  expect(await stored(admin, post._id)).toMatchObject({
    title: 'Autumn',
    content: '<p>One.</p><p>Paint the door. Blue!</p>',
  });
});

test('a kept edit overwrites nothing after a reload', async ({ adminPage: page, duet }) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishText(admin, '<p>Paint the door.</p>', { title: 'Spring' });
  await page.goto(`/edit/${post._id}`);
  await append(page, ' Blue!');
  await change(other, post._id, { title: 'Summer', content: '<p>Paint the fence.</p>' });
  await reloadKeeping(page, 'Blue!');
  await expect(comparison(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor(page)).toHaveText('Paint the door. Blue!');
  await expect(title(page)).toHaveValue('Spring');
  await save(page).click();
  await expect(comparison(page)).toBeVisible();
  await field(page, 'Text of the post').getByRole('radio', { name: 'Take theirs' }).check();
  await comparison(page).getByRole('button', { name: 'Go on' }).click();
  await expect(editor(page)).toHaveText('Paint the fence.');
  // Nothing typed is lost by choosing: the choice can be made again, also after a reload.
  await page.reload();
  await expect(editor(page)).toHaveText('Paint the fence.');
  await page.getByRole('button', { name: 'Choose again' }).click();
  await field(page, 'Text of the post').getByRole('radio', { name: 'Edit together' }).check();
  await comparison(page).getByRole('button', { name: 'Go on' }).click();
  await expect(editor(page)).toHaveText(/Paint the door\. Blue!.*Paint the fence\./);
  await save(page).click();
  await page.waitForURL(`**/post/${post._id}`);
  expect(await stored(admin, post._id)).toMatchObject({
    title: 'Summer',
    content: '<p>Paint the door. Blue!</p><p>Paint the fence.</p>',
  });
});

test('a comparison that was put off is of the words of now', async ({ adminPage: page, duet }) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishText(admin, '<p>Paint the door.</p>', { title: 'Spring' });
  await page.goto(`/edit/${post._id}`);
  await append(page, ' Blue!');
  await change(other, post._id, { content: '<p>Paint the fence.</p>' });
  await save(page).click();
  await expect(comparison(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(comparison(page)).toHaveCount(0);
  await append(page, ' And white!');
  await title(page).fill('Autumn');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(field(page, 'Text of the post')).toContainText('Paint the door. Blue! And white!');
  await field(page, 'Text of the post').getByRole('radio', { name: 'Keep mine' }).check();
  await comparison(page).getByRole('button', { name: 'Go on' }).click();
  await expect(editor(page)).toHaveText('Paint the door. Blue! And white!');
  await expect(title(page)).toHaveValue('Autumn');
  // What was decided stays decided where another choice is put off, and is written on.
  await page.getByRole('button', { name: 'Choose again' }).click();
  await expect(comparison(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(comparison(page)).toHaveCount(0);
  await append(page, ' Twice!');
  await save(page).click();
  await page.waitForURL(`**/post/${post._id}`);
  expect(await stored(admin, post._id)).toMatchObject({
    title: 'Autumn',
    content: '<p>Paint the door. Blue! And white! Twice!</p>',
  });
});

test('a picture that is uploaded while two versions are compared stays', async ({
  adminPage: page,
  duet,
}) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishGallery(admin, 2, { caption: 'Sea' });
  await page.goto(`/edit/${post._id}`);
  const release = await hold(page, (url) => url.pathname.endsWith('/upload/gallery-image'));
  await pick(page, photo('new.png', 300));
  await caption(page).fill('My sea');
  await expect.poll(() => keptFiles(page)).toHaveLength(1);
  await change(other, post._id, { caption: 'Their sea' });
  await reloadKeeping(page, 'My sea');
  await expect(comparison(page)).toBeVisible();
  release();
  await expect(uploaded(page)).toHaveCount(3);
  await field(page, 'Caption').getByRole('radio', { name: 'Keep mine' }).check();
  await comparison(page).getByRole('button', { name: 'Go on' }).click();
  await expect(comparison(page)).toHaveCount(0);
  await expect(uploaded(page)).toHaveCount(3);
});

test('a gallery keeps what each of two added, removed and described', async ({ adminPage: page, duet }) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishGallery(admin, 3, { caption: 'Sea' });
  const [a = '', b = '', c = ''] = post.mediaUrls;
  await page.goto(`/edit/${post._id}`);
  await expect(uploaded(page)).toHaveCount(3);
  await pick(page, photo('new.png', 300));
  await expect(uploaded(page)).toHaveCount(4);
  await page.getByRole('button', { name: /^Remove picture 1/ }).click();
  await change(other, post._id, { mediaUrls: [a, { url: b, alt: 'Waves' }, c], caption: 'The sea' });
  await save(page).click();
  await page.waitForURL(`**/post/${post._id}`);
  const now = await stored(admin, post._id);
  expect(now.caption).toBe('The sea');
  expect(now.media.map(({ alt }) => alt)).toEqual(['Waves', '', '']);
  expect(now.mediaUrls.slice(0, 2)).toEqual([b, c]);
});

test('two descriptions of one picture, and two captions, are chosen from', async ({
  adminPage: page,
  duet,
}) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishGallery(admin, 2, { caption: 'Sea' });
  const [a = '', b = ''] = post.mediaUrls;
  await page.goto(`/edit/${post._id}`);
  await expect(items(page)).toHaveCount(2);
  await caption(page).fill('My sea');
  await page.getByRole('button', { name: /^Describe picture 1/ }).click();
  const describe = page.getByRole('dialog', { name: 'What does it show?' });
  await describe.getByRole('textbox').fill('My waves');
  await describe.getByRole('button', { name: 'Save' }).click();
  await change(other, post._id, { mediaUrls: [{ url: a, alt: 'Their waves' }, b], caption: 'Their sea' });
  await save(page).click();
  await field(page, 'Caption').getByRole('radio', { name: 'Edit together' }).check();
  await field(page, 'Description of picture 1').getByRole('radio', { name: 'Take theirs' }).check();
  await comparison(page).getByRole('button', { name: 'Go on' }).click();
  await expect(caption(page)).toHaveValue('My sea\n\nTheir sea');
  await save(page).click();
  await page.waitForURL(`**/post/${post._id}`);
  const now = await stored(admin, post._id);
  expect([now.caption, now.media[0]?.alt]).toEqual(['My sea\n\nTheir sea', 'Their waves']);
});

test("a video's description is chosen from", async ({ adminPage: page, duet }) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishVideo(admin, 'Before');
  await page.goto(`/edit/${post._id}`);
  await caption(page).fill('Mine');
  await change(other, post._id, { caption: 'Theirs', adminOnlyVisibility: true });
  await save(page).click();
  await expect(field(page, 'Caption')).toContainText('Theirs');
  expect((await stored(admin, post._id)).caption).toBe('Theirs');
  await field(page, 'Caption').getByRole('radio', { name: 'Keep mine' }).check();
  await comparison(page).getByRole('button', { name: 'Go on' }).click();
  await save(page).click();
  await page.waitForURL(`**/post/${post._id}`);
  expect(await stored(admin, post._id)).toMatchObject({ caption: 'Mine', adminOnlyVisibility: true });
});

test('a save whose answer was lost is no conflict with itself', async ({ adminPage: page, duet }) => {
  const admin = await duet.admin();
  const post = await publishText(admin, '<p>Paint the door.</p>');
  await page.goto(`/edit/${post._id}`);
  await append(page, ' Blue!');
  const sent: (string | undefined)[] = [];
  await page.route(`**/api/posts/${post._id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    sent.push(route.request().headers()['if-match']);
    if (sent.length > 1) return route.continue();
    await serverAnswer(route);
    return route.abort();
  });
  await save(page).click();
  await page.waitForURL(`**/post/${post._id}`);
  // The second try names the version from before the first, which is another one by now.
  expect(new Set(sent).size).toBe(1);
  expect(sent).toHaveLength(2);
  expect((await stored(admin, post._id)).content).toBe('<p>Paint the door. Blue!</p>');
});

test('a post that was deleted meanwhile leaves the words, for a new post', async ({
  adminPage: page,
  duet,
}) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishText(admin, '<p>Paint the door.</p>', { title: 'Spring' });
  await page.goto(`/edit/${post._id}`);
  await append(page, ' Blue!');
  await other.api.call(postsEndpoints['posts.delete'], { params: { id: post._id } });
  await save(page).click();
  await expect(page.getByRole('heading', { name: 'This post was deleted meanwhile' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This post was deleted meanwhile' })).toBeVisible();
  await expect(page.getByText('Paint the door. Blue!')).toBeVisible();
  await page.getByRole('button', { name: 'Make a new post of it' }).click();
  await page.waitForURL('**/new/richtext');
  await expect(title(page)).toHaveValue('Spring');
  await expect(editor(page)).toHaveText('Paint the door. Blue!');
});

test('who is no admin any more keeps the words, and goes on with them as one again', async ({ as, duet }) => {
  const [boss, editorAdmin] = [await duet.admin(), await duet.otherAdmin('writer')];
  const post = await publishText(boss, '<p>Paint the door.</p>');
  const page = await as(editorAdmin, `/edit/${post._id}`);
  await append(page, ' Blue!');
  const role = (to: 'user' | 'admin') =>
    boss.api.call(accountsEndpoints['accounts.changeUser'], {
      params: { id: editorAdmin.id },
      body: { role: to },
    });
  await role('user');
  // The session has ended: the page leaves by itself, or with the save.
  await save(page)
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await expect(editor(page)).toHaveCount(0);
  await role('admin');
  await change(boss, post._id, { title: 'Spring' });
  const { token } = await duet.signIn(editorAdmin.username);
  await page.evaluate((words) => localStorage.setItem('duet.token', words), token);
  await page.evaluate((user) => localStorage.setItem('duet.user', user), JSON.stringify(editorAdmin.user));
  await page.goto(`/edit/${post._id}`);
  await expect(editor(page)).toHaveText('Paint the door. Blue!');
  await expect(title(page)).toHaveValue('Spring');
  await expect(page.getByText('Changed elsewhere meanwhile, and taken over: Title')).toBeVisible();
});

test('a new video takes its place beside what somebody else changed meanwhile', async ({
  adminPage: page,
  duet,
}) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishVideo(admin, 'Before');
  await page.goto(`/edit/${post._id}`);
  await expect(caption(page)).toHaveValue('Before');
  await pickWithThumbnail(page, mp4(400_000, 'better.mp4'));
  // Between the look before the upload and its end.
  await answerFirst(page, '**/api/upload/chunked?action=finalize', async (route) => {
    await change(other, post._id, { caption: 'After' });
    await route.continue();
  });
  await save(page).click();
  await page.waitForURL(`**/post/${post._id}`);
  const now = await stored(admin, post._id);
  expect(now.caption).toBe('After');
  expect(now.videoUrl).not.toBe(post.videoUrl);
});

test('a count that somebody else has set meanwhile is overwritten only knowingly', async ({
  adminPage: page,
  duet,
}) => {
  const [admin, other] = [await duet.admin(), await duet.otherAdmin()];
  const post = await publishText(admin, '<p>Counted</p>');
  await page.goto(`/post/${post._id}`);
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('button', { name: 'Set likes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set likes' });
  await dialog.getByLabel('Extra likes').fill('7');
  await other.api.call(postsEndpoints['posts.setLikes'], { params: { id: post._id }, body: { likes: 5 } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('set this to 5 meanwhile');
  expect((await stored(admin, post._id)).likes).toBe(5);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await stored(admin, post._id)).likes).toBe(7);
});
