import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Locator } from '@playwright/test';
import { cards, fail, hold, isFeed, publishMany, pullDown, scrollTop } from './harness/feed.ts';
import { publishGallery, publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

const skeletons = '[data-testid="post-skeleton"]';

/** Scrolls until only the head of a card is in sight, at the lower edge. */
async function scrollToLowerEdge(card: Locator): Promise<void> {
  await card.locator('header').evaluate(async (head) => {
    const page = head.closest('main');
    if (!page) throw new Error('The card stands in no page.');
    // In small steps: cards get their real height as they come near, and those above must not shrink past the goal.
    for (;;) {
      const below = head.getBoundingClientRect().bottom - page.getBoundingClientRect().bottom;
      if (below <= 0) break;
      page.scrollBy({ top: Math.min(Math.ceil(below), 100), behavior: 'instant' });
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    }
  });
  await expect(card).toBeInViewport();
}

test('guests, people and admins read the feed [FEED-01..03, SHELL-22]', async ({ duet, as }) => {
  await publishText(await duet.admin(), '<p>For everybody</p>');
  for (const person of [null, await duet.person(), await duet.admin()]) {
    const page = await as(person, '/home');
    await expect(cards(page).filter({ hasText: 'For everybody' }).first()).toBeVisible();
  }
});

test('pages of 20 replace each other from the 15th post on [FEED-05, FEED-09, FEED-11..14, FEED-16..18, FEED-52..56]', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  await publishMany(await duet.admin(), 25);
  const page = await duet.page(browser, null);
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (isFeed(url)) asked.push(url);
  });
  await page.goto('/home');
  const more = page.getByRole('button', { name: 'Load more' });

  await expect(cards(page)).toHaveCount(20);
  await expect(cards(page).first()).toContainText('Post 25');
  expect(asked.map((url) => Object.fromEntries(url.searchParams))).toEqual([
    { page: '1', limit: '20', sort: 'created_at', order: 'desc' },
  ]);

  // The first line of the post at index 13 at the lower edge of the screen, then that of the post at index 14.
  await scrollToLowerEdge(cards(page).nth(13));
  await expect(cards(page).nth(14)).not.toBeInViewport();
  await expect(more).toHaveCount(0);
  expect(asked).toHaveLength(1);
  const prefetched = page.waitForResponse((response) => isFeed(new URL(response.url()), 2));
  await scrollToLowerEdge(cards(page).nth(14));
  await expect(cards(page).nth(15)).not.toBeInViewport();
  await prefetched;
  await expect(more).toHaveCount(1);
  await more.scrollIntoViewIfNeeded();
  expect(await scrollTop(page)).toBeGreaterThan(500);

  await more.click();
  await expect(cards(page)).toHaveCount(5);
  await expect(cards(page).first()).toContainText('Post 5');
  await expect(page.getByText('Post 25')).toHaveCount(0);
  await expect.poll(() => scrollTop(page)).toBe(0);
  await expect(page.getByText('Page 2 · 25 posts shown · 25 posts in total')).toBeVisible();
  await expect(more).toHaveCount(0);

  await page.getByRole('button', { name: 'Newer posts' }).click();
  await expect(cards(page).first()).toContainText('Post 25');
});

test("there is no 'Load more' where no more pages exist [FEED-10, FEED-16..18]", async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  await publishMany(await duet.admin(), 16);
  const page = await duet.page(browser, null);
  await page.goto('/home');
  await cards(page).nth(15).scrollIntoViewIfNeeded();
  await expect(page.getByText('Page 1 · 16 posts shown · 16 posts in total')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('skeletons hold the place: 13 at first, 6 for another page [FEED-07, FEED-08]', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  await publishMany(await duet.admin(), 21);
  const page = await duet.page(browser, null);
  const releaseFirst = await hold(page, (url) => isFeed(url, 1));
  await page.goto('/home');
  await expect(page.locator(skeletons)).toHaveCount(13);
  releaseFirst();
  await expect(cards(page)).toHaveCount(20);
  await expect(page.locator(skeletons)).toHaveCount(0);

  const releaseNext = await hold(page, (url) => isFeed(url, 2));
  await cards(page).nth(19).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.locator(skeletons)).toHaveCount(6);
  await expect(cards(page)).toHaveCount(0);
  await expect.poll(() => scrollTop(page)).toBe(0);
  releaseNext();
  await expect(cards(page)).toHaveCount(1);
});

test('cards that are there stay when the pictures above them come late', async ({ fresh, browser }) => {
  const duet = await fresh();
  await publishMany(await duet.admin(), 9);
  await publishGallery(await duet.admin(), 1);
  const page = await duet.page(browser, null);
  await page.addInitScript(() => {
    const come: (() => void)[] = [];
    Object.assign(window, { come });
    HTMLImageElement.prototype.decode = () => new Promise<void>((resolve) => come.push(resolve));
  });
  await page.goto('/home');
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(6);
  await page.evaluate(() => {
    const isPost = (node: Node) => node instanceof HTMLElement && node.matches('[data-index]');
    const note = (records: MutationRecord[]) => {
      const gone = records.some(({ removedNodes }) => [...removedNodes].some(isPost));
      if (gone) document.documentElement.dataset.gone = 'yes';
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
    (window as unknown as { come: (() => void)[] }).come[0]?.();
  });
  await expect(cards(page)).toHaveCount(10);
  await expect(page.locator('html')).not.toHaveAttribute('data-gone');
});

test('an empty site says so in two lines [FEED-15]', async ({ fresh, browser }) => {
  const duet = await fresh();
  const page = await duet.page(browser, null);
  await page.goto('/home');
  await expect(page.getByText('no posts yet', { exact: true })).toBeVisible();
  await expect(page.getByText('be the first to share', { exact: true })).toBeVisible();
});

test('a feed that fails says so and is tried again [FEED-19, FEED-20]', async ({ duet, page }) => {
  await publishText(await duet.admin(), '<p>Once it works</p>');
  await page.route(isFeed, (route) => fail(route));
  await page.goto('/home');
  await expect(page.getByText('Failed to fetch posts')).toBeVisible();
  await page.unroute(isFeed);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText('Failed to fetch posts')).toHaveCount(0);
});

