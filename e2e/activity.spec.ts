import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page, Request } from '@playwright/test';
import type { Person } from './harness/duet.ts';
import { fail, toastOf } from './harness/feed.ts';
import { setVisible } from './harness/messages.ts';
import { publishText } from './harness/posts.ts';
import { stopTime } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';

const isActivity = (url: URL) => url.pathname === '/api/admin/activity';
const cards = (page: Page, type?: string) =>
  page.locator(type ? `[data-activity-type="${type}"]` : '[data-activity-type]');

async function comment(person: Person, postId: string, text: string): Promise<string> {
  const { data } = await person.api.call(commentsEndpoints['comments.create'], { body: { postId, text } });
  return data.comment._id;
}

test('the activity shows comments, or everything, and opens the post [ACT-04..14, ACT-16, ACT-30]', async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  const [ana, ion] = [await duet.person('ana'), await duet.person('ion')];
  const post = await publishText(admin, '<p>A long weekend by the sea</p>');
  const id = await comment(ana, post._id, 'What a lovely place');
  await ion.api.call(postsEndpoints['posts.like'], { body: { postId: post._id } });
  await ion.api.call(commentsEndpoints['comments.like'], { params: { id }, body: { action: 'like' } });
  await admin.api.call(commentsEndpoints['comments.like'], { params: { id }, body: { action: 'dislike' } });

  const page = await as(admin);
  await page.addInitScript(() => {
    addEventListener('activityMarkedRead', () => {
      document.documentElement.dataset.markedRead = 'yes';
    });
  });
  const marked = page.waitForRequest((request) => request.url().endsWith('/api/admin/activity/mark-read'));
  const listed = page.waitForResponse((response) => isActivity(new URL(response.url())));
  await page.goto('/admin/activity');
  const { activities } = await (await listed).json();
  expect((await marked).postDataJSON()).toEqual({ upTo: activities[0].created_at });
  await expect(page.locator('html')).toHaveAttribute('data-marked-read', 'yes');

  const first = cards(page, 'comment').first();
  await expect(first).toContainText(ana.username);
  await expect(first).toContainText('What a lovely place');
  await expect(first.locator('time')).toHaveText(/just now|minute/);
  await expect(page.getByRole('button', { name: 'Comments only' })).toHaveAttribute('aria-pressed', 'true');
  await expect(cards(page, 'like')).toHaveCount(0);

  // Marking as read is news as well, and what is shown may be asked for again meanwhile.
  const all = page.waitForRequest((request) => {
    const url = new URL(request.url());
    return isActivity(url) && url.searchParams.get('filter') === 'all';
  });
  await page.getByText('All activity').click();
  await all;
  await expect(cards(page, 'like').first()).toContainText('A long weekend by the sea');
  await expect(cards(page, 'comment_like').first()).toContainText(ion.username);
  await expect(cards(page, 'comment_dislike').first()).toContainText(admin.username);

  const loaded = page.waitForRequest((request) => request.url().endsWith(`/api/posts/${post._id}`));
  await cards(page, 'like').first().click();
  await loaded;
  const modal = page.getByRole('dialog', { name: 'Post Details' });
  await expect(modal).toContainText('A long weekend by the sea');
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(modal).toHaveCount(0);
});

test('a post that does not load can be tried again [ACT-15, POST-15..18]', async ({ duet, as }) => {
  const admin = await duet.admin();
  const post = await publishText(admin, '<p>Once more</p>');
  await comment(await duet.person(), post._id, 'hello');
  const page = await as(admin, '/admin/activity');
  const isPost = (url: URL) => url.pathname === `/api/posts/${post._id}`;
  await page.route(isPost, (route) => fail(route, 500));
  await cards(page).first().click();
  const modal = page.getByRole('dialog', { name: 'Post Details' });
  await expect(modal).toContainText('Error loading post');
  await expect(modal).toContainText('Failed to load post');
  await expect(modal).toContainText('Failed to load post');
  await page.unroute(isPost);
  await modal.getByRole('button', { name: 'Try Again' }).click();
  await expect(modal).toContainText('Once more');
});

