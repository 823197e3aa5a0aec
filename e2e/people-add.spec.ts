import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import type { Person } from './harness/duet.ts';
import { fail, hold } from './harness/feed.ts';
import { answerFirst, serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const isCreate = (url: URL) => url.pathname === '/api/users';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add a person' });
const add = (page: Page) => dialog(page).getByRole('button', { name: 'Add', exact: true });
const link = (page: Page) => dialog(page).getByRole('textbox', { name: 'One-time password link' });
const nameOf = () => `new_${Math.random().toString(36).slice(2, 9)}`;

async function open(page: Page, username: string, email = ''): Promise<void> {
  await page.getByRole('button', { name: 'Add a person' }).click();
  await dialog(page).getByLabel('Username').fill(username);
  if (email) await dialog(page).getByLabel('Email').fill(email);
}

/** The accounts of this name, as an admin finds them. */
const found = async (admin: Person, username: string) =>
  (await admin.api.call(accountsEndpoints['accounts.users'], { query: { search: username } })).data.users;

/** Answers the calls that add somebody in this way; lists are left alone. */
const onCreate = (page: Page, answer: Parameters<Page['route']>[1]) =>
  page.route(isCreate, (route, request) =>
    request.method() === 'POST' ? answer(route, request) : route.continue(),
  );

test('an admin adds somebody and hands over the link, with which they choose their password', async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  const username = nameOf();
  const page = await as(admin, '/admin/users');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, username, `${username}@example.org`);
  await dialog(page).getByLabel('Role').selectOption('admin');
  await add(page).click();
  await expect(link(page)).toHaveValue(new RegExp(`^${duet.url}/new-password#[\\w-]{43}$`));
  await expect(dialog(page)).toContainText('once, until');
  await dialog(page).getByRole('button', { name: 'Copy link' }).click();
  const url = await link(page).inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(dialog(page)).toHaveCount(0);
  const [user] = await found(admin, username);
  await expect(page.locator(`[data-user-id="${user?._id}"]`)).toContainText('Admin');

  const guest = await as(null, url);
  await guest.getByLabel('New password', { exact: true }).fill('Brand-New1');
  await guest.getByLabel('Confirm new password').fill('Brand-New1');
  await guest.getByRole('button', { name: 'Save and sign in' }).click();
  await guest.waitForURL('**/home');
  await expect(duet.signIn(username, 'Brand-New1')).resolves.toMatchObject({ user: { role: 'admin' } });
});

test('an email is not needed; rules are told at the field, and what is taken keeps the fields', async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  const taken = await duet.person('taken');
  const page = await as(admin, '/admin/users');
  await open(page, 'ana');
  await add(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Username must be 4 to 20 characters');
  await dialog(page).getByLabel('Username').fill(taken.username);
  await dialog(page).getByLabel('Email').fill(taken.email);
  await add(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText([
    'Username already exists',
    'Email already registered',
  ]);
  await expect(dialog(page).getByLabel('Email')).toHaveValue(taken.email);
  await dialog(page).getByLabel('Username').fill(nameOf());
  await dialog(page).getByLabel('Email').fill('');
  await add(page).click();
  await expect(link(page)).toBeVisible();
});

test('what was typed is there after a failure and a reload', async ({ duet, as }) => {
  const username = nameOf();
  const page = await as(await duet.admin(), '/admin/users');
  await onCreate(page, (route) => fail(route, 500));
  await open(page, username);
  await dialog(page).getByLabel('Role').selectOption('admin');
  await add(page).click();
  await expect(dialog(page)).toContainText('could not be added');
  await page.reload();
  await page.getByRole('button', { name: 'Add a person' }).click();
  await expect(dialog(page).getByLabel('Username')).toHaveValue(username);
  await expect(dialog(page).getByLabel('Role')).toHaveValue('admin');
});

test('a double tap adds one person', { tag: '@postgres' }, async ({ duet, as }) => {
  const admin = await duet.admin();
  const username = nameOf();
  const page = await as(admin, '/admin/users');
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && isCreate(new URL(request.url()))) calls += 1;
  });
  await open(page, username);
  await add(page).dblclick();
  await expect(link(page)).toBeVisible();
  expect(calls).toBe(1);
  expect(await found(admin, username)).toHaveLength(1);
});

test('the second click of a double click presses nothing that came in the place of the button', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.admin(), '/admin/users');
  await open(page, nameOf());
  await add(page).click();
  await expect(link(page)).toBeVisible();
  const another = dialog(page).getByRole('button', { name: 'Add another' });
  // What Chromium sends for the second click, wherever the button has moved by then.
  await another.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(link(page)).toBeVisible();
  await another.click();
  await expect(link(page)).toBeHidden();
});

test('after a lost answer it says that the person is there already, and offers the link', {
  tag: '@postgres',
}, async ({ duet, as }) => {
  const admin = await duet.admin();
  const username = nameOf();
  const page = await as(admin, '/admin/users');
  await onCreate(page, async (route) => {
    await serverAnswer(route);
    await route.abort();
  });
  await open(page, username);
  await add(page).click();
  await expect(dialog(page)).toContainText(`${username} is there already`);
  expect(await found(admin, username)).toHaveLength(1);
  await dialog(page).getByRole('button', { name: 'Make a link' }).click();
  await expect(link(page)).toHaveValue(/\/new-password#[\w-]{43}$/);
});

test('a late answer changes nothing in a dialog that was closed and opened anew', async ({ duet, as }) => {
  const admin = await duet.admin();
  const username = nameOf();
  const page = await as(admin, '/admin/users');
  const release = await hold(page, (url) => isCreate(url) && !url.search);
  await open(page, username);
  await add(page).click();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  release();
  await expect.poll(async () => (await found(admin, username)).length).toBe(1);
  await page.getByRole('button', { name: 'Add a person' }).click();
  await expect(add(page)).toBeEnabled();
  await dialog(page).getByLabel('Username').fill(username);
  await add(page).click();
  await expect(dialog(page)).toContainText(`${username} is there already`);
});

test('somebody who is added while the list is still loading stands in it', async ({ duet, as }) => {
  const admin = await duet.admin();
  const username = nameOf();
  const page = await as(admin, '/home');
  const { promise: added, resolve: letListCome } = Promise.withResolvers<void>();
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  await answerFirst(
    page,
    (url) => isCreate(url) && url.searchParams.get('onlyWaiting') === null,
    async (route) => {
      const response = await serverAnswer(route);
      isAsked();
      await added;
      await route.fulfill({ response });
    },
  );
  await page.goto(`${duet.url}/admin/users`);
  await asked;
  await open(page, username);
  await add(page).click();
  await expect(link(page)).toHaveValue(/\/new-password#/);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  letListCome();
  const [user] = await found(admin, username);
  await expect(page.locator(`[data-user-id="${user?._id}"]`)).toContainText(username);
});