test("the server's own text comes first, a lost connection is explained [FEED-20, API-11]", async ({
  page,
}) => {
  await page.route(isFeed, (route) => fail(route, 500, 'The shelves are being dusted.'));
  await page.goto('/home');
  await expect(page.getByText('The shelves are being dusted.')).toBeVisible();
  await page.unroute(isFeed);
  await page.route(isFeed, (route) => route.abort());
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Failed to fetch posts')).toBeVisible();
  await expect(page.getByText('No connection.')).toBeVisible();
});

test('a next page that fails says so and is tried again [FEED-21, FEED-22]', async ({ fresh, browser }) => {
  const duet = await fresh();
  await publishMany(await duet.admin(), 22);
  const page = await duet.page(browser, null);
  const isNext = (url: URL) => isFeed(url, 2);
  await page.route(isNext, (route) => fail(route));
  await page.goto('/home');
  await cards(page).nth(19).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByText('Failed to load next page')).toBeVisible();
  await page.unroute(isNext);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(cards(page)).toHaveCount(2);
});

test('a last page whose only post is deleted is the end of the list, not an empty site', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  const admin = await duet.admin();
  await publishMany(admin, 21);
  const page = await duet.page(browser, admin);
  await page.goto('/home');
  await cards(page).nth(19).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Options/ }).click();
  await page
    .getByRole('dialog', { name: /^Options/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  const sure = page.getByRole('dialog', { name: 'Delete this post?' });
  await sure.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Page 2 · 20 posts shown · 20 posts in total')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByText('no posts yet')).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the newest' }).click();
  await expect(cards(page)).toHaveCount(20);
});

test('pulling down loads the newest posts [FEED-06]', async ({ duet, page }) => {
  const admin = await duet.admin();
  await publishText(admin, '<p>Before the pull</p>');
  await page.goto('/home');
  await expect(cards(page).first()).toContainText('Before the pull');
  await publishText(admin, '<p>After the pull</p>');
  const asked = page.waitForRequest((request) => isFeed(new URL(request.url()), 1));
  await pullDown(page);
  await asked;
  await expect(cards(page).first()).toContainText('After the pull');
});

test('the refresh parameter loads the feed again [SHELL-23]', async ({ duet, page }) => {
  const admin = await duet.admin();
  await publishText(admin, '<p>Known already</p>');
  await page.goto('/home');
  await expect(cards(page).first()).toContainText('Known already');
  await publishText(admin, '<p>New since then</p>');
  const asked = page.waitForRequest((request) => isFeed(new URL(request.url()), 1));
  // As the forms do after publishing: within the app, without a new page.
  await page.evaluate(() => {
    history.pushState({ idx: 1 }, '', '/home?refresh=1');
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
  });
  await asked;
  await expect(cards(page).first()).toContainText('New since then');

  await page.goto('/home?refresh=2');
  await expect(cards(page).first()).toContainText('New since then');
});

test('going back from a post restores page and place; the logo leads to the top [FEED-13, SHELL-62]', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  await publishMany(await duet.admin(), 32);
  const page = await duet.page(browser, null);
  await page.goto('/home');
  await cards(page).nth(19).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cards(page).first()).toContainText('Post 12');
  await cards(page).nth(9).scrollIntoViewIfNeeded();
  const place = await scrollTop(page);
  expect(place).toBeGreaterThan(200);

  await cards(page).nth(9).locator('header a').click();
  await expect(page).toHaveURL(/\/post\//);
  await expect(page.locator('[data-route="/post/:id"] article')).toContainText('Post 3');
  await page.goBack();
  await expect(cards(page).nth(9)).toBeInViewport();
  expect(Math.abs((await scrollTop(page)) - place)).toBeLessThan(4);

  await page.getByRole('link', { name: 'Duet, to the feed' }).click();
  await expect.poll(() => scrollTop(page)).toBe(0);
});

test('dates that are missing or cannot be read are named [SHELL-87, SHELL-88]', async ({ duet, page }) => {
  const admin = await duet.admin();
  await publishText(admin, '<p>Dated</p>');
  for (const [value, words] of [
    [undefined, 'Unknown date'],
    ['x', 'Recently'],
  ] as const) {
    await page.route(isFeed, async (route) => {
      const { body } = await duet.guest.attempt(postsEndpoints['posts.feed']);
      if (body.success) for (const post of body.data.posts) Object.assign(post, { created_at: value });
      await route.fulfill({ json: body });
    });
    await page.goto('/home');
    await expect(cards(page).first().locator('header')).toContainText(words);
    await page.unroute(isFeed);
  }
});
