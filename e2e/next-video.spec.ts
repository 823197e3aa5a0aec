import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import type { Person } from './harness/duet.ts';
import { toastOf } from './harness/feed.ts';
import { away } from './harness/lost-answer.ts';
import { answerFirst, serverAnswer } from './harness/requests.ts';
import { comeBack, goBehind, keptDrafts } from './harness/tabs.ts';
import { expect, test } from './harness/test.ts';
import { caption, frames, holdChunks, mp4, pickWithThumbnail, publish } from './harness/video-form.ts';

const detail = /\/api\/posts\/[\w-]{36}$/;

const ownVideos = async ({ api, username }: Person) => {
  const { data } = await api.call(postsEndpoints['posts.feed'], { query: { limit: '20' } });
  return new Set(data.posts.filter((post) => post.username === username).map(({ videoUrl }) => videoUrl));
};

/** Publishes a video, of which neither the call nor the server says so, and picks the next one. */
async function pickNext(page: Page): Promise<{ readonly back: () => Promise<void> }> {
  await pickWithThumbnail(page, mp4(600_000, 'first.mp4'));
  const back = await away(page, detail);
  const finalized = Promise.withResolvers<number>();
  await answerFirst(page, '**/api/upload/chunked?action=finalize-with-post', async (route) => {
    finalized.resolve((await serverAnswer(route)).status());
    await route.fulfill({ status: 500 });
  });
  await publish(page).click();
  expect(await finalized.promise).toBe(200);
  await expect(page.getByText('nobody knows yet whether the post is published')).toBeVisible();
  await page.getByRole('button', { name: 'Choose another' }).click();
  await pickWithThumbnail(page, mp4(500_000, 'next.mp4'));
  return { back };
}

test.describe('a video that is picked while nobody knows whether the one before is published', () => {
  for (const isKnown of [true, false]) {
    test(`becomes a post of its own, ${isKnown ? 'once' : 'also before'} the server can be asked`, async ({
      as,
      duet,
    }) => {
      const writer = await duet.otherAdmin(isKnown ? 'next_file' : 'next_at_once');
      const page = await as(writer, '/new/video');
      const { back } = await pickNext(page);
      if (isKnown) {
        // The page asks by itself as well, as soon as somebody answers.
        const found = page.waitForResponse(detail);
        await back();
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await found;
      }
      await publish(page).click();
      await page.waitForURL(/\/home/);
      expect((await ownVideos(writer)).size).toBe(2);
    });
  }
});

test.describe('a video that is picked in another tab while the one before uploads', () => {
  /** Publishes a video, and keeps its upload on its way until what it answers is called. */
  async function publishFirst(page: Page): Promise<() => Promise<void>> {
    await pickWithThumbnail(page, mp4(600_000, 'first.mp4'));
    await caption(page).fill('The same words');
    const { release, asked } = await holdChunks(page);
    await publish(page).click();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await expect.poll(() => keptDrafts(page)).toMatch(/"sent":{"name":"first.mp4"/);
    await goBehind(page);
    return release;
  }

  for (const isOpen of [false, true]) {
    test(`becomes a post of its own, in a form that was opened ${isOpen ? 'before' : 'since'}`, async ({
      as,
      duet,
    }) => {
      const writer = await duet.otherAdmin(isOpen ? 'second_before' : 'second_since');
      const page = await as(writer, '/new/video');
      const other = await page.context().newPage();
      if (isOpen) await other.goto('/new/video');
      const release = await publishFirst(page);
      if (!isOpen) await other.goto('/new/video');
      await pickWithThumbnail(other, mp4(500_000, 'second.mp4'));
      await publish(other).click();
      await other.waitForURL(/\/home/);
      await release();
      await expect(toastOf(page, 'Post published')).toBeVisible();
      expect((await ownVideos(writer)).size).toBe(2);
    });
  }

  for (const taken of [false, true]) {
    test(`stays when that is published, in a form that has ${taken ? 'taken it over' : 'not seen it'}`, async ({
      as,
      duet,
    }) => {
      const writer = await duet.otherAdmin(taken ? 'kept_taken' : 'kept_unseen');
      const page = await as(writer, '/new/video');
      const release = await publishFirst(page);
      const other = await page.context().newPage();
      await other.goto('/new/video');
      await pickWithThumbnail(other, mp4(500_000, 'second.mp4'));
      await expect.poll(() => keptDrafts(other)).toMatch(/data:image\/jpeg.*second\.mp4/);
      await other.close();
      if (taken) await comeBack(page);
      await release();
      await expect(toastOf(page, 'Post published')).toBeVisible();
      expect(await keptDrafts(page)).toMatch(/data:image\/jpeg.*second\.mp4/);
      if (taken) await expect(page).toHaveURL('/new/video');
      else await page.goto('/new/video');
      await expect(page.getByText('“second.mp4”')).toBeVisible();
      await expect(frames(page)).toHaveCount(0);
      await expect(caption(page)).toHaveValue('The same words');
    });
  }
});
