import type { Post } from '@duet/contract/posts/shapes';
import type { Locator, Page, Route } from '@playwright/test';
import type { Person } from './duet.ts';
import { publishText } from './posts.ts';
import { serverAnswer } from './requests.ts';
import { splashIsGone } from './splash.ts';
import { Touch } from './touch.ts';

/** As many short posts, the newest last; their texts are 'Post 1', 'Post 2', …. */
export async function publishMany(admin: Person, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await publishText(admin, `<p>Post ${n}</p>`);
}

export const cards = (page: Page): Locator => page.locator('[data-route="/home"] article');
export const cardOf = (page: Page, post: Pick<Post, '_id'>): Locator =>
  page.locator(`article[data-post-id="${post._id}"]`).last();
export const toastOf = (page: Page, text: string | RegExp): Locator =>
  page.locator('.toast').filter({ hasText: text });
export const loginPrompt = (page: Page): Locator => page.getByRole('dialog', { name: 'Join in on Duet' });

export const toFeed = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'Duet, to the feed' }).click();

/** Edits a post by the app's own ways: a load of the page would end the forms that stand open behind. */
export async function editFromFeed(page: Page, id: string): Promise<void> {
  await toFeed(page);
  const post = page.locator(`[data-route="/home"] [data-post-id="${id}"]`);
  await post.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.waitForURL(`**/edit/${id}`);
}

/** How far down the feed is scrolled, in px. */
export const scrollTop = (page: Page): Promise<number> =>
  page.locator('[data-route="/home"] main').evaluate(({ scrollTop }) => scrollTop);

/** Whether a request is for a page of the feed; `page` where a certain one is meant. */
export function isFeed(url: URL, page?: number): boolean {
  return (
    url.pathname === '/api/posts' && (page === undefined || url.searchParams.get('page') === String(page))
  );
}

/** Answers as the server does where something fails. Without a text, only the status says so; `more` stands beside it. */
export const fail = (route: Route, status = 500, error?: string, more: object = {}): Promise<void> =>
  route.fulfill({ status, json: { success: false, ...(error !== undefined && { error }), ...more } });

/** Holds back every request that matches until what it answers is called. */
export async function hold(page: Page, matches: (url: URL) => boolean): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(matches, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** Lets the server answer, and changes what it says of each post. */
export async function changePosts(
  page: Page,
  change: (post: Record<string, unknown>) => unknown,
): Promise<void> {
  await page.route(
    (url) => isFeed(url) || /^\/api\/posts\/[^/]+$/.test(url.pathname),
    async (route) => {
      const response = await serverAnswer(route);
      const answer = await response.json();
      for (const post of answer.data?.posts ?? [answer.data?.post].filter(Boolean)) change(post);
      await route.fulfill({ response, json: answer });
    },
  );
}

/** Pulls what is shown down far enough to refresh it, once the splash lies over it no more. */
export async function pullDown(page: Page): Promise<void> {
  await splashIsGone(page);
  await (await Touch.on(page)).swipe([
    [195, 150],
    [195, 500],
  ]);
}
