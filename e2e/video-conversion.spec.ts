import type { Post } from '@duet/contract/posts/shapes';
import type { Page } from '@playwright/test';
import type { Duet } from './harness/duet.ts';
import { cardOf } from './harness/feed.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo } from './harness/video.ts';

type Processing = NonNullable<Post['processing']>;

// Whether a video has to be converted depends on the machine; what the app makes of it is looked at everywhere.
async function convert(page: Page, duet: Duet, post: Post, state: () => Processing): Promise<void> {
  const { token } = await duet.admin();
  const changed = (copy: Post): Post => {
    if (copy._id !== post._id) return copy;
    const processing = state();
    const unready = processing.state === 'done' ? {} : { videoUrl: null, mediaUrl: null };
    return { ...copy, processing, ...unready };
  };
  await page.route(/\/api\/posts(\?|\/)/, async (route) => {
    const url = route.request().url();
    if (route.request().method() !== 'GET') {
      return route.fulfill({ json: { success: true, data: { post: changed(post) } } });
    }
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const body = await answer.json();
    if (body.data?.posts) body.data.posts = body.data.posts.map(changed);
    if (body.data?.post) body.data.post = changed(body.data.post);
    return route.fulfill({ json: body });
  });
}

const at = (state: Processing['state'], progress = 0, error: string | null = null) => ({
  state,
  progress,
  error,
});

test('an admin sees a conversion wait, run and end without loading the page again', async ({ duet, as }) => {
  const admin = await duet.admin();
  const post = await publishVideo(admin, 'Old film');
  let now = at('queued');
  const page = await as(admin, undefined, { serviceWorkers: 'block' });
  await convert(page, duet, post, () => now);
  await page.goto('/home');
  const card = cardOf(page, post);
  await expect(card.getByText('This video waits to be converted')).toBeVisible();
  now = at('running', 40);
  await expect(card.getByText('The video is being converted')).toBeVisible();
  await expect(card.getByRole('progressbar', { name: 'Converted so far' })).toHaveJSProperty('value', 40);
  now = at('running', 85);
  await expect(card.getByRole('progressbar')).toHaveJSProperty('value', 85);
  now = at('done', 100);
  await expect(card.locator('video')).toBeAttached();
  await expect(card.getByRole('button', { name: /^Play the video/ })).toBeVisible();
});

test('a failed conversion says why and is tried again, on the card and on its page', async ({ duet, as }) => {
  const admin = await duet.admin();
  const post = await publishVideo(admin, 'Damaged film');
  let now = at('failed', 0, 'This video could not be converted. It may be damaged.');
  const page = await as(admin, undefined, { serviceWorkers: 'block' });
  await convert(page, duet, post, () => now);
  await page.goto('/home');
  await expect(cardOf(page, post).getByRole('alert')).toContainText('It may be damaged.');
  await page.goto(`/post/${post._id}`);
  const card = page.locator('[data-route="/post/:id"]').locator(`[data-post-id="${post._id}"]`);
  await expect(card.getByRole('alert')).toContainText('It may be damaged.');
  now = at('queued');
  const asked = page.waitForRequest((request) =>
    request.url().endsWith(`/api/posts/${post._id}/video/retry`),
  );
  await card.getByRole('button', { name: 'Try Again' }).click();
  expect((await asked).method()).toBe('POST');
  await expect(card.getByText('This video waits to be converted')).toBeVisible();
});