test('nothing happened yet, or nothing came [ACT-17..20]', async ({ duet, as }) => {
  const page = await as(await duet.admin());
  await page.clock.install();
  const stopped = Promise.withResolvers<void>();
  await page.route(isActivity, async (route) => {
    await stopped.promise;
    await fail(route, 500);
  });
  await page.goto('/admin/activity');
  await stopTime(page);
  stopped.resolve();
  const toast = toastOf(page, 'Failed to load activities');
  // What is heard of an answer waits for a timer, so time passes in small steps until the toast is there.
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return toast.count();
    })
    .toBe(1);
  await expect(toast).toHaveAttribute('data-color', 'danger');
  // Of its 8 s the steps above may have taken a few already.
  await page.clock.runFor(7900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(100);
  await expect(toast).toHaveCount(0);
  await page.clock.resume();

  await page.unroute(isActivity);
  await page.route(isActivity, (route) => fail(route, 429, 'Please be patient'));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(toastOf(page, 'Please be patient')).toHaveAttribute('data-color', 'warning');

  await page.unroute(isActivity);
  await page.route(isActivity, (route) =>
    route.fulfill({
      json: {
        success: true,
        activities: [],
        data: { pagination: { page: 1, limit: 50, totalCount: 0, hasMore: false } },
      },
    }),
  );
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No Activity Yet')).toBeVisible();
});

test('the unread count is asked for every 234 s and never twice within 3 s, by admins only [ACT-31..33, ACT-42]', async ({
  duet,
  as,
}) => {
  const [admin, ana] = [await duet.otherAdmin('poll_admin'), await duet.person('ana')];
  let unreadCount = 7;
  const underWay = new Set<Request>();
  const opened = async (person: Person) => {
    const page = await as(person, undefined, { serviceWorkers: 'block' });
    await page.route('**/api/events', (route) => route.fulfill({ status: 503, body: '' }));
    page.on('request', (request) => underWay.add(request));
    page.on('requestfinished', (request) => underWay.delete(request));
    page.on('requestfailed', (request) => underWay.delete(request));
    await page.route('**/api/admin/activity/unread-count', (route) =>
      route.fulfill({ json: { success: true, data: { unreadCount } } }),
    );
    await page.clock.install();
    // When the page asked for the count, by its own clock.
    await page.addInitScript(() => {
      const asked: number[] = [];
      Object.assign(window, { asked });
      const fetch = window.fetch;
      window.fetch = (...call) => {
        if (String(call[0]).endsWith('/api/admin/activity/unread-count')) asked.push(Date.now());
        return fetch(...call);
      };
    });
    await page.goto('/home');
    await expect(page.locator('header').getByRole('button', { name: /^Messages/ })).toBeVisible();
    return page;
  };
  const askedBy = (page: Page) => page.evaluate(() => (window as unknown as { asked: number[] }).asked);

  const page = await opened(admin);
  const badge = page.locator('header').getByRole('button', { name: /^Activity/ });
  await expect(badge).toHaveAccessibleName('Activity, 7 new');
  await stopTime(page);
  // Calls that are on their way would run out of time with the clock.
  const jump = async (ms: number) => {
    await expect.poll(() => underWay.size).toBe(0);
    await page.clock.fastForward(ms);
  };
  /** What is heard of an answer waits for a timer. */
  const shows = (count: number) =>
    expect
      .poll(async () => {
        await page.clock.runFor(10);
        return badge.getAttribute('aria-label');
      })
      .toBe(`Activity, ${count} new`);
  // The first one is due when the page began to ask, which a slow machine puts anywhere.
  const polls = (await askedBy(page)).length + 1;
  unreadCount = 8;
  await jump(234_000);
  await expect.poll(async () => (await askedBy(page)).length).toBe(polls);
  // The next is counted from the answer, which the page hears between now and when it shows it.
  const [asked = Number.NaN] = (await askedBy(page)).slice(-1);
  await shows(8);
  const shownAt = await page.evaluate(() => Date.now());
  await jump(asked + 233_950 - shownAt);
  expect(await askedBy(page)).toHaveLength(polls);
  unreadCount = 9;
  await jump(shownAt - asked + 50);
  await expect.poll(async () => (await askedBy(page)).length).toBe(polls + 1);
  await shows(9);

  const polled = polls + 1;
  const comeBack = async (times: number) => {
    await setVisible(page, false);
    await setVisible(page, true);
    await expect.poll(async () => (await askedBy(page)).length).toBe(times);
  };
  await comeBack(polled);
  await page.clock.runFor(2800);
  await comeBack(polled);
  await page.clock.runFor(200);
  await comeBack(polled + 1);

  const other = await opened(ana);
  await stopTime(other);
  await other.clock.runFor(500_000);
  expect(await askedBy(other)).toEqual([]);
});

test('the choice between comments and everything stays while one looks at a post [ACT-43]', async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  const post = await publishText(admin, '<p>Chosen</p>');
  await comment(await duet.person(), post._id, 'a word');
  const page = await as(admin, '/admin/activity');
  const all = page.getByRole('button', { name: 'All activity' });
  await all.click();
  await expect(all).toHaveAttribute('aria-pressed', 'true');
  await cards(page, 'comment').first().click();
  await page.getByRole('dialog', { name: 'Post Details' }).getByRole('button', { name: 'Close' }).click();
  await expect(all).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Comments only' })).toHaveAttribute('aria-pressed', 'false');
});
