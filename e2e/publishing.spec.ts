import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import type { Duet } from './harness/duet.ts';
import { caption, items, keptGallery, newest, photo, pick, publish, uploaded } from './harness/gallery.ts';
import { away, loseAnswer } from './harness/lost-answer.ts';
import { followRequests } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';
import * as video from './harness/video-form.ts';

const published = '**/api/posts/*/publish';
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const deletions = (page: Page): string[] => {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') urls.push(request.url());
  });
  return urls;
};
const addPicture = async (page: Page, name = 'us.png') => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await (await chooser).setFiles(photo(name));
  await expect(editor(page).locator('img[src*="/media/photos/"]')).toHaveCount(1);
  // Nothing is published while a picture is on its way.
  await expect(editor(page).getByRole('progressbar')).toHaveCount(0);
};
const find = async (duet: Duet, id: string) => {
  const admin = await duet.admin();
  return admin.api.attempt(postsEndpoints['posts.detail'], { params: { id } });
};
/** How many posts of the newest twenty say this. */
const posts = async (duet: Duet, words: string) => {
  const admin = await duet.admin();
  const { data } = await admin.api.call(postsEndpoints['posts.feed'], { query: { limit: '20' } });
  return data.posts.filter(({ content, caption: text }) => `${content} ${text}`.includes(words));
};

