import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { toastOf } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

test('admins find what they can do; others do not get there [DASH-01..03, DASH-06..10]', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.admin(), '/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByText('Welcome, admin')).toBeVisible();
  const features = page.getByRole('region', { name: 'What you can do here' });
  await expect(features.getByRole('listitem')).toHaveCount(4);
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

test("an admin's own language shows from the first load on, whatever the device's is [SHELL-10]", async ({
  duet,
  as,
}) => {
  const admin = await duet.otherAdmin('admin');
  await admin.api.call(accountsEndpoints['accounts.savePreferences'], { body: { language: 'ro' } });
  const page = await as(admin);
  // The device's texts come last: the person's own are asked for while they are on their way.
  await page.route(/\/assets\/en-[^/]+\.js$/, async (route) => {
    await page.waitForResponse((response) => response.url().endsWith('/api/auth/user'));
    await route.continue();
  });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Panou de administrare' })).toBeVisible();
});
