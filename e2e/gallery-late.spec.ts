import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page, Request } from '@playwright/test';
import { hold } from './harness/feed.ts';
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
import { away, loseAnswer } from './harness/lost-answer.ts';
import { expect, test } from './harness/test.ts';

const isDraft = (url: URL) => /^\/api\/posts\/(?!drafts?$)[^/]+$/.test(url.pathname);
const isSave = (request: Request) => request.method() === 'PUT' && isDraft(new URL(request.url()));

test.describe('a gallery whose answers come late', () => {
  test.beforeEach(async ({ adminPage }) => {
    await adminPage.goto('/new/gallery');
    await expect(adminPage.getByRole('button', { name: 'Add pictures' })).toBeVisible();
  });

  test('is published as it stands, not as an older save finds it', async ({ adminPage: page, duet }) => {
    let publishes = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/publish')) publishes += 1;
    });
    const release = await hold(page, isDraft);
    const saved = page.waitForRequest(isSave);
    await caption(page).fill('The beginning');
    await pick(page, photo('one.png'));
    await expect(uploaded(page)).toHaveCount(1);
    await saved;
    await caption(page).fill('The whole story');
    await publish(page).click();
    await expect(page.getByRole('button', { name: 'Publishing…' })).toBeVisible();
    expect(publishes).toBe(0);
    release();
    await page.waitForURL(/\/home\?refresh=/);
    expect(await newest(duet)).toMatchObject({ caption: 'The whole story' });
  });

  test('goes on in another draft where its own was deleted meanwhile', async ({ adminPage: page, duet }) => {
    await pick(page, photo('one.png', 10));
    await expect(uploaded(page)).toHaveCount(1);
    const id = async () => (await keptGallery(page))?.draftId ?? '';
    await expect.poll(id).not.toBe('');
    const former = await id();
    const admin = await duet.admin();
    await admin.api.call(postsEndpoints['posts.delete'], { params: { id: former } });
    await page.getByRole('button', { name: /^Remove picture 1/ }).click();
    await pick(page, photo('two.png', 130), photo('three.png', 250));
    await expect(uploaded(page)).toHaveCount(2);
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
    const post = await newest(duet);
    expect(post?._id).not.toBe(former);
    expect(post?.media).toHaveLength(2);
  });

  test('is not offered again while it is being discarded', async ({ duet, as }) => {
    // The first admin may have others, left by other tests.
    const page = await as(await duet.otherAdmin(), '/new/gallery');
    await pick(page, photo('one.png', 10));
    const saved = page.waitForResponse((response) => isSave(response.request()));
    await caption(page).fill('Not this one');
    await saved;
    const former = (await keptGallery(page))?.draftId ?? '';
    const release = await hold(page, (url) => url.pathname === `/api/posts/${former}`);
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/posts/drafts'));
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(items(page)).toHaveCount(0);
    const { data } = await (await asked).json();
    expect(data.drafts.map(({ _id }: { _id: string }) => _id)).toContain(former);
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    release();
    expect((await deleted).status()).toBe(200);
    await expect(page.getByText('You have an unfinished gallery')).toHaveCount(0);
  });
});

test.describe('a picture that is added while nobody knows whether the gallery is published', () => {
  const uploads = '**/api/upload/gallery-image';
  /** Says that the line is back, and whether the device still wants to know what became of a publish. */
  const asksOnline = (page: Page) =>
    page.evaluate(() => {
      dispatchEvent(new Event('online'));
      return Object.keys(localStorage).some((key) => key.startsWith('duet.asked.'));
    });

  for (const reloads of [false, true]) {
    test(`goes on in the edit of it${reloads ? ', also after a reload' : ''}`, async ({
      adminPage: page,
      duet,
    }) => {
      await page.goto('/new/gallery');
      await pick(page, photo('one.png'));
      await expect(uploaded(page)).toHaveCount(1);
      const back = await away(page, /\/api\/posts\/[\w-]{36}$/);
      const lost = loseAnswer(page, '**/api/posts/*/publish', 'PUT');
      await publish(page).click();
      expect(await lost).toBe(200);
      await expect(page.getByText('nobody knows yet whether the post is published')).toBeVisible();
      await page.route(uploads, (route) => route.abort());
      await pick(page, photo('two.png', 120));
      await expect.poll(async () => (await keptGallery(page))?.items.length).toBe(2);
      await expect.poll(() => keptFiles(page)).toHaveLength(2);
      if (reloads) {
        await page.reload();
        await expect(items(page)).toHaveCount(2);
      }
      await back();
      // Who is asking at that moment does not hear it.
      await expect.poll(() => asksOnline(page)).toBe(false);
      await page.unroute(uploads);
      await expect(uploaded(page)).toHaveCount(2);
      await publish(page).click();
      await page.waitForURL(/\/edit\//);
      await expect(uploaded(page)).toHaveCount(2);
      expect((await newest(duet))?.media).toHaveLength(1);
    });
  }
});
