import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import { fail, toastOf } from './harness/feed.ts';
import { serverAnswer } from './harness/requests.ts';
import { staysFor, stopTime } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';

const wide = { viewport: { width: 1280, height: 900 } };
const rowOf = (page: Page, id: string) => page.locator(`[data-user-id="${id}"]`);
const isList = (url: URL) => url.pathname === '/api/users';
const isUser = (url: URL) => /^\/api\/users\/[^/]+(\/restore)?$/.test(url.pathname);

/** The queries of the list, as they are sent from now on. */
function watchLists(page: Page): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (isList(url)) asked.push(url.searchParams);
  });
  return asked;
}

/** Answers every matching call that changes something as if it failed: by the server, or by the network. */
async function breakChanges(page: Page, how: 'refused' | 'lost' | 'said') {
  await page.unroute(isUser).catch(() => {});
  await page.route(isUser, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    return how === 'lost' ? route.abort() : fail(route, 500, how === 'said' ? 'The disk is full' : undefined);
  });
}

test('people are listed, searched and filtered [USERS-01, USERS-12..30, USERS-62..69]', {
  tag: '@postgres',
}, async ({ duet, as }) => {
  // Made now, so that they stand on the first page however many people other tests have made.
  const admin = await duet.otherAdmin();
  const [ana, gone] = [await duet.person('ana'), await duet.person('gone')];
  await admin.api.call(accountsEndpoints['accounts.deleteUser'], { params: { id: gone.id } });
  const page = await as(admin, undefined, wide);
  const asked = watchLists(page);
  await page.goto('/admin/users');

  const created = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
  for (const [person, role, status, deed] of [
    [ana, 'User', 'Active', 'Delete'],
    [gone, 'User', 'Deleted', 'Restore'],
    [admin, 'Admin', 'You', 'Delete'],
  ] as const) {
    const row = rowOf(page, person.id);
    await expect(row.getByRole('cell')).toHaveText([
      new RegExp(`${person.username}\\s*${person.email}$`),
      role,
      created.format(new Date(person.user.created_at)),
      status,
      '',
    ]);
    await expect(row.locator('time')).toHaveAttribute('datetime', person.user.created_at);
    const actions = row.getByRole('button');
    await expect(actions).toHaveCount(2);
    for (const [at, name] of [`Edit ${person.username}`, `${deed} ${person.username}`].entries()) {
      await expect(actions.nth(at)).toHaveAccessibleName(name);
      await expect(actions.nth(at)).toBeEnabled({ enabled: person !== admin });
    }
  }
  await expect(page.getByRole('columnheader').filter({ hasText: /./ })).toHaveText([
    'User',
    'Role',
    'Created',
    'Status',
    'Actions',
  ]);
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    page: '1',
    limit: '50',
    search: '',
    includeDeleted: 'true',
  });

  const search = page.getByRole('textbox', { name: 'Username or email' });
  await search.fill(ana.username);
  await search.press('Enter');
  await expect(page.locator('[data-user-id]')).toHaveCount(1);
  await expect(rowOf(page, ana.id)).toBeVisible();
  await search.fill(gone.email);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(rowOf(page, gone.id)).toBeVisible();
  await expect(page.locator('[data-user-id]')).toHaveCount(1);
  await search.fill('nobody at all');
  await search.press('Enter');
  await expect(page.getByText('Nobody was found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rowOf(page, ana.id)).toBeVisible();
  await expect(search).toHaveValue('');

  let shown = asked[0]?.toString();
  const choose = async (name: string) => {
    // The request that the tap makes: not an answer to an earlier one, nor the same list once more.
    const request = page.waitForRequest((sent) => {
      const url = new URL(sent.url());
      return isList(url) && url.searchParams.toString() !== shown;
    });
    await page.getByRole('button', { name, exact: true }).click();
    await (await request).response();
    const { searchParams } = new URL((await request).url());
    shown = searchParams.toString();
    return Object.fromEntries(searchParams);
  };
  expect(await choose('Admins')).toMatchObject({ role: 'admin', includeDeleted: 'true' });
  await expect(rowOf(page, ana.id)).toHaveCount(0);
  expect(await choose('Deleted')).toMatchObject({ onlyDeleted: 'true' });
  await expect(rowOf(page, gone.id)).toBeVisible();
  await expect(rowOf(page, ana.id)).toHaveCount(0);
  const today = await choose('Today');
  const midnight = await page.evaluate(() => new Date().setHours(0, 0, 0, 0));
  expect(today.createdAfter).toBe(new Date(midnight).toISOString());
  const recent = await choose('Last 3 Days');
  expect(recent.createdAfter).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
  expect(Date.now() - Date.parse(recent.createdAfter ?? '')).toBeGreaterThanOrEqual(72 * 3_600_000);
  expect(Date.now() - Date.parse(recent.createdAfter ?? '')).toBeLessThan(72 * 3_600_000 + 60_000);
  expect(await choose('All')).not.toHaveProperty('createdAfter');
});

