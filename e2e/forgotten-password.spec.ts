import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { siteEndpoints } from '@duet/contract/site/endpoints';
import type { Page } from '@playwright/test';
import { accessibilityFaults } from './harness/axe.ts';
import { linkIn, MailServer } from './harness/mail.ts';
import { goOffline } from './harness/network.ts';
import { serverClock } from './harness/server-clock.ts';
import { expect, test } from './harness/test.ts';

const link = (page: Page) => page.getByRole('link', { name: 'Forgot your password?' });

let smtp: MailServer;
test.beforeEach(async () => {
  smtp = await MailServer.start();
});
test.afterEach(() => smtp.stop());

/** Mails to an address, or to anybody, without those that confirm the addresses of new accounts. */
const taken = (address?: string) =>
  smtp.taken.filter(
    ({ recipient, text }) =>
      !text?.includes('/confirm-email#') && (address === undefined || recipient === address),
  );

test('who forgot their password gets a link by mail, chooses a new one and is signed in', {
  tag: '@postgres',
}, async ({ fresh, browser }) => {
  const duet = await fresh(smtp.settings);
  const person = await duet.person();
  const page = await duet.page(browser, null);
  await page.goto('/login');
  await link(page).click();
  await expect(page).toHaveURL('/forgotten-password');
  const send = page.getByRole('button', { name: 'Send the link' });
  const email = page.getByLabel('Email');
  await send.click();
  await expect(page.getByText('This field is required')).toBeVisible();
  await email.fill('no address');
  await send.click();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  // What was typed survives a failure.
  await goOffline(page);
  await email.fill(person.email);
  await send.click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(email).toHaveValue(person.email);
  await page.context().setOffline(false);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: person.email })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await expect.poll(() => taken(person.email).length).toBe(1);
  const [mail] = taken(person.email);
  if (!mail) throw new Error('no mail');
  expect([mail.subject, mail.from?.name]).toEqual(['A new password for Duet', 'Ana & Radu']);
  const { pathname, hash } = linkIn(mail);
  await page.goto(pathname + hash);
  await page.getByLabel('New password', { exact: true }).fill('Another-Horse2');
  await page.getByLabel('Confirm new password').fill('Another-Horse2');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page).toHaveURL('/home');
  await duet.signIn(person.username, 'Another-Horse2');
  // This browser is another device than the one that the account was made on. Mails are sent side by side, in no order.
  await expect
    .poll(() =>
      taken(person.email)
        .map(({ subject }) => subject)
        .sort(),
    )
    .toEqual([
      'A new password for Duet',
      'A sign-in from a new device on Duet',
      'Your password for Duet was changed',
    ]);
});

test('nobody is told whether somebody has an address, on a private site as well', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh(smtp.settings);
  const admin = await duet.admin();
  await admin.api.call(siteEndpoints['site.change'], { body: { reading: 'members' } });
  const page = await duet.page(browser, null);
  await page.goto('/login');
  await link(page).click();
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.getByRole('button', { name: 'Try another address' }).click();
  await page.getByLabel('Email').fill(admin.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect.poll(() => taken().map(({ recipient }) => recipient)).toEqual([admin.email]);
});

test('without a mail server nothing is offered, and the address of the form says whom to ask', async ({
  as,
}) => {
  const page = await as(null, '/login');
  await expect(page.getByText('New here?')).toBeVisible();
  await expect(link(page)).toHaveCount(0);
  await page.goto('/forgotten-password');
  await expect(page.getByText('Ask one of the two whose site this is')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveCount(0);
});

test('a mail that was being sent when the server was killed arrives all the same', {
  tag: '@postgres',
}, async ({ ownServer }) => {
  test.setTimeout(150_000);
  const duet = await ownServer(smtp.settings);
  const person = await duet.person();
  // Those that confirm the addresses of both accounts.
  await expect.poll(() => smtp.taken.length).toBe(2);
  smtp.hold = new Promise(() => {});
  await duet.guest.call(accountsEndpoints['accounts.forgotten'], { body: { email: person.email } });
  await expect.poll(() => smtp.begun).toBe(3);
  await duet.server.kill();
  smtp.drop();
  smtp.hold = null;
  // The lease of the killed server has to end (three servers wait for that), and the queue is looked at every 15 s.
  await duet.server.restart(serverClock(Date.now() + 120_000));
  await expect.poll(() => taken(person.email).length, { timeout: 120_000 }).toBe(1);
  expect(smtp.begun).toBe(4);
});