test.describe('a second tab with the same draft', () => {
  async function twoTabs(page: Page, words: string): Promise<Page> {
    await page.goto('/new/richtext');
    await editor(page).click();
    await page.keyboard.type(words);
    await addPicture(page);
    const kept = () => page.evaluate(() => Object.values(localStorage).join());
    await expect.poll(kept).toContain('draftId":"');
    // The draft is kept a moment after its picture has come; from what was kept before, the other tab would upload it again.
    await expect.poll(kept).toContain('/media/photos/');
    const other = await page.context().newPage();
    await other.goto('/new/richtext');
    await expect(editor(other)).toContainText(words);
    return other;
  }

  test('that publishes something else leaves the post alone and goes on as its edit', async ({
    adminPage: page,
    duet,
  }) => {
    const words = `First ${Date.now()}`;
    const other = await twoTabs(page, words);
    await editor(other).click();
    await other.keyboard.type(' and more');
    await publish(page).click();
    await page.waitForURL(/\/home/);
    const [post] = await posts(duet, words);
    const deleted = deletions(other);
    const refused = other.waitForResponse(published);
    await publish(other).click();
    expect((await refused).status()).toBe(409);
    await other.waitForURL(`**/edit/${post?._id}`);
    await expect(editor(other)).toContainText('and more');
    await expect(other.getByText('This post was published already')).toBeVisible();
    expect(deleted).toEqual([]);
    expect((await find(duet, post?._id ?? '')).status).toBe(200);
    expect(await posts(duet, words)).toHaveLength(1);
    const picture = await other.request.get(post?.imageUrl ?? '');
    expect(picture.status()).toBe(200);
  });

  test('that publishes the same goes on as after its own publish', async ({ adminPage: page, duet }) => {
    const words = `Same ${Date.now()}`;
    const other = await twoTabs(page, words);
    await publish(page).click();
    await page.waitForURL(/\/home/);
    await publish(other).click();
    await other.waitForURL(/\/home/);
    expect(await posts(duet, words)).toHaveLength(1);
  });

  test('that discards it leaves the published post alone, and says so', async ({ adminPage: page, duet }) => {
    const words = `Kept ${Date.now()}`;
    const other = await twoTabs(page, words);
    await publish(page).click();
    await page.waitForURL(/\/home/);
    await other.getByRole('button', { name: 'Discard' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(other.getByText('This post had been published already. It stays')).toBeVisible();
    expect(await posts(duet, words)).toHaveLength(1);
  });

  test('publishes what another one has thrown away, with its picture', async ({ adminPage: page, duet }) => {
    const words = `Not lost ${Date.now()}`;
    const other = await twoTabs(page, words);
    const gone = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    expect((await gone).url()).toContain('draft=true');
    await publish(other).click();
    await other.waitForURL(/\/home/);
    const [post] = await posts(duet, words);
    expect(post?.imageUrl).toMatch(/^\/media\/photos\//);
  });

  test('of a gallery changes no published post while one still writes in it', async ({
    adminPage: page,
    duet,
  }) => {
    await page.goto('/new/gallery');
    await pick(page, photo('a.png'), photo('b.png', 80));
    await expect(uploaded(page)).toHaveCount(2);
    const words = `Two of us ${Date.now()}`;
    await caption(page).fill(words);
    await expect.poll(async () => (await keptGallery(page))?.caption).toBe(words);
    const other = await page.context().newPage();
    await other.goto('/new/gallery');
    await expect(uploaded(other)).toHaveCount(2);
    await publish(page).click();
    await page.waitForURL(/\/home/);
    const synced = other.waitForResponse((response) => response.request().method() === 'PUT');
    await other.getByRole('button', { name: /^Remove picture 1/ }).click();
    await caption(other).fill('Something else');
    expect((await synced).status()).toBe(409);
    const post = (await posts(duet, words))[0];
    expect(post?.mediaUrls).toHaveLength(2);
    await publish(other).click();
    await other.waitForURL(`**/edit/${post?._id}`);
    await expect(caption(other)).toHaveValue('Something else');
    await expect(items(other)).toHaveCount(1);
    expect((await posts(duet, words))[0]?.mediaUrls).toHaveLength(2);
  });
});

test.describe('a publish whose answer is lost', () => {
  test('of a text with a picture is published, once, and nothing is deleted', async ({
    adminPage: page,
    duet,
  }) => {
    const words = `Lost answer ${Date.now()}`;
    await page.goto('/new/richtext');
    await editor(page).click();
    await page.keyboard.type(words);
    await addPicture(page);
    const deleted = deletions(page);
    const lost = loseAnswer(page, published, 'PUT');
    await publish(page).click();
    expect(await lost).toBe(200);
    await page.waitForURL(/\/home/);
    await expect(page.getByText('Post published')).toBeVisible();
    expect(deleted).toEqual([]);
    expect(await posts(duet, words)).toHaveLength(1);
  });

  test('of a gallery is published, once, and nothing is deleted', async ({ adminPage: page, duet }) => {
    const words = `Lost gallery ${Date.now()}`;
    await page.goto('/new/gallery');
    await pick(page, photo('a.png'), photo('b.png', 80));
    await expect(uploaded(page)).toHaveCount(2);
    await caption(page).fill(words);
    const deleted = deletions(page);
    const lost = loseAnswer(page, published, 'PUT');
    await publish(page).click();
    expect(await lost).toBe(200);
    await page.waitForURL(/\/home/);
    expect(deleted).toEqual([]);
    const found = await posts(duet, words);
    expect(found).toHaveLength(1);
    for (const url of found[0]?.mediaUrls ?? []) expect((await page.request.get(url)).status()).toBe(200);
    expect(found[0]?.mediaUrls).toHaveLength(2);
  });

  test('is asked about until somebody answers, also after a reload', async ({ adminPage: page, duet }) => {
    const words = `Asked later ${Date.now()}`;
    await page.goto('/new/richtext');
    await editor(page).click();
    await page.keyboard.type(words);
    await addPicture(page);
    const back = await away(page, /\/api\/posts\/[\w-]{36}$/);
    const lost = loseAnswer(page, published, 'PUT');
    await publish(page).click();
    expect(await lost).toBe(200);
    await expect(page.getByText('nobody knows yet whether the post is published')).toBeVisible();
    await page.reload();
    await expect(editor(page)).toContainText(words);
    await back();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.waitForURL(/\/home/);
    await page.goto('/new/richtext');
    await expect(editor(page)).toHaveText('');
    expect(await posts(duet, words)).toHaveLength(1);
  });

  test('with words that were written since goes on as an edit of the post', async ({
    adminPage: page,
    duet,
  }) => {
    const words = `Written on ${Date.now()}`;
    await page.goto('/new/richtext');
    await editor(page).click();
    await page.keyboard.type(words);
    const back = await away(page, /\/api\/posts\/[\w-]{36}$/);
    await loseAndWait(page);
    await editor(page).click();
    await page.keyboard.type(' and on');
    await back();
    await publish(page).click();
    await page.waitForURL(/\/edit\//);
    await expect(editor(page)).toContainText('and on');
    expect(await posts(duet, words)).toHaveLength(1);
  });

  async function loseAndWait(page: Page): Promise<void> {
    const lost = loseAnswer(page, published, 'PUT');
    await publish(page).click();
    expect(await lost).toBe(200);
    await expect(page.getByText('nobody knows yet whether the post is published')).toBeVisible();
  }

  test('that never arrived says so and keeps the draft, which is published then', async ({
    adminPage: page,
    duet,
  }) => {
    const words = `Never arrived ${Date.now()}`;
    await page.goto('/new/gallery');
    await pick(page, photo('a.png'));
    await expect(uploaded(page)).toHaveCount(1);
    await caption(page).fill(words);
    const deleted = deletions(page);
    const back = await away(page, published);
    await publish(page).click();
    await expect(page.getByText('Failed to publish post')).toBeVisible();
    const id = async () => (await keptGallery(page))?.draftId;
    await expect.poll(id).toEqual(expect.any(String));
    const draftId = String(await id());
    expect((await find(duet, draftId)).status).toBe(200);
    await back();
    await publish(page).click();
    await page.waitForURL(/\/home/);
    expect(deleted).toEqual([]);
    expect((await newest(duet))?._id).toBe(draftId);
  });

  test('of a video is published, once, and nothing is deleted', async ({ adminPage: page, duet }) => {
    const words = `Lost video ${Date.now()}`;
    await page.clock.install();
    await page.goto('/new/video');
    await video.pickWithThumbnail(page, video.mp4());
    await video.caption(page).fill(words);
    const deleted = deletions(page);
    const lost = loseAnswer(page, '**/api/upload/chunked?action=finalize-with-post', 'POST');
    const unanswered = followRequests(page);
    await video.publish(page).click();
    expect(await lost).toBe(200);
    // No event says that the line is back: the app tries again after 10 s of its own.
    const arrives = async () => {
      if (unanswered().length === 0) await page.clock.runFor(1000);
      return page.url();
    };
    await expect.poll(arrives, { intervals: [100], timeout: 40_000 }).toContain('/home?refresh=');
    expect(deleted.filter((url) => url.includes('/api/posts/'))).toEqual([]);
    expect(await posts(duet, words)).toHaveLength(1);
  });
});

test('a refused publish deletes the draft and keeps everything else: the next try works [POST-69]', async ({
  adminPage: page,
  duet,
}) => {
  const words = `Refused once ${Date.now()}`;
  await page.goto('/new/gallery');
  await pick(page, photo('a.png'), photo('b.png', 80));
  await expect(uploaded(page)).toHaveCount(2);
  await caption(page).fill(words);
  let refused = 0;
  await page.route(published, (route) =>
    refused++ === 0
      ? route.fulfill({ status: 400, json: { success: false, error: 'Not like this' } })
      : route.fallback(),
  );
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await publish(page).click();
  expect(new URL((await deleted).url()).search).toBe('?draft=true');
  await expect(page.getByText('Not like this')).toBeVisible();
  await expect(uploaded(page)).toHaveCount(2);
  await publish(page).click();
  await page.waitForURL(/\/home/);
  expect((await posts(duet, words))[0]?.mediaUrls).toHaveLength(2);
});

test('a publish that came too often keeps its draft', async ({ adminPage: page }) => {
  await page.goto('/new/gallery');
  await pick(page, photo('a.png'));
  await expect(uploaded(page)).toHaveCount(1);
  const deleted = deletions(page);
  await page.route(published, (route) =>
    route.fulfill({ status: 429, json: { success: false, error: 'Too often', code: 'TOO_OFTEN' } }),
  );
  await publish(page).click();
  await expect(page.getByText('Too often')).toBeVisible();
  await page.unroute(published);
  await publish(page).click();
  await page.waitForURL(/\/home/);
  expect(deleted).toEqual([]);
});

test('Publish pressed twice at once publishes once', async ({ adminPage: page, duet }) => {
  const words = `Twice ${Date.now()}`;
  await page.goto('/new/richtext');
  await editor(page).click();
  await page.keyboard.type(words);
  await publish(page).dblclick();
  await page.waitForURL(/\/home/);
  expect(await posts(duet, words)).toHaveLength(1);
});
