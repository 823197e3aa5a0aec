import type { Page } from '@playwright/test';
import { password } from './harness/duet.ts';
import { fail, toastOf } from './harness/feed.ts';
import { picture } from './harness/picture.ts';
import { stopTime, stopTimeAtTimers } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';

const signIn = (page: Page) => page.locator('form').getByRole('button', { name: 'Sign in' });
const createAccount = (page: Page) => page.locator('form').getByRole('button', { name: 'Create account' });
const kept = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries({ ...localStorage })));
const photo = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(picture(300, 300)) };

async function fillLogin(page: Page, username: string, word: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(word);
}

async function fillRegistration(page: Page, username: string, word = password, again = word): Promise<void> {
  await fillLogin(page, username, word);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Confirm password').fill(again);
}

test('signing in: fields, faults, a shown password, and the way to an account [AUTH-01..06]', async ({
  page,
}) => {
  await page.goto('/login');
  const [username, word] = [page.getByLabel('Username'), page.getByLabel('Password', { exact: true })];
  await expect(username).toHaveAttribute('autocomplete', 'username');
  await expect(word).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(word).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(word).toHaveAttribute('type', 'password');

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) asked.push(request.url());
  });
  const faults = page.locator('form').getByRole('alert');
  for (const [name, secret, expected] of [
    ['', '', ['This field is required', 'This field is required']],
    ['  ', 'Secret!', ['This field is required']],
    ['somebody', '', ['This field is required']],
  ] as const) {
    await fillLogin(page, name, secret);
    await signIn(page).click();
    await expect(faults).toHaveText(expected);
  }
  await expect(word).toHaveAttribute('aria-invalid', 'true');
  await expect(username).not.toHaveAttribute('aria-invalid', 'true');
  expect(asked).toEqual([]);

  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/register$/);
});

test('a failed sign-in says so in a red toast for 8 s [AUTH-11..14]', async ({ duet, page }) => {
  const person = await duet.person();
  await page.clock.install();
  await page.goto('/login');
  await fillLogin(page, person.username, 'Wrong-Horse1');
  await stopTime(page);
  const toast = toastOf(page, 'Login failed');
  for (const answered of ['by the server', 'without a text']) {
    if (answered === 'without a text') await page.route('**/api/auth/login', (route) => fail(route, 401));
    await signIn(page).click();
    await expect(toast, answered).toBeVisible();
    await expect(toast).toHaveClass(/toast-danger/);
    const [red = 0, green, blue] = await toast.evaluate((shown) =>
      (getComputedStyle(shown).backgroundColor.match(/\d+/g) ?? []).map(Number),
    );
    expect(red).toBeGreaterThan(2 * Math.max(green ?? 255, blue ?? 255));
    await page.clock.runFor(7999);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1);
    await expect(toast).toHaveCount(0);
  }
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept(page)).not.toContain('duet.token');
});

test('signing in and out: what this device keeps, and never the email [AUTH-07, AUTH-15, AUTH-49, AUTH-50, API-02, ENT-06]', async ({
  duet,
  page,
}) => {
  const person = await duet.person();
  await page.goto('/login');
  const username = person.username.toUpperCase();
  await fillLogin(page, username, person.password);
  const sent = page.waitForRequest('**/api/auth/login');
  await signIn(page).click();
  expect((await sent).method()).toBe('POST');
  expect((await sent).postDataJSON()).toEqual({ username, password: person.password });
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('duet.token'));
  expect(token).toMatch(/^duet_/);

  await page.goto('/profile');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  expect(await kept(page)).toContain(person.username);
  const everything = await page.evaluate(async () => {
    const answer = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const records: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        records.push(name, store, await answer(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        records.push(request.url, await (await cache.match(request))?.text());
    }
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      records,
      history.state,
    ]);
  });
  expect(everything).not.toContain(person.email);

  const told = page.waitForRequest((request) => request.url().endsWith('/api/auth/logout'));
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const call = await told;
  expect(call.method()).toBe('POST');
  expect(call.headers().authorization).toBe(`Bearer ${token}`);
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await kept(page)).not.toMatch(/duet\.(token|user)/);
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/home$/);
});

