import { postsEndpoints } from '@duet/contract/posts/endpoints';
import { viewsEndpoints } from '@duet/contract/views/endpoints';
import type { Locator, Page, Request } from '@playwright/test';
import { cardOf, cards, fail, hold, isFeed, loginPrompt, pullDown, toastOf } from './harness/feed.ts';
import { publishGallery, publishText } from './harness/posts.ts';
import { stopTime } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';

const detail = (page: Page) => page.locator('[data-route="/post/:id"]').last();
const isDetail = (url: URL) => /^\/api\/posts\/[^/]+$/.test(url.pathname);
const isLike = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/likes');
const likes = (url: URL) => url.pathname === '/api/likes';

test.describe('a post on its own page', () => {
  test('is read by guests and people, whole for people [POST-02, POST-03, SHELL-24]', async ({
    duet,
    as,
  }) => {
    const admin = await duet.admin();
    const text = await publishText(admin, `<p>${'abcdefghi '.repeat(150)}end</p>`, { title: 'Long' });
    const gallery = await publishGallery(admin, 2, { caption: 'Two pictures' });
    for (const person of [null, await duet.person()]) {
      const page = await as(person, `/post/${gallery._id}`);
      await expect(detail(page)).toContainText('Two pictures');
      await expect(detail(page).locator('li img')).toHaveCount(2);
      await page.goto(`/post/${text._id}`);
      await expect(detail(page).getByRole('heading', { name: 'Long' }).first()).toBeVisible();
      const more = detail(page).getByRole('button', { name: 'Read more' });
      if (person) {
        await expect(detail(page)).toContainText('end');
        await expect(more).toHaveCount(0);
        continue;
      }
      await more.click();
      await more.click();
      await expect(loginPrompt(page)).toBeVisible();
      await expect(detail(page)).not.toContainText('end');
    }
  });

  test('is loaded again by pulling down [POST-08]', async ({ duet, page }) => {
    const admin = await duet.admin();
    const post = await publishText(admin, '<p>Pull me</p>');
    await page.goto(`/post/${post._id}`);
    await expect(detail(page)).toContainText('Pull me');
    const change = { params: { id: post._id }, body: { content: '<p>Pulled</p>' } };
    await admin.api.call(postsEndpoints['posts.update'], change);
    await pullDown(page);
    await expect(detail(page)).toContainText('Pulled');
  });

  test('shows a skeleton, says what failed and tries again [POST-09, POST-12]', async ({ duet, page }) => {
    const post = await publishText(await duet.admin(), '<p>At last</p>');
    const release = await hold(page, isDetail);
    await page.goto(`/post/${post._id}`);
    await expect(page.locator('[data-testid="post-skeleton"]')).toHaveCount(1);
    await page.route(isDetail, (route) => fail(route));
    await page.reload();
    release();
    await expect(page.getByText('Failed to fetch post', { exact: true })).toBeVisible();
    await page.unroute(isDetail);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(detail(page)).toContainText('At last');
  });

  test('that the feed knows shows while the server is busy, and a second try comes when the server says', async ({
    duet,
    as,
  }) => {
    const post = await publishText(await duet.admin(), '<p>Known to the feed</p>');
    const page = await as(await duet.person('reader'), '/home');
    const asked: number[] = [];
    await page.route(isDetail, (route) => {
      asked.push(Date.now());
      return route.fulfill({
        status: 503,
        headers: { 'Retry-After': '2' },
        json: { success: false, code: 'OVERLOADED', error: 'The site is very busy' },
      });
    });
    const second = page.waitForResponse((answer) => isDetail(new URL(answer.url())) && asked.length === 2);
    await cardOf(page, post).getByRole('link', { name: 'just now' }).click();
    await page.waitForURL('**/post/**');
    await (await second).finished();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(Number(asked[1]) - Number(asked[0])).toBeGreaterThan(1900);
    await expect(detail(page)).toContainText('Known to the feed');
    await expect(detail(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0);
    await page.unroute(isDetail);
    await page.reload();
    await expect(detail(page)).toContainText('Known to the feed');
  });

  test('is taken in either shape of the answer [POST-10, POST-11]', async ({ duet, page }) => {
    const post = await publishText(await duet.admin(), '<p>In any shape</p>');
    for (const answer of [{ data: { post } }, { post }, { post, data: {} }]) {
      await page.route(isDetail, (route) => route.fulfill({ json: { success: true, ...answer } }));
      await page.goto(`/post/${post._id}`);
      await expect(detail(page)).toContainText('In any shape');
      await page.unroute(isDetail);
    }
  });

  test('that is not there says so [POST-13]', async ({ page }) => {
    await page.goto('/post/01890000-0000-7000-8000-000000000000');
    await expect(page.getByText('Post not found')).toBeVisible();
  });

  test('without an id says so [POST-14]', async ({ page }) => {
    await page.goto('/post/');
    await expect(page.getByText('Post ID is required')).toBeVisible();
  });
});

test.describe('a like', () => {
  test('shows at once and goes once, 500 ms after the last tap [POST-33, POST-36, POST-41, POST-42]', async ({
    duet,
    as,
  }) => {
    const post = await publishText(await duet.admin(), '<p>Like me</p>');
    const page = await as(await duet.person(), '/home');
    const heart = cardOf(page, post).getByRole('button', { name: /^Like/ });
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (isLike(request)) sent.push(request.postDataJSON());
    });
    await expect(heart).toBeVisible();
    await page.clock.install();
    await stopTime(page);
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await page.clock.runFor(400);
    await heart.click();
    await page.clock.runFor(499);
    expect(sent).toEqual([]);
    const answered = page.waitForResponse((response) => isLike(response.request()));
    await page.clock.runFor(1);
    await answered;
    await page.clock.resume();
    await expect(heart).toHaveText('1');
    expect(sent).toEqual([{ postId: post._id }]);
  });

  test('of a person stays: another tap changes nothing [POST-35]', async ({ duet, as }) => {
    const post = await publishText(await duet.admin(), '<p>Once only</p>');
    const page = await as(await duet.person(), '/home');
    const heart = cardOf(page, post).getByRole('button', { name: /^Like/ });
    const answered = page.waitForResponse((response) => isLike(response.request()));
    await heart.click();
    await answered;
    let again = 0;
    page.on('request', (request) => {
      if (isLike(request)) again += 1;
    });
    await heart.click();
    await page.reload();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expect(heart).toHaveText('1');
    expect(again).toBe(0);
  });

  test('of an admin adds one each time [POST-34]', async ({ duet, adminPage: page }) => {
    const post = await publishText(await duet.admin(), '<p>Again and again</p>');
    await page.goto('/home');
    const heart = cardOf(page, post).getByRole('button', { name: /^Like/ });
    for (const count of ['1', '2', '3']) {
      const answered = page.waitForResponse((response) => isLike(response.request()));
      await heart.click();
      await answered;
      await expect(heart).toHaveText(count);
    }
    await page.reload();
    await expect(heart).toHaveText('3');
  });

  test('shows on every copy of the post [POST-36]', async ({ duet, as }) => {
    const post = await publishText(await duet.admin(), '<p>Here and there</p>');
    const page = await as(await duet.person(), '/home');
    await cardOf(page, post).locator('header a').click();
    const answered = page.waitForResponse((response) => isLike(response.request()));
    await detail(page).getByRole('button', { name: /^Like/ }).click();
    await answered;
    await page.goBack();
    await expect(cards(page).first().getByRole('button', { name: 'Liked, 1 like' })).toBeVisible();
  });

  test('is taken back when the call fails [POST-37]', async ({ duet, as }) => {
    const post = await publishText(await duet.admin(), '<p>Not today</p>');
    const page = await as(await duet.person(), '/home');
    const heart = cardOf(page, post).getByRole('button', { name: /^Like/ });
    const answered = Promise.withResolvers<void>();
    await page.route(likes, async (route) => {
      await answered.promise;
      await fail(route);
    });
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    answered.resolve();
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    await expect(heart).toHaveText('');
    await expect(toastOf(page, 'Your like could not be saved')).toBeVisible();
  });

  test('with a dead session opens the login prompt [POST-39]', async ({ duet, as }) => {
    const post = await publishText(await duet.admin(), '<p>Who are you</p>');
    const page = await as(await duet.person(), '/home');
    const heart = cardOf(page, post).getByRole('button', { name: /^Like/ });
    await page.route(likes, (route) => fail(route, 401));
    await heart.click();
    await expect(loginPrompt(page)).toBeVisible();
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
  });
});

