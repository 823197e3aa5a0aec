import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import type { Person } from './harness/duet.ts';
import { toastOf } from './harness/feed.ts';
import { answerFirst, serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const wide = { viewport: { width: 1280, height: 900 } };

async function pressEdit(page: Page, { username }: Person) {
  await page.goto('/admin/users');
  await page.getByRole('button', { name: `Edit ${username}` }).click();
  return page.getByRole('dialog', { name: `Edit ${username}` });
}

/** Opens the form, and waits until the account was read. */
async function openEdit(page: Page, person: Person) {
  const read = page.waitForResponse(`**/api/users/${person.id}`);
  const dialog = await pressEdit(page, person);
  await read;
  return dialog;
}

/** Somebody else changes the account meanwhile. */
const change = (by: Person, { id }: Person, body: { password?: string; role?: 'user' | 'admin' }) =>
  by.api.call(accountsEndpoints['accounts.changeUser'], { params: { id }, body });
const accepts = async (page: Page, username: string, word: string): Promise<boolean> =>
  (await page.request.post('/api/auth/login', { data: { username, password: word } })).ok();

test('a password that somebody else has set meanwhile is overwritten only knowingly', async ({
  duet,
  as,
}) => {
  const [admin, other] = [await duet.otherAdmin(), await duet.otherAdmin()];
  const maria = await duet.person('maria');
  const page = await as(admin, undefined, wide);
  const dialog = await openEdit(page, maria);
  await dialog.getByLabel('New password').fill('Mine!word1');
  await change(other, maria, { password: 'Their!word1' });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('has changed the password');
  await expect(dialog.getByLabel('New password')).toHaveValue('Mine!word1');
  expect(await accepts(page, maria.username, 'Their!word1')).toBe(true);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await accepts(page, maria.username, 'Mine!word1')).toBe(true);
});

test('what somebody else has set is overwritten only knowingly, also where the save waits for the account', async ({
  duet,
  as,
}) => {
  const [admin, other] = [await duet.otherAdmin(), await duet.otherAdmin()];
  const maria = await duet.person('maria');
  const page = await as(admin, undefined, wide);
  const answered = Promise.withResolvers<void>();
  const arrives = Promise.withResolvers<void>();
  await answerFirst(page, new RegExp(`/api/users/${maria.id}$`), async (route) => {
    const response = await serverAnswer(route);
    answered.resolve();
    await arrives.promise;
    await route.fulfill({ response });
  });
  const dialog = await pressEdit(page, maria);
  await answered.promise;
  await change(other, maria, { password: 'Their!word1' });
  await dialog.getByLabel('New password').fill('Mine!word1');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  arrives.resolve();
  await expect(dialog.getByRole('alert')).toContainText('has changed the password');
  expect(await accepts(page, maria.username, 'Their!word1')).toBe(true);
});

test('a role that somebody else has set meanwhile stays beside a new password, and is said', async ({
  duet,
  as,
}) => {
  const [admin, other] = [await duet.otherAdmin(), await duet.otherAdmin()];
  const maria = await duet.person('maria');
  const page = await as(admin, undefined, wide);
  const dialog = await openEdit(page, maria);
  await dialog.getByLabel('New password').fill('Mine!word1');
  await change(other, maria, { role: 'admin' });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastOf(page, /changed elsewhere meanwhile and stays: Admin/)).toBeVisible();
  const { data } = await admin.api.call(accountsEndpoints['accounts.user'], { params: { id: maria.id } });
  expect(data.user.role).toBe('admin');
  expect(await accepts(page, maria.username, 'Mine!word1')).toBe(true);
});

test('an account that was deleted meanwhile is changed only knowingly', async ({ duet, as }) => {
  const [admin, other] = [await duet.otherAdmin(), await duet.otherAdmin()];
  const maria = await duet.person('maria');
  const page = await as(admin, undefined, wide);
  const dialog = await openEdit(page, maria);
  await dialog.getByLabel('Role').selectOption('admin');
  await other.api.call(accountsEndpoints['accounts.deleteUser'], { params: { id: maria.id } });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('was deleted meanwhile');
  const { data } = await admin.api.call(accountsEndpoints['accounts.user'], { params: { id: maria.id } });
  expect(data.user).toMatchObject({ role: 'user', deleted: true });
});

/** Saves another role of somebody, and leaves the form for that of another person before the answer comes. */
async function leaveWhileSaving(page: Page, person: Person, other: Person) {
  const dialog = await openEdit(page, person);
  const answer = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(`**/api/users/${person.id}`, async (route) => {
    if (route.request().method() === 'PATCH') {
      asked.resolve();
      await answer.promise;
    }
    await route.continue();
  });
  await dialog.getByLabel('Role').selectOption('admin');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await asked.promise;
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: `Edit ${other.username}` }).click();
  const form = page.getByRole('dialog', { name: `Edit ${other.username}` });
  await expect(form).toBeVisible();
  return { form, answer: answer.resolve };
}

test('an edit that was left is told, and leaves the form of another person open', async ({ duet, as }) => {
  const [admin, maria, dan] = [await duet.otherAdmin(), await duet.person('maria'), await duet.person('dan')];
  const page = await as(admin, undefined, wide);
  const { form, answer } = await leaveWhileSaving(page, maria, dan);
  answer();
  await expect(toastOf(page, 'User updated successfully')).toBeVisible();
  await expect(form).not.toHaveAttribute('data-leaving');
  await form.getByLabel('Role').selectOption('admin');
  await expect(form).toBeVisible();
});

test('an edit that was left and has met the change of somebody else says so', async ({ duet, as }) => {
  const [admin, other] = [await duet.otherAdmin(), await duet.otherAdmin()];
  const [maria, dan] = [await duet.person('maria'), await duet.person('dan')];
  const page = await as(admin, undefined, wide);
  const { form, answer } = await leaveWhileSaving(page, maria, dan);
  await other.api.call(accountsEndpoints['accounts.deleteUser'], { params: { id: maria.id } });
  answer();
  await expect(toastOf(page, `${maria.username} was deleted meanwhile`)).toBeVisible();
  await expect(form.getByRole('alert')).toHaveCount(0);
});