test('signing out clears this device at once, also when the call fails, and says so [AUTH-51..53]', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person(), '/profile');
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/auth/logout', async (route) => {
    await answer.promise;
    await fail(route);
  });
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await kept(page)).not.toMatch(/duet\.(token|user)/);
  answer.resolve();
  const toast = toastOf(page, 'Failed to sign out. Please try again.');
  await expect(toast).toBeVisible();
  await expect(toast).toHaveClass(/toast-danger/);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('making an account: what each field wants [AUTH-17..20, AUTH-25..36]', async ({ page }) => {
  await page.goto('/register');
  await createAccount(page).click();
  const faults = page.locator('form').getByRole('alert');
  const required = 'This field is required';
  await expect(faults).toHaveText([required, required, 'Password is required', required]);
  const length = 'Username must be 4 to 20 characters';
  for (const [label, value, fault] of [
    ['Username', 'abc', length],
    ['Username', 'a'.repeat(21), length],
    ['Username', 'ab-cd', 'Username may contain only letters, digits and underscores'],
    ['Username', 'a_1b', null],
    ['Email', 'foo', 'Please enter a valid email'],
    ['Email', 'foo@example.org', null],
    ['Password', 'Ab!1x', 'Password must be at least 6 characters'],
    ['Password', 'abcdef!', 'Password must contain at least one capital letter'],
    ['Password', 'Abcdef1', /^Password must contain at least one special character \(.+\)$/],
    ['Password', 'Abcdef!', null],
    ['Confirm password', 'Abcdef?', "Passwords don't match"],
    ['Confirm password', 'Abcdef!', null],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(value);
    if (fault === null) await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    else
      await expect(field).toHaveAccessibleDescription(
        fault instanceof RegExp ? /special character \(/ : new RegExp(fault),
      );
  }
  await expect(faults).toHaveCount(0);
});

test('a new account is signed in and goes on to its photo after 2 s [AUTH-16, AUTH-21..23]', async ({
  duet,
  page,
}) => {
  await duet.admin();
  await page.goto('/register');
  await fillRegistration(page, 'newcomer_1');
  const almost = await stopTimeAtTimers(page);
  const sent = page.waitForRequest('**/api/auth/register');
  await createAccount(page).click();
  expect((await sent).method()).toBe('POST');
  const [username, email] = ['newcomer_1', 'newcomer_1@example.org'];
  expect((await sent).postDataJSON()).toEqual({ username, email, password });
  await expect(toastOf(page, 'Your account is ready')).toHaveClass(/toast-success/);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible();
  await almost(2000);
  await expect(page).toHaveURL(/\/register$/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/setup-profile$/);
});

test('a refused registration warns about what was typed, and alarms about the rest [AUTH-37..42, API-10]', async ({
  duet,
  page,
}) => {
  const person = await duet.person();
  await page.goto('/register');
  await fillRegistration(page, person.username);
  await createAccount(page).click();
  await expect(toastOf(page, 'Username already exists')).toHaveClass(/toast-warning/);
  await page.getByLabel('Username').fill('still_free');
  await createAccount(page).click();
  await expect(toastOf(page, 'Email already registered')).toHaveClass(/toast-warning/);

  const inList = 'Password was found in a list';
  for (const [said, shown, kind, fields] of [
    [inList, inList, 'warning', { password: inList }],
    ['The house is full', 'The house is full', 'danger', undefined],
    [undefined, 'An unexpected error occurred', 'danger', undefined],
  ] as const) {
    await page.route('**/api/auth/register', (route) => fail(route, 400, said, { fields }));
    await createAccount(page).click();
    await expect(toastOf(page, shown)).toHaveClass(new RegExp(`toast-${kind}`));
    await page.unroute('**/api/auth/register');
  }
  await expect(page).toHaveURL(/\/register$/);
});

test('the photo step welcomes, and can be skipped [AUTH-43..46]', async ({ duet, as }) => {
  const person = await duet.person('fresh');
  const page = await as(person, '/setup-profile');
  await expect(page.getByRole('heading', { name: `Welcome, ${person.username}` })).toBeVisible();
  for (const [button, capture] of [
    ['Take a photo', 'user'],
    ['Choose from library', null],
  ] as const) {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: button }).click();
    const input = (await chosen).element();
    expect(await input.getAttribute('accept')).toBe('image/*');
    expect(await input.getAttribute('capture')).toBe(capture);
  }
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.locator('[data-route="/home"]')).toBeVisible();
});

test('an uploaded photo shows, and leads on after 1.5 s [AUTH-47, AUTH-48]', async ({ duet, as }) => {
  const page = await as(await duet.person('pictured'));
  await page.goto('/setup-profile');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose from library' }).click();
  const almost = await stopTimeAtTimers(page);
  await (await chosen).setFiles(photo);
  await expect(toastOf(page, 'Your photo is set.')).toBeVisible();
  await expect(page.getByRole('banner').locator('img[src*="/media/profile/"]')).toBeVisible();
  await almost(1500);
  await expect(page).toHaveURL(/\/setup-profile$/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/home$/);
});
