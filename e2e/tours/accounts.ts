import { limits } from '@duet/contract/limits';
import { expect, type Page } from '@playwright/test';
import type { Person } from '../harness/duet.ts';
import { MailServer } from '../harness/mail.ts';
import { unasked } from '../harness/push.ts';
import { followRequests, serverAnswer } from '../harness/requests.ts';
import { goto, type Tour } from './tour.ts';

/** Secrets are others in every run; these stand in for them, in texts and QR codes alike. */
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Duet:dan?secret=${secret}&issuer=Duet&algorithm=SHA1&digits=6&period=30`;
const recoveryCodes = Array.from({ length: limits.secondStep.recoveryCodes }, (_, n) => `7k2m${n}-x9q4${n}`);
const link = `https://duet.example.org/join#${'k4WbT9'.repeat(7)}`;

const passkeys = [
  {
    _id: 'a',
    name: 'The key on my key ring',
    created_at: '2026-03-02T10:00:00.000Z',
    last_used_at: '2026-06-14T10:00:00.000Z',
    synced: false,
    cloned_at: '2026-06-14T18:00:00.000Z',
  },
  {
    _id: 'b',
    name: 'Telefonul cu numele lung al lui Constantin-Alexandru',
    created_at: '2026-05-20T10:00:00.000Z',
    last_used_at: null,
    synced: true,
  },
];

const answer = (page: Page, path: string, data: object) =>
  page.route(path, (route) => route.fulfill({ json: { success: true, data } }));

async function givePassword(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
}

/** What people come to see of signing in beyond their password, and of mail. */
export const accountTours: readonly Tour[] = [
  {
    name: 'a second step',
    async walk({ fresh, open, look }) {
      const site = await fresh();
      const dan = await site.otherAdmin('dan');
      const page = await open(null, '/home', site);
      // A number has no passkeys.
      const named = (path: string) => goto(page, site.url.replace('127.0.0.1', 'localhost') + path);
      const waiting = { token: 'duet_none', expires_at: '2026-06-15T09:08:30.000Z', passkeys: true };
      await named('/login');
      await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
      await look(page, 'where there are passkeys');
      await answer(page, '**/api/auth/login', { ...waiting, next: 'totp' });
      await givePassword(page, dan);
      await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
      await look(page, 'asked for a code or a passkey');
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await look(page, 'asked for a recovery code');
      await page.getByRole('button', { name: 'Back to the sign-in' }).click();
      await page.unroute('**/api/auth/login');
      await answer(page, '**/api/auth/login', { ...waiting, next: 'passkey' });
      await givePassword(page, dan);
      await expect(page.getByText('Now your passkey.')).toBeVisible();
      await look(page, 'asked for a passkey');
      await page.getByRole('button', { name: 'Back to the sign-in' }).click();
      await page.unroute('**/api/auth/login');

      await answer(page, '**/api/auth/passkeys', { passkeys });
      await answer(page, '**/api/auth/totp/begin', { secret, uri });
      await answer(page, '**/api/auth/totp/confirm', { recoveryCodes });
      await page.route('**/api/auth/user', async (route) => {
        const response = await serverAnswer(route);
        const body = await response.json();
        body.data.user.secondStepRequired = true;
        await route.fulfill({ response, json: body });
      });
      await givePassword(page, dan);
      await page.waitForURL('**/home');
      await named('/admin/site');
      await page.waitForURL('**/profile');
      await expect(page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')).toHaveCount(2);
      await look(page, 'led to set one up');
      await page.getByRole('button', { name: 'Set up' }).click();
      await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
      await look(page, 'setting up the app');
      await page.getByLabel('Code', { exact: true }).fill('123456');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
      // It stands above the dialog, which is no place for a hit test.
      await page.locator('.toast').getByRole('button').click();
      await expect(page.locator('.toast')).toHaveCount(0);
      await look(page, 'its recovery codes');
      await page.unroute('**/api/auth/user');
      await page.getByRole('button', { name: 'I have kept them' }).click();
      await page.waitForURL('**/admin/site');
      const pending = followRequests(page);
      await named('/profile');
      await expect(page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')).toHaveCount(2);
      // What comes above the passkeys later would move them after the press has brought them into sight.
      await expect.poll(pending).toEqual([]);
      await page.getByRole('button', { name: 'Rename the passkey The key' }).click();
      await expect(page.getByRole('dialog', { name: 'Rename the passkey' })).toBeVisible();
      await look(page, 'renaming a passkey');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Remove the passkey The key' }).click();
      await expect(page.getByRole('dialog', { name: 'Remove this passkey?' })).toBeVisible();
      await look(page, 'asked whether to remove a passkey');
    },
  },
  {
    name: 'a site that sends mail',
    async walk({ fresh, open, look }) {
      const smtp = await MailServer.start();
      try {
        const site = await fresh(smtp.settings);
        const guest = await open(null, '/login', site);
        await guest.getByRole('link', { name: 'Forgot your password?' }).click();
        await guest.getByRole('button', { name: 'Send the link' }).click();
        await expect(guest.getByRole('alert')).toBeVisible();
        await look(guest, 'a forgotten password');
        await guest.getByLabel('Email').fill('ana@example.org');
        await guest.getByRole('button', { name: 'Send the link' }).click();
        await expect(guest.getByRole('heading', { name: 'Check your email' })).toBeVisible();
        await look(guest, 'a link is on its way');
        await goto(guest, '/confirm-email#none');
        await expect(guest.getByText('This link was used already')).toBeVisible();
        await look(guest, 'a link that is over');
        await goto(guest, '/unsubscribe?token=none');
        await guest.getByRole('button', { name: 'No more weekly emails' }).click();
        await expect(guest.getByText('This link is not complete.')).toBeVisible();
        await look(guest, 'ending the weekly mail');

        const page = await open(await site.person('ana'), '/home', site);
        await unasked(page);
        await goto(page, '/profile');
        await page.getByText('A weekly summary of what was posted').click();
        await expect(page.getByText('It comes once your address is confirmed.')).toBeVisible();
        // What stands above it may have come after the press, and moved it.
        await expect(page.getByText('Disable for one week')).toBeVisible();
        await page
          .getByText('A weekly summary of what was posted')
          .evaluate((label) => label.scrollIntoView({ block: 'center' }));
        await look(page, 'the weekly mail of an address that is not confirmed');

        const admins = await open(await site.admin(), '/admin/users', site);
        await admins.route('**/api/admin/invitations', async (route) => {
          if (route.request().method() !== 'POST') return route.fallback();
          const response = await serverAnswer(route);
          const body = await response.json();
          Object.assign(body.data.invitation, { url: link, code: link.split('#')[1] });
          return route.fulfill({ response, json: body });
        });
        await admins.getByRole('button', { name: 'Invite' }).click();
        await admins.getByLabel('Send it to').fill('lia@example.org');
        await admins.getByRole('button', { name: 'Make a link' }).click();
        await expect(admins.getByText('The link is sent to lia@example.org.')).toBeVisible();
        await expect(admins.getByRole('listitem').filter({ hasText: 'Sent to lia@' })).toBeVisible();
        await look(admins, 'a mailed invitation');
      } finally {
        await smtp.stop();
      }
    },
  },
];