test("one's own account is out of reach; on a phone people are cards [USERS-45..49, USERS-25]", async ({
  duet,
  as,
}) => {
  const admin = await duet.otherAdmin();
  const page = await as(admin, '/admin/users');
  const own = rowOf(page, admin.id).getByRole('button');
  await expect(own).toHaveCount(2);
  await expect(own.nth(0)).toBeDisabled();
  await expect(own.nth(0)).toHaveAttribute('title', 'Cannot edit your own account');
  await expect(own.nth(1)).toBeDisabled();
  await expect(own.nth(1)).toHaveAttribute('title', 'Cannot modify your own account');
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('pages of 50 with Previous and Next [USERS-31..33]', { tag: '@postgres' }, async ({ duet, as }) => {
  const page = await as(await duet.admin(), undefined, wide);
  await page.route(isList, async (route) => {
    const response = await serverAnswer(route);
    const answer = await response.json();
    const currentPage = Number(new URL(route.request().url()).searchParams.get('page'));
    answer.data.pagination = {
      ...answer.data.pagination,
      currentPage,
      totalPages: 2,
      totalUsers: 51,
      hasPreviousPage: currentPage > 1,
      hasNextPage: currentPage < 2,
    };
    await route.fulfill({ response, json: answer });
  });
  await page.goto('/admin/users');
  await expect(page.getByText('51 people')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
});

test('a person is edited: role, password, and what goes wrong [USERS-34..44, USERS-55, USERS-58, USERS-59, USERS-89..94]', {
  tag: '@postgres',
}, async ({ duet, as }) => {
  const ana = await duet.person('ana');
  const page = await as(await duet.admin(), undefined, wide);
  await page.clock.install();
  await page.goto('/admin/users');
  const dialog = page.getByRole('dialog', { name: `Edit ${ana.username}` });
  const password = dialog.getByLabel('New password');
  const save = dialog.getByRole('button', { name: 'Save changes' });
  const open = async () => {
    await page.getByRole('button', { name: `Edit ${ana.username}` }).click();
    await expect(password).toHaveAttribute('minlength', '6');
  };

  await open();
  await save.click();
  await expect(toastOf(page, 'No changes to save')).toHaveAttribute('data-color', 'warning');
  await expect(dialog).toHaveCount(0);

  await open();
  const role = dialog.getByLabel('Role');
  await expect(role).toHaveValue('user');
  expect(
    await role.locator('option').evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value)),
  ).toEqual(['user', 'admin']);
  await expect(role.locator('option')).toHaveText(['User', 'Admin']);
  await stopTime(page);
  await password.fill('abcdef!');
  await save.click();
  await staysFor(page, 'Password must contain at least one capital letter', 'danger', 3000);
  await password.fill('');
  await role.selectOption('admin');
  for (const [how, text] of [
    ['refused', 'Failed to update user'],
    ['said', 'The disk is full'],
  ] as const) {
    await breakChanges(page, how);
    await save.click();
    await staysFor(page, text, 'danger', 3000);
  }
  await page.clock.resume();
  await breakChanges(page, 'lost');
  await save.click();
  await expect(toastOf(page, 'Error updating user')).toHaveAttribute('data-color', 'danger');
  await page.unroute(isUser);
  await stopTime(page);
  await password.fill('Another!1');
  await save.click();
  await staysFor(page, 'User updated successfully', 'success', 3000);
  await page.clock.resume();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, ana.id).getByRole('cell').nth(1)).toHaveText('Admin');
  await expect(duet.signIn(ana.username, 'Another!1')).resolves.toMatchObject({ user: { role: 'admin' } });
});

