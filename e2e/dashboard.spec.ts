import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { viewsEndpoints } from '@duet/contract/views/endpoints';
import { toastOf } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { stopTime } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';

test('admins find what they can do; others do not get there [DASH-01..03, DASH-06..10]', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.admin(), '/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByText('Welcome, admin')).toBeVisible();
  const features = page.getByRole('region', { name: 'What you can do here' });
  await expect(features.getByRole('listitem')).toHaveCount(5);
  await expect(features.getByRole('button', { name: 'Media Cleanup' })).toBeVisible();
  await expect(features.getByRole('button', { name: 'Draft Cleanup' })).toBeVisible();
  await features.getByRole('button', { name: 'Manage Users' }).click();
  await page.waitForURL('**/admin/users');
  for (const person of [null, await duet.person()]) {
    const other = await as(person, '/admin');
    await other.waitForURL('**/home');
    await expect(other.getByText('Admin Dashboard')).toHaveCount(0);
  }
});

test('reported comments wait for an admin, who keeps or deletes them', async ({ duet, as }) => {
  const admin = await duet.admin();
  const [ana, ion] = [await duet.person('ana'), await duet.person('ion')];
  const post = await publishText(admin, '<p>Reported under here</p>');
  const ids: string[] = [];
  for (const text of ['Buy cheap watches', 'A harmless word']) {
    const { data } = await ana.api.call(commentsEndpoints['comments.create'], {
      body: { postId: post._id, text },
    });
    ids.push(data.comment._id);
    for (const person of [ion, admin]) {
      await person.api.call(commentsEndpoints['comments.report'], {
        params: { id: data.comment._id },
        body: { reason: 'Spam' },
      });
    }
  }
  const page = await as(admin, '/admin');
  const card = (at: number) => page.locator(`[data-comment-id="${ids[at]}"]`);
  await expect(card(0)).toContainText('Buy cheap watches');
  await expect(card(0)).toContainText(ana.username);
  await expect(card(0)).toContainText('Spam · 2');
  const reporters = card(0).getByRole('list', { name: 'Reported by' }).getByRole('listitem');
  await expect(reporters).toHaveText([new RegExp(`^${ion.username}: Spam`), /^admin: Spam/]);

  await card(0)
    .getByRole('button', { name: /^under a post/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Post Details' })).toContainText('Reported under here');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await card(1).getByRole('button', { name: 'Keep comment' }).click();
  await expect(toastOf(page, 'The comment stays')).toBeVisible();
  await expect(card(1)).toHaveCount(0);
  await card(0).getByRole('button', { name: 'Delete comment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toastOf(page, 'The comment was deleted')).toBeVisible();
  await expect(card(0)).toHaveCount(0);

  const { data } = await ana.api.call(commentsEndpoints['comments.list'], { params: { id: post._id } });
  expect(data.comments.map(({ _id }) => _id)).toEqual([ids[1]]);
});

test('a reported comment that is another one than the admin sees is neither kept nor deleted unseen', async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  const [ana, ion] = [await duet.person('ana'), await duet.person('ion')];
  const post = await publishText(admin, '<p>Reported under here</p>');
  const { data } = await ana.api.call(commentsEndpoints['comments.create'], {
    body: { postId: post._id, text: 'A rude word' },
  });
  const params = { id: data.comment._id };
  const report = (reason: 'Spam' | 'Harassment') =>
    ion.api.call(commentsEndpoints['comments.report'], { params, body: { reason } });
  const edit = (text: string) =>
    ana.api.call(commentsEndpoints['comments.update'], { params, body: { text } });
  await report('Spam');
  const page = await as(admin, '/admin');
  const card = page.locator(`[data-comment-id="${params.id}"]`);
  const keep = card.getByRole('button', { name: 'Keep comment' });
  const changed = card.getByRole('alert').filter({ hasText: 'This has changed meanwhile' });
  await expect(card).toContainText('Spam · 1');

  await report('Harassment');
  await keep.click();
  await expect(changed).toBeVisible();
  await expect(card).toContainText('Harassment · 1');

  await card.getByRole('button', { name: 'Delete comment' }).click();
  await edit('A kind word');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(card).toContainText('A kind word');
  await expect(changed).toBeVisible();

  await keep.click();
  await expect(toastOf(page, 'The comment stays')).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("an admin's own language shows from the first load on, whatever the device's is [SHELL-10]", async ({
  duet,
  as,
}) => {
  const admin = await duet.otherAdmin('admin');
  await admin.api.call(accountsEndpoints['accounts.savePreferences'], { body: { language: 'ro' } });
  const page = await as(admin);
  // The device's texts come last: the person's own are asked for while they are on their way.
  const known = page.waitForResponse((response) => response.url().endsWith('/api/auth/user'));
  await page.route(/\/assets\/en-[^/]+\.js$/, async (route) => {
    await known;
    await route.continue();
  });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Panou de administrare' })).toBeVisible();
});

test('the card of the view tracker shows what was queued before the admin signed in, and sends it [DASH-11..22, DASH-23..29]', async ({
  duet,
  as,
}) => {
  const admin = await duet.otherAdmin('keeper');
  const posts = await Promise.all([1, 2, 3, 4].map((n) => publishText(admin, `<p>Queued ${n}</p>`)));
  const ids = posts.map(({ _id }) => _id);
  const page = await as(null);
  // A guest's device, as it is when they have looked at the feed and not a batch was sent yet.
  await page.addInitScript((queued) => {
    if (localStorage.getItem('duet.views')) return;
    const seen = queued.map((postId) => [postId, Date.now()]);
    const queue = queued.map((postId) => ({ postId, postType: 'richText', source: 'feed' }));
    localStorage.setItem('duet.views', JSON.stringify({ owner: null, seen, queue }));
  }, ids);
  const calls: string[][] = [];
  await page.route('**/api/posts/view', async (route) => {
    calls.push(route.request().postDataJSON().postIds);
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home');
  await page.clock.install();
  await page.goto('/admin');
  const card = page.getByRole('region', { name: 'View tracking' });
  const fact = (name: string) => card.locator(`[data-fact="${name}"]`);
  await expect(fact('queue')).toContainText('4 posts queued · idle');
  await expect(fact('cache')).toContainText('4 posts (8-hour window)');
  await expect(fact('admin')).toContainText('View tracking is disabled for admins');
  await expect(fact('user')).toContainText(admin.username);
  await expect(fact('queued').getByRole('listitem')).toHaveText(ids.slice(0, 3).map((id) => new RegExp(id)));
  await expect(fact('recent').getByRole('listitem')).toHaveText(
    ids
      .slice(1)
      .reverse()
      .map((id) => new RegExp(id)),
  );
  const updated = () => fact('updated').locator('time').getAttribute('datetime');
  await stopTime(page);
  await page.clock.runFor(5000);
  const now = await page.evaluate(() => Date.now());
  await expect.poll(async () => Date.parse((await updated()) ?? '')).toBeGreaterThan(now - 5000);
  const first = Date.parse((await updated()) ?? '');
  const due = first + 5000 - now;
  await page.clock.runFor(due - 1);
  expect(await updated()).toBe(new Date(first).toISOString());
  await page.clock.runFor(1);
  await expect.poll(updated).toBe(new Date(first + 5000).toISOString());
  expect(calls).toEqual([]);
  await page.clock.resume();

  const force = card.getByRole('button', { name: 'Force Send Queue' });
  await force.click();
  await expect.poll(() => calls).toEqual([ids]);
  await expect(force).toBeDisabled();
  await expect(fact('queue')).toContainText('0 posts queued');
  await expect(fact('queued')).toContainText('none');
});

test('the dashboard says how the site is, and how the last days went', async ({ fresh, browser }) => {
  const duet = await fresh();
  const admin = await duet.admin();
  const post = await publishText(admin, '<p>Counted</p>');
  const ana = await duet.person('ana');
  await ana.api.call(viewsEndpoints['views.record'], { body: { postIds: [post._id] } });
  const page = await duet.page(browser, admin);
  await page.goto('/admin');
  const glance = page.getByRole('region', { name: 'At a glance' });
  await expect(glance).toContainText(/Posts\s*1\s*0 drafts/);
  await expect(glance).toContainText(/People\s*2\s*1 admin · 0 deleted/);
  await expect(glance).toContainText(/Comments\s*0/);
  await expect(glance).toContainText(/Storage\s*0 B\s*0 files/);
  await expect(glance).toContainText(/Failed video jobs\s*0/);
  await expect(glance).toContainText(/Last backup\s*never/);
  await expect(glance).toContainText(/Version\s*\d+\.\d+\.\d+/);
  const jobs = page.getByRole('region', { name: 'Background work' });
  await expect(jobs.locator('[data-job="mediaGarbage"]')).toContainText(
    /Removing leftover files\s*Done · .*\d (ms|sec)/,
  );
  await expect(jobs.locator('[data-job="conversions"]')).toContainText('Nothing to do so far');
  await expect(jobs.locator('[data-job="nightlyBackup"]')).toHaveCount(0);
  const charts = page.getByRole('region', { name: 'The last 30 days' });
  await expect(charts.locator('[data-chart="views"]')).toContainText('1 in 30 days');
  await expect(charts.locator('[data-chart="signUps"]')).toContainText('2 in 30 days');
  const rows = charts.getByRole('table', { name: 'Views' }).getByRole('row');
  await expect(rows).toHaveCount(31);
  await expect(rows.last().getByRole('cell')).toHaveText('1');
});
