import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import { serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const wide = { viewport: { width: 1280, height: 900 } };
const filter = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const search = (page: Page) => page.getByRole('textbox', { name: 'Username or email' });
const rows = (page: Page) => page.locator('[data-user-id]');
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('filter, search and page of the people stand in the address: a reload keeps them, Back walks through them', async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  const [ana, gone] = [await duet.person('ana'), await duet.person('gone')];
  await admin.api.call(accountsEndpoints['accounts.deleteUser'], { params: { id: gone.id } });
  const page = await as(admin, '/admin', wide);
  await page.goto('/admin/users');
  await filter(page, 'Deleted').click();
  await expect(page).toHaveURL(/\/admin\/users\?filter=deleted$/);
  await search(page).fill(gone.username);
  await search(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  expect(query(page)).toEqual({ filter: 'deleted', search: gone.username });

  await page.reload();
  await expect(filter(page, 'Deleted')).toHaveAttribute('aria-pressed', 'true');
  await expect(search(page)).toHaveValue(gone.username);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(gone.username);

  await page.goBack();
  await expect(search(page)).toHaveValue('');
  await expect(filter(page, 'Deleted')).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator(`[data-user-id="${ana.id}"]`)).toBeVisible();
  await page.goForward();
  await expect(filter(page, 'Deleted')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator(`[data-user-id="${ana.id}"]`)).toHaveCount(0);
});

test('the page of the people stands in the address; a filter begins at the first', async ({ duet, as }) => {
  const page = await as(await duet.admin(), undefined, wide);
  await page.route(
    (url) => url.pathname === '/api/users',
    async (route) => {
      const response = await serverAnswer(route);
      const answer = await response.json();
      const currentPage = Number(new URL(route.request().url()).searchParams.get('page'));
      const more = { hasPreviousPage: currentPage > 1, hasNextPage: currentPage < 3 };
      Object.assign(answer.data.pagination, { currentPage, totalPages: 3, totalUsers: 120, ...more });
      await route.fulfill({ response, json: answer });
    },
  );
  await page.goto('/admin/users?page=2');
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?page=3$/);
  await page.goBack();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await filter(page, 'Admins').click();
  await expect(page).toHaveURL(/\/admin\/users\?filter=admins$/);
});

test('a wrong value in the address falls back', async ({ duet, as }) => {
  const page = await as(await duet.admin(), '/admin/users?filter=nobody&page=-3&search=', wide);
  await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page).first()).toBeVisible();
  await page.goto('/admin/users?page=9999');
  await expect(rows(page).first()).toBeVisible();
  await expect(page).not.toHaveURL(/9999/);
});

test('leaving the people and coming back shows what was chosen', async ({ duet, as }) => {
  const page = await as(await duet.admin(), '/admin/users?filter=admins', wide);
  await expect(filter(page, 'Admins')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('banner').getByRole('link', { name: 'Duet' }).click();
  await page.waitForURL('**/home');
  await page.goBack();
  await expect(page).toHaveURL(/filter=admins$/);
  await expect(filter(page, 'Admins')).toHaveAttribute('aria-pressed', 'true');
});

test('the filters of activity and audit stand in the address', async ({ duet, as }) => {
  const admin = await duet.admin();
  const page = await as(admin, '/admin/activity');
  await page.getByRole('button', { name: 'All activity' }).click();
  await expect(page).toHaveURL(/\/admin\/activity\?filter=all$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'All activity' })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Comments only' })).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/admin/audit');
  await page.getByRole('radio', { name: 'Sign-ins' }).check();
  await page.getByRole('textbox', { name: 'Who or whom' }).fill(admin.username);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${duet.url}/admin/audit?filter=signIns&person=${admin.username}`);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Sign-ins' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Who or whom' })).toHaveValue(admin.username);
  await page.goto('/admin/audit?filter=nothing');
  await expect(
    page
      .getByRole('list', { name: 'Lines of the audit' })
      .or(page.getByRole('heading', { name: 'Nothing here' })),
  ).toBeVisible();
});