test('a person is deleted and restored, after a question [USERS-50..54, USERS-60, USERS-61, USERS-85..88]', {
  tag: '@postgres',
}, async ({ duet, as }) => {
  const ana = await duet.person('ana');
  const page = await as(await duet.admin(), '/admin/users', wide);
  const question = (deed: 'Delete' | 'Restore') =>
    page.getByRole('dialog', { name: `${deed} ${ana.username}?` });
  const press = async (deed: 'Delete' | 'Restore') => {
    await page.getByRole('button', { name: `${deed} ${ana.username}` }).click();
    await question(deed).getByRole('button', { name: deed, exact: true }).click();
  };
  const fails = async (deed: 'Delete' | 'Restore', texts: readonly [string, string]) => {
    for (const [at, how] of (['refused', 'lost'] as const).entries()) {
      await breakChanges(page, how);
      await press(deed);
      // First what goes away by itself after 3 s.
      await expect(toastOf(page, texts[at] ?? '')).toHaveAttribute('data-color', 'danger');
      await expect(question(deed)).toHaveCount(0);
    }
    await page.unroute(isUser);
  };

  await page.getByRole('button', { name: `Delete ${ana.username}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, ana.id)).toContainText('Active');
  await fails('Delete', ['Failed to delete user', 'Error deleting user']);
  await press('Delete');
  await expect(question('Delete')).toHaveCount(0);
  await expect(rowOf(page, ana.id)).toContainText('Deleted');
  await expect(duet.signIn(ana.username)).rejects.toThrow('Login failed');
  await fails('Restore', ['Failed to restore user', 'Error restoring user']);
  await press('Restore');
  await expect(question('Restore')).toHaveCount(0);
  await expect(rowOf(page, ana.id)).toContainText('Active');
  await expect(duet.signIn(ana.username)).resolves.toMatchObject({ id: ana.id });
});

test('a list that does not come says so and offers another try [USERS-83, USERS-84, USERS-93]', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.admin(), undefined, wide);
  await page.route(isList, (route) => fail(route, 500));
  await page.goto('/admin/users');
  await expect(toastOf(page, 'Failed to load users')).toHaveAttribute('data-color', 'danger');
  await page.unroute(isList);
  await page.route(isList, (route) => route.abort());
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(toastOf(page, 'Error loading users')).toHaveAttribute('data-color', 'danger');
  await page.unroute(isList);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.locator('[data-user-id]').first()).toBeVisible();
});

test('an admin makes a one-time link by which somebody sets a new password', async ({ duet, as }) => {
  const ana = await duet.person('ana');
  const page = await as(await duet.admin(), '/admin/users', wide);
  await page.getByRole('button', { name: `Edit ${ana.username}` }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByRole('textbox', { name: 'One-time password link' }).inputValue();
  expect(link).toContain(`${duet.url}/new-password#`);
  const guest = await as(null, link);
  await guest.getByLabel('New password', { exact: true }).fill('Brand-New1');
  await guest.getByLabel('Confirm new password').fill('Brand-New1');
  await guest.getByRole('button', { name: 'Save and sign in' }).click();
  await guest.waitForURL('**/home');
  await expect(duet.signIn(ana.username, 'Brand-New1')).resolves.toMatchObject({ id: ana.id });
});

test('nobody but admins gets to the user management [USERS-02, USERS-03]', async ({ duet, as }) => {
  for (const person of [null, await duet.person()]) {
    const page = await as(person, '/admin/users');
    await page.waitForURL('**/home');
    await expect(page.locator('[data-user-id]')).toHaveCount(0);
  }
});

test('what was typed of a person or an invitation is not lost without a question', async ({ duet, as }) => {
  const ana = await duet.person('ana');
  const page = await as(await duet.admin(), '/admin/users', wide);
  const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
  for (const [button, title, label] of [
    [`Edit ${ana.username}`, `Edit ${ana.username}`, 'Name'],
    [`Edit ${ana.username}`, `Edit ${ana.username}`, 'New password'],
    ['Invite', 'Invitations', 'Note'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    const form = page.getByRole('dialog', { name: title });
    const field = form.getByLabel(label, { exact: true });
    await field.fill('Typed words');
    await field.press('Escape');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(field).toHaveValue('Typed words');
    await form.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(form).toHaveCount(0);
  }
});
