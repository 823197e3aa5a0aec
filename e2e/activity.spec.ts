import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page, Request } from '@playwright/test';
import type { Person } from './harness/duet.ts';
import { fail, toastOf } from './harness/feed.ts';
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
  await page.goto('/admin/activity');
  await marked;
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
  await page.clock.runFor(6000);
  await expect(toast).toBeVisible();
  await page.clock.runFor(2100);
  await expect(toast).toHaveCount(0);
  await page.clock.resume();

  await page.unroute(isActivity);
  await page.route(isActivity, (route) => fail(route, 500, 'Please be patient'));
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

test('the unread count is asked for every 234 s, by admins only [ACT-31, ACT-32, ACT-42]', async ({
  duet,
  as,
}) => {
  const [admin, ana] = [await duet.otherAdmin('poll_admin'), await duet.person('ana')];
  const isCount = (url: URL) => url.pathname === '/api/admin/activity/unread-count';
  for (const [person, asks] of [
    [admin, true],
    [ana, false],
  ] as const) {
    const page = await as(person, undefined, { serviceWorkers: 'block' });
    await page.route(
      (url) => url.pathname === '/api/events',
      (route) => route.abort(),
    );
    await page.clock.install();
    let asked = 0;
    let answered = 0;
    page.on('request', (request) => {
      if (isCount(new URL(request.url()))) asked += 1;
    });
    const ended = (request: Request) => {
      if (isCount(new URL(request.url()))) answered += 1;
    };
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
    await page.goto('/home');
    await expect(page.locator('header').getByRole('button', { name: /^Messages/ })).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    if (asks) await expect.poll(() => asked).toBeGreaterThan(0);
    else expect(asked).toBe(0);
    if (asks) {
      // The time until the next one begins with the answer.
      await expect.poll(() => asked - answered).toBe(0);
      const before = asked;
      await page.clock.runFor(234_000);
      await expect.poll(() => asked).toBeGreaterThan(before);
      // No more often: at most twice more in the time of one and a half.
      expect(asked - before).toBeLessThanOrEqual(2);
    } else {
      await page.clock.runFor(500_000);
      expect(asked).toBe(0);
    }
  }
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