test.describe('deleting', () => {
  const remove = async (page: Page) => {
    await page
      .getByRole('button', { name: /^Options/ })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: /^Options/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    return page.getByRole('dialog', { name: 'Delete this post?' });
  };

  test('asks first, then takes the card away at once [POST-25, POST-30]', async ({
    duet,
    adminPage: page,
  }) => {
    const post = await publishText(await duet.admin(), '<p>Gone soon</p>');
    await page.goto('/home');
    const card = cardOf(page, post);
    await (await remove(page)).getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeVisible();
    const release = await hold(page, isDetail);
    await (await remove(page)).getByRole('button', { name: 'Delete' }).click();
    await expect(card).toHaveCount(0);
    release();
    await expect(toastOf(page, 'The post is deleted')).toBeVisible();
    await page.reload();
    await expect(cards(page).filter({ hasText: 'Gone soon' })).toHaveCount(0);
  });

  test('that fails brings the card back and says so [POST-32]', async ({ duet, adminPage: page }) => {
    const post = await publishText(await duet.admin(), '<p>Here to stay</p>');
    await page.goto('/home');
    await page.route(isDetail, (route) => fail(route));
    await (await remove(page)).getByRole('button', { name: 'Delete' }).click();
    await expect(toastOf(page, 'Failed to delete post')).toBeVisible();
    await expect(cardOf(page, post)).toBeVisible();
  });

  test('on its own page leads back [POST-27]', async ({ duet, adminPage: page }) => {
    const post = await publishText(await duet.admin(), '<p>From within</p>');
    await page.goto('/home');
    await cardOf(page, post).locator('header a').click();
    await expect(detail(page)).toContainText('From within');
    await detail(page)
      .getByRole('button', { name: /^Options/ })
      .click();
    await page
      .getByRole('dialog', { name: /^Options/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page
      .getByRole('dialog', { name: 'Delete this post?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(cards(page).filter({ hasText: 'From within' })).toHaveCount(0);
  });
});

test.describe('extra counts', () => {
  const open = async (page: Page, card: Locator, item: 'Set views' | 'Set likes') => {
    await card.getByRole('button', { name: /^Options/ }).click();
    await page.getByRole('button', { name: item }).click();
    return page.getByRole('dialog', { name: item });
  };

  for (const [item, field, path, shown] of [
    ['Set views', 'Extra views', 'set-views', '43 views'],
    ['Set likes', 'Extra likes', 'set-likes', 'Like, 43 likes'],
  ] as const) {
    test(`${item}: checks what is typed, saves it, says what failed [POST-45..50, POST-51, POST-52, POST-57, POST-58, POST-63..66]`, async ({
      duet,
      adminPage: page,
      as,
    }) => {
      const post = await publishText(await duet.admin(), '<p>Counted</p>');
      const reader = await duet.person();
      await reader.api.call(postsEndpoints['posts.like'], { body: { postId: post._id } });
      await reader.api.call(viewsEndpoints['views.record'], { body: { postIds: [post._id] } });
      await page.goto('/home');
      const card = cardOf(page, post);
      await expect(card).toContainText('Real views: 1');
      await expect(card).toContainText('Real likes: 1');
      const dialog = await open(page, card, item);
      const input = dialog.getByLabel(field);
      for (const wrong of ['-1', '1.5', 'x', '']) {
        await input.fill(wrong);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await expect(dialog.getByText('Please enter a valid non-negative number')).toBeVisible();
      }
      await input.fill('42');
      const isSet = (url: URL) => url.pathname.endsWith(path);
      await page.route(isSet, (route) => fail(route, 500, 'No'));
      await dialog.getByRole('button', { name: 'Save' }).click();
      const kind = item === 'Set views' ? 'views' : 'likes';
      await expect(toastOf(page, `Failed to update ${kind}: No`)).toBeVisible();
      await page.unroute(isSet);
      const sent = page.waitForRequest((request) => isSet(new URL(request.url())));
      await dialog.getByRole('button', { name: 'Save' }).click();
      expect((await sent).method()).toBe('PUT');
      expect((await sent).postDataJSON()).toEqual({ [kind]: 42, was: 0 });
      await expect(dialog).toHaveCount(0);
      await expect(card).toContainText(`Real ${kind}: 1`);

      for (const person of [null, await duet.person()]) {
        const other = await as(person);
        // Who looks for long is a view more, for the next one who looks.
        await other.route('**/api/posts/view', (route) => route.abort());
        await other.goto('/home');
        const seen = cardOf(other, post);
        if (kind === 'views') await expect(seen.getByText(shown)).toBeAttached();
        else await expect(seen.getByRole('button', { name: shown })).toBeVisible();
        await expect(seen).not.toContainText('Real');
      }
    });
  }
});

test('an unexpected answer of the feed leaves the app standing', async ({ page }) => {
  await page.route(isFeed, (route) => route.fulfill({ status: 200, body: 'not json' }));
  await page.goto('/home');
  await expect(page.getByText('Failed to fetch posts')).toBeVisible();
});
