import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import { cardOf, fail } from './harness/feed.ts';
import { publishGallery, publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

const isPosts = (url: URL) => url.pathname === '/api/posts' && url.searchParams.has('userId');
const isPerson = (url: URL) => /^\/api\/users\/[^/]+$/.test(url.pathname);
const heading = (page: Page, name: string) =>
  page.locator('[data-route]:not([inert])').getByRole('heading', { level: 1, name });
const tiles = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('link');

test("a person's page shows who they are and their posts as a grid and a list, and back keeps the place", async ({
  duet,
  as,
}) => {
  const admin = await duet.otherAdmin('author');
  const reader = await duet.person('reader');
  for (let n = 1; n <= 20; n += 1) await publishText(admin, `Words of day ${n}`, { title: `Day ${n}` });
  const gallery = await publishGallery(admin, 2, { caption: 'By the lake' });

  const page = await as(reader, '/home');
  await cardOf(page, gallery).getByRole('button', { name: admin.username }).first().click();
  await page.getByRole('dialog', { name: 'Profile' }).getByRole('link', { name: '21 posts' }).click();
  await page.waitForURL(`**/people/${admin.id}`);
  await expect(heading(page, admin.username)).toBeAttached();
  const head = page.getByRole('region', { name: admin.username });
  await expect(head).toContainText('21 posts');
  await expect(head).toContainText(/Here since/);

  await expect(tiles(page)).toHaveCount(20);
  await expect(tiles(page).first()).toHaveAccessibleName(/^By the lake/);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(tiles(page)).toHaveCount(21);
  await tiles(page).last().click();
  await page.waitForURL('**/post/*');
  await expect(page.getByText('Words of day 1', { exact: true }).last()).toBeVisible();
  await page.goBack();
  await expect(tiles(page)).toHaveCount(21);

  await page.getByRole('radio', { name: 'List' }).check();
  await expect(cardOf(page, gallery)).toBeVisible();
  await head.getByRole('button', { name: 'Send a message' }).click();
  await expect(page.getByRole('dialog', { name: admin.username })).toBeVisible();
  await page.getByRole('link', { name: admin.username }).click();
  await page.waitForURL(`**/people/${admin.id}`);
});

test("one's own page leads to the profile and says that there is nothing yet", async ({ duet, as }) => {
  const lia = await duet.person('lia');
  const page = await as(lia, '/profile');
  await page.getByRole('link', { name: 'See your page' }).click();
  await page.waitForURL(`**/people/${lia.id}`);
  await expect(page.getByText('No posts yet')).toBeVisible();
  await expect(page.getByText('What you publish shows here.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.waitForURL('**/profile');
});

test('a page that cannot be loaded says so and is tried again', async ({ duet, as }) => {
  const [lia, ana] = [await duet.person('lia'), await duet.person('ana')];
  const page = await as(lia);
  await page.route(isPerson, (route) => fail(route));
  await page.route(isPosts, (route) => fail(route));
  await page.goto(`/people/${ana.id}`);
  const retry = page.getByRole('button', { name: 'Try Again' });
  await expect(retry).toHaveCount(1);
  await page.unroute(isPerson);
  await retry.click();
  await expect(page.getByRole('region', { name: ana.username })).toBeVisible();
  await expect(retry).toBeVisible();
  await page.unroute(isPosts);
  await retry.click();
  await expect(page.getByText(`${ana.username} has not published anything.`)).toBeVisible();
});

test('nobody is at an address of nobody, and a deleted author keeps their posts', async ({ duet, as }) => {
  const admin = await duet.admin();
  const lia = await duet.person('lia');
  const gone = await duet.otherAdmin('gone');
  const post = await publishText(gone, 'What stays', { title: 'Still here' });
  await admin.api.call(accountsEndpoints['accounts.deleteUser'], { params: { id: gone.id } });
  const page = await as(lia, '/people/000000000000000000000000');
  await expect(heading(page, 'There is nobody here')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the feed' }).click();
  await page.waitForURL('**/home');
  await page.goto(`/people/${gone.id}`);
  await expect(page.getByText('This account was deleted.')).toBeVisible();
  await expect(tiles(page)).toHaveAttribute('href', `/post/${post._id}`);
  await expect(page.getByRole('button', { name: 'Send a message' })).toHaveCount(0);
});

test('a guest signs in first and comes back to the page', async ({ duet, as }) => {
  const admin = await duet.admin();
  const page = await as(null, `/people/${admin.id}`);
  await page.waitForURL('**/login**');
});
