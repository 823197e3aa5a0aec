import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { totpEndpoints } from '@duet/contract/second-steps/endpoints';
import type { Page } from '@playwright/test';
import { accessibilityFaults } from './harness/axe.ts';
import type { Person } from './harness/duet.ts';
import { toastOf } from './harness/feed.ts';
import { away, loseAnswer } from './harness/lost-answer.ts';
import { expect, test } from './harness/test.ts';
import { codeOf, turnOnSecondStep } from './harness/totp.ts';

const heading = (page: Page) => page.getByRole('heading', { name: 'One more step' });
const code = (page: Page) => page.getByLabel('Code', { exact: true });
const next = (page: Page) => page.getByRole('button', { name: 'Continue' });
const section = (page: Page) => page.getByRole('region', { name: 'Signing in' });
const status = async ({ api }: Person) => (await api.call(totpEndpoints['totp.status'], {})).data;

async function givePassword(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
}

test('an authenticator app is set up with a code of it, and gives recovery codes once', async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  const page = await as(person, '/profile', { viewport: { width: 390, height: 844 } });
  await section(page).getByRole('button', { name: 'Set up' }).click();
  const sheet = page.getByRole('dialog', { name: 'Set up the authenticator app' });
  await expect(sheet.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Open in an app' })).toHaveAttribute(
    'href',
    /^otpauth:\/\/totp\//,
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  const key = sheet.getByLabel('Key to type in by hand');
  // Whole: nobody types what does not show.
  expect(await key.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  expect(await key.evaluate((field) => field.scrollHeight - field.clientHeight)).toBe(0);
  const secret = (await key.inputValue()).replaceAll(' ', '');
  const turnOn = sheet.getByRole('button', { name: 'Turn on' });
  await turnOn.click();
  await expect(sheet.getByRole('alert')).toHaveText('This field is required');
  await code(page).fill(codeOf(secret, 40));
  await turnOn.click();
  await expect(sheet.getByRole('alert')).toContainText('This code is not right.');
  await expect(code(page)).toHaveValue('');
  await code(page).fill(codeOf(secret));
  await turnOn.click();

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  expect(await accessibilityFaults(page)).toEqual([]);
  const downloaded = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  expect((await downloaded).suggestedFilename()).toBe(`duet-recovery-codes-${person.username}.txt`);
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(section(page)).toContainText('10 recovery codes are left.');
  expect(await status(person)).toMatchObject({ on: true, recoveryCodesLeft: 10 });
});

test('who set it up and lost the answer gets recovery codes all the same', async ({ duet, as }) => {
  const person = await duet.person();
  const page = await as(person, '/profile');
  await section(page).getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.getByLabel('Key to type in by hand').inputValue()).replaceAll(' ', '');
  const lost = loseAnswer(page, '**/api/auth/totp/confirm', 'POST');
  await code(page).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  expect(await lost).toBe(200);
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expect(code(page)).toHaveValue(/^\d{6}$/);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(
    10,
  );
});

test('signing in asks for the code, takes a reload and a lost network, and goes where one was sent from', async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  const { secret } = await turnOnSecondStep(person);
  const page = await as(null, '/messages');
  await expect(page).toHaveURL(/\/login$/);
  await givePassword(page, person);
  await expect(heading(page)).toBeVisible();
  await expect(code(page)).toBeFocused();
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
  expect(await accessibilityFaults(page)).toEqual([]);
  await next(page).click();
  await expect(page.getByRole('alert')).toHaveText('This field is required');
  await code(page).fill(codeOf(secret, 40));
  await next(page).click();
  await expect(page.getByRole('alert')).toContainText('This code is not right, or was used already.');
  await expect(code(page)).toHaveValue('');

  await page.reload();
  await expect(heading(page)).toBeVisible();
  const back = await away(page, '**/api/auth/totp/sign-in');
  const shown = codeOf(secret, 1);
  await code(page).fill(shown);
  await next(page).click();
  await expect(page.locator('form').getByRole('alert')).toBeVisible();
  await expect(code(page)).toHaveValue(shown);
  await back();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/totp/sign-in')) sent.push(request.url());
  });
  await next(page).dblclick();
  await expect(page).toHaveURL(/\/messages$/);
  expect(sent).toHaveLength(1);
  await page.reload();
  await expect(page).toHaveURL(/\/messages$/);
});

test('a recovery code does it once, and one can go back to the password', async ({ duet, as }) => {
  const person = await duet.person();
  const { recoveryCodes } = await turnOnSecondStep(person);
  const page = await as(null, '/login');
  await givePassword(page, person);
  await page.getByRole('button', { name: 'Back to the sign-in' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.reload();
  await givePassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]?.toUpperCase() ?? '');
  await next(page).click();
  await expect(page).toHaveURL(/\/home$/);
  expect((await status(person)).recoveryCodesLeft).toBe(9);
});

test('a sign-in that is over begins anew with the password', async ({ duet, as }) => {
  const person = await duet.person();
  const { secret } = await turnOnSecondStep(person);
  const page = await as(null, '/login');
  await givePassword(page, person);
  const lost = loseAnswer(page, '**/api/auth/totp/sign-in', 'POST');
  await code(page).fill(codeOf(secret, 1));
  await next(page).click();
  expect(await lost).toBe(200);
  await expect(page.locator('form').getByRole('alert')).toBeVisible();
  await next(page).click();
  await expect(toastOf(page, 'Please sign in again.')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeVisible();

  // Who comes back to it later finds the form of the password.
  await givePassword(page, person);
  await expect(heading(page)).toBeVisible();
  await page.evaluate(() => {
    const { token } = JSON.parse(sessionStorage.getItem('duet.sign-in') ?? '{}');
    sessionStorage.setItem('duet.sign-in', JSON.stringify({ token, since: Date.now() - 301_000 }));
  });
  await page.reload();
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('a new password by a link asks for the code as well', async ({ duet, as }) => {
  const person = await duet.person();
  const { secret } = await turnOnSecondStep(person);
  const admin = await duet.admin();
  const link = await admin.api.call(accountsEndpoints['accounts.makePasswordLink'], {
    params: { id: person.id },
  });
  const page = await as(null, `/new-password#${link.data.code}`);
  await page.getByLabel('New password', { exact: true }).fill('Another!123');
  await page.getByLabel('Confirm new password').fill('Another!123');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(heading(page)).toBeVisible();
  await code(page).fill(codeOf(secret, 1));
  await next(page).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('recovery codes are made anew, and the second step is turned off', async ({ duet, as }) => {
  const person = await duet.person();
  const { recoveryCodes } = await turnOnSecondStep(person);
  const page = await as(person, '/profile');
  await section(page).getByRole('button', { name: 'New recovery codes' }).click();
  await page
    .getByRole('dialog', { name: 'New recovery codes' })
    .getByRole('button', { name: 'New recovery codes' })
    .click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  expect(await codes.getByRole('listitem').allTextContents()).not.toContain(recoveryCodes[0]);
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await section(page).getByRole('button', { name: 'Turn off' }).click();
  await page
    .getByRole('dialog', { name: 'Turn the second step off?' })
    .getByRole('button', { name: 'Turn off' })
    .click();
  await expect(toastOf(page, 'The second step is off.')).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'Set up' })).toBeVisible();
  expect((await status(person)).on).toBe(false);
});
