import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import type { Page } from '@playwright/test';
import { fail, toastOf } from './harness/feed.ts';
import { picture } from './harness/picture.ts';
import { unasked } from './harness/push.ts';
import { serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const isPreferences = (url: URL) => url.pathname === '/api/users/preferences';
const section = (page: Page, title: string) => page.getByRole('region', { name: title });
const setting = (page: Page, name: string) => page.getByRole('switch', { name });

async function choosePhoto(page: Page, button: string, name: string, mimeType: string, buffer: Buffer) {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chosen).setFiles({ name, mimeType, buffer });
}

test('the profile has photo, email, settings, password and the way out [PROF-01..04, PROF-07, PROF-08]', async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  const page = await as(person);
  await unasked(page);
  await page.goto('/profile');
  const email = page.getByLabel('Email');
  await expect(email).toHaveValue(person.email);
  await expect(email).toHaveAttribute('readonly', '');
  for (const button of ['Take a photo', 'Choose from library', 'Sign out']) {
    await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled();
  }
  await expect(section(page, 'Change password').locator('input')).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Română' })).toBeVisible();
  await expect(setting(page, 'Push notifications')).toBeChecked();
});

test('language and notifications are kept, off for one week as well [PROF-03..06, SHELL-10]', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person());
  await unasked(page);
  await page.goto('/profile');
  const saved = () =>
    page.waitForResponse(
      (response) => isPreferences(new URL(response.url())) && response.request().method() === 'POST',
    );
  await expect(setting(page, 'Disable for one week')).not.toBeChecked();
  let answered = saved();
  await page.getByText('Disable for one week').click();
  expect((await answered).request().postDataJSON()).toEqual({ disable_for_week: true });
  const until = new Date(Date.now() + 7 * 24 * 3600_000);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(until);
  await expect(page.getByText(`Off until ${day}`)).toBeVisible();

  answered = saved();
  await page.getByText('Push notifications').click();
  expect((await answered).request().postDataJSON()).toEqual({ notifications_push: false });
  await expect(setting(page, 'Disable for one week')).toBeDisabled();
  answered = saved();
  await page.getByRole('radio', { name: 'Română' }).click();
  await answered;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Schimbă parola' })).toBeVisible();
  await expect(page.getByRole('switch').first()).toBeEnabled();
  await expect(page.getByRole('switch').first()).not.toBeChecked();
});

test('settings that were not kept come back, and say so [PROF-24]', async ({ duet, as }) => {
  const page = await as(await duet.person());
  await unasked(page);
  await page.goto('/profile');
  await expect(setting(page, 'Push notifications')).toBeChecked();
  await page.route(isPreferences, (route) => fail(route));
  const toast = toastOf(page, 'Failed to update preferences');
  for (const [changed, unchanged] of [
    [page.getByText('Push notifications'), setting(page, 'Push notifications')],
    [page.getByRole('radio', { name: 'Română' }), page.getByRole('radio', { name: 'English' })],
  ] as const) {
    await changed.click();
    await expect(toast).toHaveClass(/toast-danger/);
    await expect(unchanged).toBeChecked();
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
  }
});

test('settings that are changed in quick succession stay as they were chosen, in whatever order the answers come', async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  const page = await as(person);
  await unasked(page);
  await page.goto('/profile');
  await expect(setting(page, 'For new posts too')).toBeEnabled();
  const release = Promise.withResolvers<void>();
  await page.route(isPreferences, async (route) => {
    const change = route.request().postDataJSON() ?? {};
    if ('disable_for_week' in change) return fail(route);
    if (!('notifications_posts' in change)) return route.continue();
    const response = await serverAnswer(route);
    await release.promise;
    return route.fulfill({ response });
  });
  for (const name of ['For new posts too', 'Show what was written', 'Disable for one week']) {
    await page.getByText(name).click();
    await expect(setting(page, name)).toBeChecked();
  }
  release.resolve();
  await expect(toastOf(page, 'Failed to update preferences')).toBeVisible();
  await expect(setting(page, 'Disable for one week')).not.toBeChecked();
  const kept = async () => (await person.api.call(accountsEndpoints['accounts.preferences'])).data;
  await expect.poll(kept).toMatchObject({ notifications_posts: true, notifications_text: true });
  await expect(setting(page, 'For new posts too')).toBeChecked();
  await expect(setting(page, 'Show what was written')).toBeChecked();
});

test('a new password is checked, saved, and the old one is over [PROF-13, PROF-16..23]', async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  const page = await as(person, '/profile');
  const form = section(page, 'Change password');
  const change = async (word: string, again: string) => {
    await form.getByLabel('New password', { exact: true }).fill(word);
    await form.getByLabel('Confirm new password').fill(again);
    await form.getByRole('button', { name: 'Change password' }).click();
  };
  for (const [word, again, fault] of [
    ['', '', 'Please fill in all fields.'],
    ['Abcdef!', '', 'Please fill in all fields.'],
    ['Abcdef!', 'Abcdef?', 'Passwords do not match.'],
    ['Ab!1x', 'Ab!1x', 'Password must be at least 6 characters'],
    ['abcdef!', 'abcdef!', 'Password must contain at least one capital letter'],
    ['Abcdef1', 'Abcdef1', 'Password must contain at least one special character ('],
  ] as const) {
    await change(word, again);
    await expect(form.getByRole('alert')).toContainText(fault);
  }
  const isChange = (url: URL) => url.pathname === `/api/users/${person.id}`;
  for (const [said, shown] of [
    ['That one is too well known', 'That one is too well known'],
    [undefined, 'An error occurred. Please try again.'],
  ] as const) {
    await page.route(isChange, (route) => fail(route, 400, said));
    await change('Better-Horse2', 'Better-Horse2');
    await expect(toastOf(page, shown)).toHaveClass(/toast-danger/);
    await page.unroute(isChange);
  }
  const sent = page.waitForRequest((request) => isChange(new URL(request.url())));
  await change('Better-Horse2', 'Better-Horse2');
  expect((await sent).method()).toBe('PATCH');
  expect((await sent).postDataJSON()).toEqual({ password: 'Better-Horse2' });
  await expect(toastOf(page, 'Your password was changed.')).toHaveClass(/toast-success/);
  await expect(form.getByLabel('Confirm new password')).toHaveValue('');
  await duet.signIn(person.username, 'Better-Horse2');
  await expect(duet.signIn(person.username)).rejects.toThrow('401');
});

