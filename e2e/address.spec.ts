import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import { accessibilityFaults } from './harness/axe.ts';
import { linkIn, MailServer, type TakenMail } from './harness/mail.ts';
import { goOffline } from './harness/network.ts';
import { answerFirst } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

let smtp: MailServer;
test.beforeEach(async () => {
  smtp = await MailServer.start();
});
test.afterEach(() => smtp.stop());

const section = (page: Page) => page.getByRole('region', { name: 'Address and mail' });
async function mailed(address: string, subject: string): Promise<TakenMail> {
  const found = () => smtp.to(address).find((mail) => mail.subject === subject);
  await expect.poll(() => found() !== undefined).toBe(true);
  const mail = found();
  if (!mail) throw new Error('no mail');
  return mail;
}
const pathOf = (mail: TakenMail) => {
  const { pathname, hash } = linkIn(mail);
  return pathname + hash;
};

test('the address of a registration is confirmed by the link in the mail, once', {
  tag: '@postgres',
}, async ({ fresh, browser }) => {
  const duet = await fresh(smtp.settings);
  const person = await duet.person();
  const page = await duet.page(browser, person);
  await page.goto('/profile');
  await expect(section(page).getByText('not confirmed yet')).toBeVisible();
  await section(page).getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('The link is on its way.')).toBeVisible();
  await expect.poll(() => smtp.to(person.email).length).toBe(2);
  const link = pathOf(await mailed(person.email, 'Confirm your address for Duet'));

  const elsewhere = await duet.page(browser, null);
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await expect(elsewhere.getByRole('status').filter({ hasText: person.email })).toBeVisible();
  expect(await accessibilityFaults(elsewhere)).toEqual([]);
  await elsewhere.reload();
  await expect(elsewhere.getByText('This link was used already')).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Try again' })).toHaveCount(0);

  await page.reload();
  await expect(section(page).getByText('Your address is confirmed.')).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'Send the link again' })).toHaveCount(0);
});

test('another address holds when its link is opened; until then it can be taken back', {
  tag: '@postgres',
}, async ({ fresh, browser }) => {
  const duet = await fresh(smtp.settings);
  const person = await duet.person();
  const other = await duet.person();
  const page = await duet.page(browser, person);
  await page.goto('/profile');
  const ask = async (address: string) => {
    await section(page).getByRole('button', { name: 'Change the address' }).click();
    const sheet = page.getByRole('dialog', { name: 'Change the address' });
    await sheet.getByLabel('New address').fill(address);
    await sheet.getByRole('button', { name: 'Save the address' }).click();
    return sheet;
  };
  let sheet = await ask('no address');
  await expect(sheet.getByText('Please enter a valid email')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await sheet.getByLabel('New address').fill(other.email);
  await sheet.getByRole('button', { name: 'Save the address' }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();

  // What was typed survives a failure.
  await goOffline(page);
  await sheet.getByLabel('New address').fill('first@example.org');
  await sheet.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(sheet.getByLabel('New address')).toHaveValue('first@example.org');
  await page.context().setOffline(false);
  await sheet.getByRole('button', { name: 'Save the address' }).click();
  await expect(section(page).getByText('first@example.org becomes your address')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await mailed(person.email, 'The address of your account on Duet is to change');
  const first = pathOf(await mailed('first@example.org', 'Your new address for Duet'));
  await section(page).getByRole('button', { name: 'Keep the current address' }).click();
  await expect(section(page).getByText('first@example.org')).toHaveCount(0);

  sheet = await ask('second@example.org');
  const second = pathOf(await mailed('second@example.org', 'Your new address for Duet'));
  await expect(section(page).getByText('second@example.org becomes your address')).toBeVisible();
  const elsewhere = await duet.page(browser, null);
  await elsewhere.goto(first);
  await expect(elsewhere.getByText('was taken back')).toBeVisible();
  await elsewhere.goto(second);
  await expect(elsewhere.getByText('second@example.org is confirmed')).toBeVisible();
  // Shown in the open page of the person at once.
  await expect(page.getByLabel('Email')).toHaveValue('second@example.org');
  await expect(section(page).getByText('Your address is confirmed.')).toBeVisible();
});

test('a link that was opened without a network is used once there is one', async ({ fresh, browser }) => {
  const duet = await fresh(smtp.settings);
  const person = await duet.person();
  const page = await duet.page(browser, null);
  const link = pathOf(await mailed(person.email, 'Confirm your address for Duet'));
  await page.route('**/api/auth/email/confirm', (route) => route.abort());
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Not confirmed' })).toBeVisible();
  await page.unroute('**/api/auth/email/confirm');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
});

test('without a mail server another address holds at once', async ({ duet, as }) => {
  const person = await duet.person();
  const page = await as(person, '/profile');
  await section(page).getByRole('button', { name: 'Change the address' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change the address' });
  await expect(sheet.getByText('You sign in with the new address at once.')).toBeVisible();
  const wanted = `at-once-${person.username}@example.org`;
  await sheet.getByLabel('New address').fill(wanted);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await sheet.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByText('Your address is changed.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(wanted);
  await expect(section(page).getByText('confirmed')).toHaveCount(0);
});

test('another username shows at once, in the open pages of others as well, and what was typed is kept', {
  tag: '@postgres',
}, async ({ duet, as, browser }) => {
  const person = await duet.person();
  const other = await duet.person();
  const page = await as(person, '/profile');
  const watcher = await duet.page(browser, other);
  await watcher.goto(`/people/${person.id}`);
  await expect(watcher.getByText(person.username).first()).toBeVisible();
  await page.getByRole('button', { name: 'Change the username' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change the username' });
  const field = sheet.getByLabel('New username');
  await field.fill('no');
  await sheet.getByRole('button', { name: 'Save the username' }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await field.fill(other.username);
  await sheet.getByRole('button', { name: 'Save the username' }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  const wanted = `n_${Date.now().toString(36)}`;
  await field.fill(wanted);
  await page.reload();
  await page.getByRole('button', { name: 'Change the username' }).click();
  await expect(field).toHaveValue(wanted);
  await sheet.getByRole('button', { name: 'Save the username' }).click();
  await expect(page.getByText('Your username is changed.')).toBeVisible();
  await expect(page.getByRole('region', { name: wanted })).toBeVisible();
  await expect(watcher.getByText(wanted).first()).toBeVisible();
  await expect(watcher).toHaveURL(`/people/${person.id}`);
  expect((await duet.signIn(wanted)).id).toBe(person.id);
  const old = { username: person.username, password: person.password };
  await expect(duet.guest.call(accountsEndpoints['accounts.login'], { body: old })).rejects.toThrow();
});

test('a change asks for the password where signing in was long ago', async ({ duet, as }) => {
  const person = await duet.person();
  const page = await as(person, '/profile');
  await answerFirst(page, '**/api/auth/username', (route) =>
    route.fulfill({
      status: 403,
      json: {
        success: false,
        error: 'Please confirm with your password that it is you.',
        code: 'PROOF_NEEDED',
      },
    }),
  );
  await page.getByRole('button', { name: 'Change the username' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change the username' });
  await sheet.getByLabel('New username').fill(`p_${Date.now().toString(36)}`);
  await sheet.getByRole('button', { name: 'Save the username' }).click();
  const asked = page.getByRole('dialog').filter({ has: page.getByLabel('Password') });
  await asked.getByLabel('Password', { exact: true }).fill(person.password);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your username is changed.')).toBeVisible();
});
