import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import { accessibilityFaults } from './harness/axe.ts';
import { fail, toastOf } from './harness/feed.ts';
import { answerFirst } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const isUser = (url: URL) => /^\/api\/users\/[^/]+$/.test(url.pathname);

/** Answers the next changes of people as to a session of which nobody has proved anything lately. */
async function wantProof(page: Page, times: number): Promise<() => number> {
  let refused = 0;
  await page.route(isUser, async (route) => {
    if (route.request().method() !== 'PATCH' || refused === times) return route.fallback();
    refused += 1;
    const body = { success: false, error: 'Please confirm.', code: 'PROOF_NEEDED' };
    return route.fulfill({ status: 403, json: body });
  });
  return () => refused;
}

test('a role is changed once the password was given, which is asked for in place', {
  tag: '@postgres',
}, async ({ duet, as }) => {
  const ana = await duet.person('ana');
  const admin = await duet.otherAdmin();
  const page = await as(admin);
  await page.goto('/admin/users');
  const refused = await wantProof(page, 1);
  const edit = page.getByRole('dialog', { name: `Edit ${ana.username}` });
  const proof = page.getByRole('dialog', { name: 'Is it you?' });
  await page.getByRole('button', { name: `Edit ${ana.username}` }).click();
  await edit.getByLabel('Role').selectOption('admin');
  await edit.getByRole('button', { name: 'Save changes' }).click();

  await expect(proof.getByLabel('Password', { exact: true })).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByRole('alert')).toBeVisible();
  await proof.getByLabel('Password', { exact: true }).fill('Wrong!1234');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByRole('alert')).toHaveText('This password is wrong.');
  await expect(proof.getByLabel('Password', { exact: true })).toHaveValue('');

  // What was typed stays where the answer is lost.
  await answerFirst(page, '**/api/auth/proof', (route) => fail(route, 500));
  await proof.getByLabel('Password', { exact: true }).fill(admin.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByRole('alert')).toBeVisible();
  await expect(proof.getByLabel('Password', { exact: true })).toHaveValue(admin.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(toastOf(page, 'User updated successfully')).toBeVisible();
  await expect(proof).toHaveCount(0);
  expect(refused()).toBe(1);
  const { data } = await admin.api.call(accountsEndpoints['accounts.user'], { params: { id: ana.id } });
  expect(data.user.role).toBe('admin');
});

test('who does not give a proof changes nothing, and is asked again', async ({ duet, as }) => {
  const ana = await duet.person('ana');
  const admin = await duet.otherAdmin();
  const page = await as(admin);
  await page.goto('/admin/users');
  const refused = await wantProof(page, 2);
  const edit = page.getByRole('dialog', { name: `Edit ${ana.username}` });
  const proof = page.getByRole('dialog', { name: 'Is it you?' });
  await page.getByRole('button', { name: `Edit ${ana.username}` }).click();
  await edit.getByLabel('Role').selectOption('admin');
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => proof.getByRole('button', { name: 'Close' }).first().click(),
  ]) {
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await expect(proof).toBeVisible();
    await close();
    await expect(proof).toHaveCount(0);
    await expect(edit.getByLabel('Role')).toHaveValue('admin');
  }
  expect(refused()).toBe(2);
  const { data } = await admin.api.call(accountsEndpoints['accounts.user'], { params: { id: ana.id } });
  expect(data.user.role).toBe('user');
});
