import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityEndpoints } from '@duet/contract/accounts/identity-endpoints';
import { digestEndpoints } from '@duet/contract/digest/endpoints';
import { joiningEndpoints } from '@duet/contract/joining/endpoints';
import type { Page } from '@playwright/test';
import { accessibilityFaults } from './harness/axe.ts';
import { password } from './harness/duet.ts';
import { recordKeptAlive } from './harness/keepalive.ts';
import { linkIn, MailServer } from './harness/mail.ts';
import { publishText } from './harness/posts.ts';
import { answerFirst } from './harness/requests.ts';
import { serverClock } from './harness/server-clock.ts';
import { expect, test } from './harness/test.ts';

let smtp: MailServer;
test.beforeEach(async () => {
  smtp = await MailServer.start();
});
test.afterEach(() => smtp.stop());

const invitations = (page: Page) => page.getByRole('dialog', { name: 'Invitations' });

test('an admin mails an invitation, sees that it was sent, and somebody joins by it', {
  tag: '@postgres',
}, async ({ fresh, browser }) => {
  const duet = await fresh(smtp.settings);
  const page = await duet.page(browser, await duet.admin());
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = invitations(page);
  await dialog.getByLabel('Send it to').fill('no address');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByText('Please enter a valid email')).toBeVisible();
  await dialog.getByLabel('Send it to').fill('lia@example.org');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByText('The link is sent to lia@example.org.')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Sent to lia@example.org' })).toBeVisible();
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

test('an address that is refused is shown in the invitations, beside the person, and to the person', {
  tag: '@postgres',
}, async ({ fresh, browser }) => {
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
      'The email to person_x@example.org was refused: 550 5.1.1 Nobody has this address',
    ),
  ).toBeVisible();
  // The mail that verifies the person's own address is another one of the queue.
  const ofPerson = async () => (await person.api.call(identityEndpoints['identity.email'])).data.refused;
  await expect.poll(ofPerson).not.toBeNull();
  await page.reload();
  await expect(page.getByText('Emails to this address are refused').first()).toBeVisible();
  const own = await duet.page(browser, person);
  await own.goto('/profile');
  await expect(own.getByText('Emails to this address are refused')).toBeVisible();
});

test('without a mail server no address is asked for, and no weekly mail offered', async ({ duet, as }) => {
  const page = await as(await duet.admin(), '/admin/users');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(invitations(page).getByLabel('Note')).toBeVisible();
  await expect(invitations(page).getByLabel('Send it to')).toHaveCount(0);
  const profile = await as(await duet.person(), '/profile');
  await expect(profile.getByRole('button', { name: 'Change the address' })).toBeVisible();
  await expect(profile.getByRole('switch', { name: /^A weekly summary/ })).toHaveCount(0);
});

test('the weekly mail is offered also where the site was too busy to say at first that it sends mail', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh(smtp.settings);
  const page = await duet.page(browser, await duet.person());
  await answerFirst(page, '**/api/site', (route) => route.fulfill({ status: 503 }));
  await page.goto('/profile');
  await expect(page.getByRole('switch', { name: /^A weekly summary/ })).not.toBeChecked();
});

