import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { accessibilityFaults } from './harness/axe.ts';
import { fail, toastOf } from './harness/feed.ts';
import { answerFirst } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const statusOf = async (url: string, token: string, path = '/api/auth/user') =>
  (await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token}` } })).status;

test('a token is made in the profile, copied once, used, and revoked', { tag: '@postgres' }, async ({
  duet,
  as,
}) => {
  const ana = await duet.person('ana');
  const page = await as(ana);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Personal tokens' });
  await expect(section.getByText('You have no tokens.')).toBeVisible();
  await section.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await expect(dialog.getByRole('switch', { name: 'Administer' })).toHaveCount(0);

  await dialog.getByRole('switch', { name: 'Read' }).click();
  await dialog.getByLabel('Valid for days').fill('400');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await expect(dialog.getByText('Choose at least one')).toBeVisible();
  await expect(dialog.getByText('A whole number from 1 to 365')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await dialog.getByLabel('Name').fill('Backup script');
  await dialog.getByRole('switch', { name: 'Read' }).click();
  await dialog.getByLabel('Valid for days').fill('30');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByRole('status')).toHaveText('The token is made');
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect(dialog.getByLabel('Token', { exact: true })).toBeFocused();
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Copy token' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  expect(await statusOf(duet.url, token)).toBe(200);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);

  await page.reload();
  const row = section.getByRole('listitem');
  await expect(row).toContainText('Backup script');
  await expect(row).toContainText(/Read · Valid until .+ 20\d\d/);
  await expect(row).toContainText('Last used');
  expect(await page.content()).not.toContain(token);
  const revoke = row.getByRole('button', { name: 'Revoke: Backup script' });
  await revoke.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await statusOf(duet.url, token)).toBe(200);
  await revoke.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toastOf(page, 'The token was revoked')).toBeVisible();
  await expect(section.getByText('You have no tokens.')).toBeVisible();
  expect(await statusOf(duet.url, token)).toBe(401);
});

test('what was typed stays where the answer is lost or a proof is wanted, and an admin may have one for admins', async ({
  duet,
  as,
}) => {
  const admin = await duet.otherAdmin();
  const page = await as(admin);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('Publisher');
  await dialog.getByRole('switch', { name: 'Administer' }).click();
  await answerFirst(page, '**/api/auth/tokens', (route) => fail(route, 503));
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No answer came.');

  let refused = 0;
  await page.route('**/api/auth/tokens', (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.fallback();
    refused += 1;
    return route.fulfill({
      status: 403,
      json: { success: false, error: 'Please confirm.', code: 'PROOF_NEEDED' },
    });
  });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const proof = page.getByRole('dialog', { name: 'Is it you?' });
  await proof.getByLabel('Password', { exact: true }).fill(admin.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof).toHaveCount(0);
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
  expect(await statusOf(duet.url, token, '/api/users')).toBe(200);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'Your tokens' })).toContainText('Read, Administer');
  const { data } = await admin.api.call(accountsEndpoints['accounts.currentUser']);
  expect(data.user.role).toBe('admin');
});

test('a form with a name in it asks before it is left', async ({ duet, as }) => {
  const page = await as(await duet.person('eva'));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('Half');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Half');
});