test('a photo is an image below 10 MB, and shows at once [PROF-01, PROF-34, PROF-35, PROF-37, PROF-44]', async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  const page = await as(person, '/profile');
  const [camera, library] = ['Take a photo', 'Choose from library'];
  const image = Buffer.from(picture(200, 200));
  await choosePhoto(page, library, 'notes.txt', 'text/plain', Buffer.from('words'));
  await expect(toastOf(page, 'Please select an image file')).toHaveClass(/toast-danger/);
  await choosePhoto(page, library, 'large.png', 'image/png', Buffer.alloc(10 * 1024 * 1024));
  await expect(toastOf(page, 'Image file must be smaller than 10MB')).toHaveClass(/toast-danger/);

  const sent = page.waitForRequest((request) => request.url().endsWith('/api/profile-picture/base64'));
  await choosePhoto(page, camera, 'me.png', 'image/png', image);
  expect((await sent).postDataJSON()).toMatchObject({
    fileName: 'me.png',
    fileType: 'image/png',
    userId: person.id,
  });
  await expect(toastOf(page, 'Your photo is set.')).toHaveClass(/toast-success/);
  await expect(page.getByRole('banner').locator('img[src*="/media/profile/"]')).toBeVisible();
});

test('a photo that cannot be read says which way it came [PROF-43, PROF-44]', async ({ duet, as }) => {
  const page = await as(await duet.person());
  await page.addInitScript(() => {
    FileReader.prototype.readAsDataURL = function unreadable() {
      this.dispatchEvent(new ProgressEvent('error'));
    };
  });
  await page.goto('/profile');
  for (const [button, words] of [
    ['Take a photo', 'Failed to capture photo. Please try again.'],
    ['Choose from library', 'Failed to select photo. Please try again.'],
  ] as const) {
    await choosePhoto(page, button, 'me.png', 'image/png', Buffer.from(picture(20, 20)));
    await expect(toastOf(page, words)).toHaveClass(/toast-danger/);
  }
});

test('other devices are listed and signed out', async ({ duet, as }) => {
  const person = await duet.person();
  const elsewhere = await duet.signIn(person.username);
  const page = await as(person, '/profile');
  const devices = section(page, 'Where you are signed in');
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByText('This device')).toHaveCount(1);
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  const there = await as(elsewhere, '/home');
  await expect(there.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(there.getByText('This device was signed out from another one.')).toBeVisible();
});

test('each other device is signed out by itself', async ({ duet, as }) => {
  const person = await duet.person();
  const elsewhere = await duet.signIn(person.username);
  const page = await as(person, '/profile');
  const devices = section(page, 'Where you are signed in');
  await devices.getByRole('button', { name: /^Sign out: / }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByRole('button')).toHaveCount(0);
  const there = await as(elsewhere, '/home');
  await expect(there.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(there.getByText('This device was signed out from another one.')).toBeVisible();
});

test('blocked people are listed and taken off the list', async ({ duet, as }) => {
  const [person, one, other] = [await duet.person(), await duet.person('abel'), await duet.person('zoe')];
  for (const { id: userId } of [other, one]) {
    await person.api.call(messagesEndpoints['messages.setBlock'], { params: { userId } });
  }
  const page = await as(person, '/profile');
  const blocked = section(page, 'Blocked people');
  await expect(blocked.getByRole('listitem')).toHaveText([
    new RegExp(one.username),
    new RegExp(other.username),
  ]);
  await blocked.getByRole('button', { name: `Unblock ${one.username}` }).click();
  await expect(blocked.getByRole('listitem')).toHaveText([new RegExp(other.username)]);
  await blocked.getByRole('button', { name: `Unblock ${other.username}` }).click();
  await expect(blocked.getByText('You have not blocked anyone.')).toBeVisible();
  const left = await person.api.call(messagesEndpoints['messages.blocks']);
  expect(left.data.blocks).toEqual([]);
});

test('the appearance is chosen for this device and stays', async ({ duet, as }) => {
  const page = await as(await duet.person(), '/profile', { colorScheme: 'light' });
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: 'Same as the device' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test('an account is deleted by its owner, after the password', async ({ duet, as }) => {
  const person = await duet.person();
  const page = await as(person, '/profile');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await confirm.click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-Horse1');
  await confirm.click();
  await expect(toastOf(page, 'This password is wrong.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await confirm.click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(duet.signIn(person.username)).rejects.toThrow('401');
});

test('an account is not said to be deleted where the session is over for another reason', async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  const page = await as(person, '/profile');
  await page.route('**/api/users/me', (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, error: 'Ended', code: 'SESSION_ENDED', reason: 'password' },
    }),
  );
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(toastOf(page, 'Ended')).toBeVisible();
  await expect(page.getByText('Your account is deleted.')).toHaveCount(0);
});
