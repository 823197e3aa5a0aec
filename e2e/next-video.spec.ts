import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import { away } from './harness/lost-answer.ts';
import { expect, test } from './harness/test.ts';
import { mp4, pickWithThumbnail, publish } from './harness/video-form.ts';

const detail = /\/api\/posts\/[\w-]{36}$/;

/** Publishes a video, of which neither the call nor the server says so, and picks the next one. */
async function pickNext(page: Page): Promise<{ readonly back: () => Promise<void> }> {
  await pickWithThumbnail(page, mp4(600_000, 'first.mp4'));
  const back = await away(page, detail);
  const finalized = Promise.withResolvers<number>();
  await page.route(
    '**/api/upload/chunked?action=finalize-with-post',
    async (route) => {
      finalized.resolve((await route.fetch()).status());
      await route.fulfill({ status: 500 });
    },
    { times: 1 },
  );
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
      const { data } = await writer.api.call(postsEndpoints['posts.feed'], { query: { limit: '20' } });
      const own = data.posts.filter(({ username }) => username === writer.username);
      expect(new Set(own.map(({ videoUrl }) => videoUrl)).size).toBe(2);
    });
  }
});
