import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { joiningEndpoints } from '@duet/contract/joining/endpoints';
import { siteEndpoints } from '@duet/contract/site/endpoints';
import type { Joining } from '@duet/contract/site/shapes';
import type { Page } from '@playwright/test';
import { animationsEnd } from './harness/animations.ts';
import { boxOf } from './harness/box.ts';
import { type Duet, type Person, password } from './harness/duet.ts';
import { loseAnswer } from './harness/lost-answer.ts';
import { expect, test } from './harness/test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Invitations' });
const nameOf = () => `new_${Math.random().toString(36).slice(2, 9)}`;
const invite = async (admin: Person, body: object = {}) =>
  (await admin.api.call(joiningEndpoints['invitations.create'], { body })).data.invitation;
const joinBy = async (duet: Duet, joining: Joining) =>
  (await duet.admin()).api.call(siteEndpoints['site.change'], { body: { joining } });

async function fill(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
}
const submit = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();

test('an admin makes a link with a QR code, somebody joins by it, and the list says who', {
  tag: '@postgres',
}, async ({ duet, as }) => {
  const admin = await duet.admin();
  const page = await as(admin, '/admin/users');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Invite' }).click();
  await dialog(page).getByLabel('Role').selectOption('admin');
  await dialog(page).getByLabel('For how many people').fill('2');
  await dialog(page).getByLabel('Note').fill('For Lia');
  await dialog(page).getByRole('button', { name: 'Make a link' }).click();
  const link = dialog(page).getByRole('textbox', { name: 'Link of the invitation' });
  await expect(link).toHaveValue(new RegExp(`^${duet.url}/join#[\\w-]{32}$`));
  await expect(dialog(page).getByRole('img', { name: 'QR code of the invitation' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Copy link' }).click();
  const url = await link.inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  const guest = await as(null, url);
  await expect(guest.getByRole('heading', { name: 'Welcome to Duet' })).toBeVisible();
  const username = nameOf();
  await fill(guest, username);
  await submit(guest);
  await guest.waitForURL('**/setup-profile');
  expect((await duet.signIn(username)).user.role).toBe('admin');

  await page.reload();
  await page.getByRole('button', { name: 'Invite' }).click();
  const row = dialog(page).getByRole('listitem').filter({ hasText: 'For Lia' });
  await expect(row).toContainText('1 of 2 used');
  await expect(row).toContainText(username);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke this invitation?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(row).toContainText('Revoked');
  const late = await as(null, url);
  await expect(late.getByRole('alert')).toHaveText('This invitation is over. Please ask for a new one.');
  await expect(late.getByText('You are invited')).toHaveCount(0);
});

test('an answer that is lost uses an invitation once, and the person is in', { tag: '@postgres' }, async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  const { url = '', _id } = await invite(admin);
  const page = await as(null, url);
  const username = nameOf();
  await fill(page, username);
  void loseAnswer(page, '**/api/auth/register', 'POST');
  await submit(page);
  await page.waitForURL('**/setup-profile');
  const { data } = await admin.api.call(joiningEndpoints['invitations.list'], {});
  const used = data.invitations.find((one) => one._id === _id);
  expect([used?.used, used?.people.map((person) => person.username)]).toEqual([1, [username]]);
});

test('where accounts wait for approval, the person is told, and an admin lets them in', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  await joinBy(duet, 'approval');
  const admin = await duet.admin();
  const [page, adminPage] = [await duet.page(browser, null), await duet.page(browser, admin)];
  await adminPage.goto('/admin/activity');
  const username = nameOf();
  await page.goto('/register');
  await expect(page.getByText('An admin approves each new account before it can sign in.')).toBeVisible();
  await fill(page, username);
  await submit(page);
  await expect(page.getByText('An admin has to approve it first.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Your account waits for an admin to approve it.')).toBeVisible();

  await expect(adminPage.getByRole('button', { name: /Activity, 1 new|Activity.*1/ })).toBeVisible();
  const queue = adminPage.getByRole('region', { name: 'Waiting for your approval' });
  await queue.getByRole('button', { name: `Approve ${username}` }).click();
  await expect(queue).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home');

  const declined = nameOf();
  await duet.guest.call(accountsEndpoints['accounts.register'], {
    body: { username: declined, email: `${declined}@example.org`, password },
  });
  await queue.getByRole('button', { name: `Decline ${declined}` }).click();
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(queue).toHaveCount(0);
});

test('where an invitation is needed the page says so, and the link still works', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh();
  await joinBy(duet, 'invitation');
  const { url = '' } = await invite(await duet.admin());
  const page = await duet.page(browser, null);
  await page.goto('/register');
  await expect(page.getByText('You need an invitation to create an account here.')).toBeVisible();
  await page.goto(url);
  const username = nameOf();
  await fill(page, username);
  await submit(page);
  await page.waitForURL('**/setup-profile');
});

test('a selection that is let go beside the dialog closes nothing; a press beside it does', async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  await invite(admin);
  const page = await as(admin, '/admin/users', { viewport: { width: 1280, height: 900 } });
  await page.getByRole('button', { name: 'Invite' }).click();
  const field = dialog(page).getByLabel('For how many people');
  await expect(dialog(page).getByRole('listitem').first()).toBeVisible();
  await animationsEnd(page);
  const { x, y, width, height } = await boxOf(field);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(20, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(dialog(page)).not.toHaveAttribute('data-leaving');
  await expect(field).toBeFocused();
  await page.mouse.click(20, y);
  await expect(dialog(page)).toHaveCount(0);
});
