import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestEndpoints } from '@duet/contract/digest/endpoints';
import { joiningEndpoints } from '@duet/contract/joining/endpoints';
import type { Page } from '@playwright/test';
import { accessibilityFaults } from './harness/axe.ts';
import { password } from './harness/duet.ts';
import { linkIn, MailServer } from './harness/mail.ts';
import { expect, test } from './harness/test.ts';

let smtp: MailServer;
test.beforeEach(async () => {
  smtp = await MailServer.start();
});
test.afterEach(() => smtp.stop());

const invitations = (page: Page) => page.getByRole('dialog', { name: 'Invitations' });

test('an admin mails an invitation, sees that it was sent, and somebody joins by it', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh(smtp.settings);
  const page = await duet.page(browser, await duet.admin());
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = invitations(page);
  await dialog.getByLabel('Mail it to').fill('no address');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByText('Please enter a valid email')).toBeVisible();
  await dialog.getByLabel('Mail it to').fill('lia@example.org');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByText('The link is mailed to lia@example.org.')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Mailed to lia@example.org' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect.poll(() => smtp.to('lia@example.org').length).toBe(1);
  const [mail] = smtp.to('lia@example.org');
  if (!mail) throw new Error('no mail');
  const { pathname, hash } = linkIn(mail);
  const guest = await duet.page(browser, null);
  await guest.goto(pathname + hash);
  await guest.getByLabel('Username').fill('lia_1');
  await guest.getByLabel('Email').fill('lia@example.org');
  await guest.getByLabel('Password', { exact: true }).fill(password);
  await guest.getByLabel('Confirm password').fill(password);
  await guest.getByRole('button', { name: 'Create account' }).click();
  await guest.waitForURL('**/setup-profile');
});

test('an address that is refused is shown in the invitations, beside the person, and to the person', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh(smtp.settings);
  const admin = await duet.admin();
  smtp.refuses = (address) => address.startsWith('person_');
  const person = await duet.person();
  const page = await duet.page(browser, admin);
  await admin.api.call(joiningEndpoints['invitations.create'], { body: { email: 'person_x@example.org' } });
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(
    invitations(page).getByText(
      'The mail to person_x@example.org was refused: 550 5.1.1 Nobody has this address',
    ),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByText('Mail to this address is refused').first()).toBeVisible();
  const own = await duet.page(browser, person);
  await own.goto('/profile');
  await expect(own.getByText('Mails to this address are refused')).toBeVisible();
});

test('without a mail server no address is asked for, and no weekly mail offered', async ({ duet, as }) => {
  const page = await as(await duet.admin(), '/admin/users');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(invitations(page).getByLabel('Note')).toBeVisible();
  await expect(invitations(page).getByLabel('Mail it to')).toHaveCount(0);
  const profile = await as(await duet.person(), '/profile');
  await expect(profile.getByRole('button', { name: 'Change the address' })).toBeVisible();
  await expect(profile.getByRole('switch', { name: /^A mail each week/ })).toHaveCount(0);
});

test('the weekly mail is asked for in the profile, and ended by the button of its link alone @disk', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh(smtp.settings);
  const person = await duet.person();
  const page = await duet.page(browser, person);
  await page.goto('/profile');
  const weekly = page.getByRole('switch', { name: /^A mail each week/ });
  await expect(weekly).not.toBeChecked();
  await page.getByText('A mail each week of what was posted').click();
  await expect(page.getByText('It comes once your address is confirmed.')).toBeVisible();
  await page.reload();
  await expect(weekly).toBeChecked();

  const { pepper } = JSON.parse(readFileSync(join(duet.server.dataFolder, 'secrets.json'), 'utf8'));
  const mac = createHmac('sha256', Buffer.from(pepper, 'base64url'))
    .update(`unsubscribe digest|v1|${person.id}`)
    .digest('base64url');
  const isWeekly = async () => (await person.api.call(digestEndpoints['digest.show'], {})).data.weekly;
  const guest = await duet.page(browser, null);
  await guest.goto(`/unsubscribe?token=${person.id}.${mac.slice(0, -1)}`);
  const end = guest.getByRole('button', { name: 'No more weekly mails' });
  await end.click();
  await expect(guest.getByText('This link is not complete.')).toBeVisible();
  expect(await isWeekly()).toBe(true);
  await guest.goto(`/unsubscribe?token=${person.id}.${mac}`);
  await expect(end).toBeVisible();
  expect(await accessibilityFaults(guest)).toEqual([]);
  expect(await isWeekly()).toBe(true);
  await end.click();
  await expect(guest.getByRole('heading', { name: 'It is done' })).toBeVisible();
  expect(await isWeekly()).toBe(false);
});