test('the weekly mail is asked for in the profile, and ended by the button of its link alone @disk', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh(smtp.settings);
  const person = await duet.person();
  const page = await duet.page(browser, person);
  const keptAlive = await recordKeptAlive(page);
  await page.goto('/profile');
  const weekly = page.getByRole('switch', { name: /^A weekly summary/ });
  await expect(weekly).not.toBeChecked();
  const chosen = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByText('A weekly summary of what was posted').click();
  await expect(page.getByText('It comes once your address is confirmed.')).toBeVisible();
  await chosen;
  expect(await keptAlive()).toEqual(['/api/mail/digest']);
  await page.reload();
  await expect(weekly).toBeChecked();

  const { pepper } = JSON.parse(readFileSync(join(duet.server.dataFolder, 'secrets.json'), 'utf8'));
  const mac = createHmac('sha256', Buffer.from(pepper, 'base64url'))
    .update(`unsubscribe digest|v1|${person.id}`)
    .digest('base64url');
  const isWeekly = async () => (await person.api.call(digestEndpoints['digest.show'], {})).data.weekly;
  const guest = await duet.page(browser, null);
  await guest.goto(`/unsubscribe?token=${person.id}.${mac.slice(0, -1)}`);
  const end = guest.getByRole('button', { name: 'No more weekly emails' });
  await end.click();
  await expect(guest.getByText('This link is not complete.')).toBeVisible();
  expect(await isWeekly()).toBe(true);
  await guest.goto(`/unsubscribe?token=${person.id}.${mac}`);
  await expect(end).toBeVisible();
  expect(await accessibilityFaults(guest)).toEqual([]);
  expect(await isWeekly()).toBe(true);
  await end.click();
  await expect(guest.getByRole('heading', { name: 'Done' })).toBeVisible();
  expect(await isWeekly()).toBe(false);
});

test('the weekly mail brings what was posted, leads to it, and ends by its own link @disk', {
  tag: '@postgres',
}, async ({ ownServer, browser }) => {
  const at = (time: string) => serverClock(Date.parse(time));
  const duet = await ownServer({ ...smtp.settings, ...at('2026-06-17T10:00:00Z') });
  const person = await duet.person();
  await expect.poll(() => smtp.to(person.email).length).toBe(1);
  const [confirming] = smtp.to(person.email);
  if (!confirming) throw new Error('no mail');
  const page = await duet.page(browser, person);
  const pathOf = ({ pathname, search, hash }: URL) => pathname + search + hash;
  await page.goto(pathOf(linkIn(confirming)));
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await page.goto('/profile');
  const chosen = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByText('A weekly summary of what was posted').click();
  await expect(page.getByText('The next one is due on')).toBeVisible();
  await chosen;
  const admin = await duet.admin();
  const post = await publishText(admin, '<p>Waves &amp; wind, all day.</p>', { title: 'At the <sea>' });
  await publishText(admin, '<p>Not for readers.</p>', { title: 'Hollyhock', adminOnlyVisibility: true });

  // The Monday after, a little past eight.
  await duet.server.end();
  await duet.server.restart(at('2026-06-22T08:05:00Z'));
  const weekly = () => smtp.to(person.email).find(({ subject }) => subject === 'New on Duet this week');
  await expect.poll(() => weekly() !== undefined, { timeout: 30_000 }).toBe(true);
  const mail = weekly();
  if (!mail) throw new Error('no mail');
  expect(smtp.to(admin.email).filter(({ subject }) => subject === mail.subject)).toEqual([]);
  expect(mail.text).not.toContain('Hollyhock');

  const reader = await duet.page(browser, null);
  await reader.setContent(mail.html ?? '');
  await expect(reader.getByText('Waves & wind, all day.')).toBeVisible();
  await expect(reader.locator('body')).not.toContainText('Hollyhock');
  // Landmarks are those of the mail program.
  expect(await accessibilityFaults(reader, 'colours')).toEqual([]);
  const addressOf = async (name: string) => {
    const href = await reader.getByRole('link', { name }).first().getAttribute('href');
    return new URL(href ?? '');
  };
  const [toPost, toEnd] = [await addressOf('At the <sea>'), await addressOf('No more of these emails')];
  expect([toPost.origin, toEnd.origin]).toEqual(Array(2).fill('https://duet.example.org'));
  await reader.goto(pathOf(toPost));
  await expect(reader).toHaveURL(new RegExp(`/post/${post._id}$`));
  await expect(reader.getByText('Waves & wind, all day.')).toBeVisible();
  await reader.goto(pathOf(toEnd));
  await reader.getByRole('button', { name: 'No more weekly emails' }).click();
  await expect(reader.getByRole('heading', { name: 'Done' })).toBeVisible();
});
