import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { totpEndpoints } from '@duet/contract/second-steps/endpoints';
import { siteEndpoints } from '@duet/contract/site/endpoints';
import type { Page } from '@playwright/test';
import { accessibilityFaults } from './harness/axe.ts';
import type { Person } from './harness/duet.ts';
import { toastOf } from './harness/feed.ts';
import { away, loseAnswer } from './harness/lost-answer.ts';
import { openWithEvents } from './harness/requests.ts';
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

test('an authenticator app is set up with a code of it, and gives recovery codes once', {
  tag: '@postgres',
}, async ({ duet, as }) => {
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
  await expect(sheet.getByRole('alert')).toContainText('This code is wrong.');
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
  await expect(page.getByRole('alert')).toContainText('This code is wrong or was used already.');
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

test.describe('a second step that admins need', () => {
  const need = (page: Page) => page.getByRole('switch', { name: 'Second step for admins' });
  const notice = (page: Page) => section(page).getByRole('status');

  /** Sets up the codes of an app in the profile, as it is led to. */
  async function setUp(page: Page): Promise<void> {
    await section(page).getByRole('button', { name: 'Set up' }).click();
    const secret = (await page.getByLabel('Key to type in by hand').inputValue()).replaceAll(' ', '');
    await code(page).fill(codeOf(secret));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await codes.getByRole('button', { name: 'I have kept them' }).click();
  }

  test('is required by one who has set up their own first, and holds the others in open pages', {
    tag: '@postgres',
  }, async ({ fresh, browser, contextOptions, viewport }) => {
    const site = await fresh();
    const [admin, other] = [await site.admin(), await site.otherAdmin('dan')];
    const options = { ...contextOptions, viewport };
    const others = await site.page(browser, other, options);
    await openWithEvents(others, '/admin/activity');
    await expect(others.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();

    const page = await site.page(browser, admin, options);
    await page.goto('/admin/site');
    await need(page).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(notice(page)).toContainText('Set up a second step of your own first');
    await setUp(page);
    await expect(page).toHaveURL(/\/admin\/site$/);
    await expect(need(page)).not.toBeChecked();
    await need(page).click();
    await expect(toastOf(page, 'Admins need a second step from now on.')).toBeVisible();
    await expect(need(page)).toBeChecked();

    // Their open page leads them to set one up, and brings them back.
    await expect(others).toHaveURL(/\/profile$/);
    await expect(notice(others)).toContainText('As an admin you need a second step here');
    await expect(section(others).getByRole('button', { name: 'Set up' })).toBeInViewport();
    expect(await accessibilityFaults(others)).toEqual([]);

    // What everybody may they still do; what admins do leads back here.
    await others.goto('/home');
    await expect(others.getByRole('main')).toBeVisible();
    await others.goto('/new/richtext');
    await expect(others).toHaveURL(/\/profile$/);
    await setUp(others);
    await expect(others).toHaveURL(/\/new\/richtext$/);
    await expect(others.getByRole('heading', { level: 1 }).last()).toBeVisible();

    // The last one stays on.
    await page.goto('/profile');
    await section(page).getByRole('button', { name: 'Turn off' }).click();
    const sure = page.getByRole('dialog', { name: 'Turn the second step off?' });
    await sure.getByRole('button', { name: 'Turn off' }).click();
    await expect(toastOf(page, 'this is your last one')).toBeVisible();
    expect((await status(admin)).on).toBe(true);
  });

  test('is asked of who signs in without one, and leads to where they wanted to go', async ({
    fresh,
    browser,
    contextOptions,
    viewport,
  }) => {
    const site = await fresh();
    const [admin, other] = [await site.admin(), await site.otherAdmin('dan')];
    await turnOnSecondStep(admin);
    await admin.api.call(siteEndpoints['site.requireSecondStep'], { body: { required: true } });
    const page = await site.page(browser, null, { ...contextOptions, viewport });
    await page.goto('/new/video');
    await expect(page).toHaveURL(/\/login$/);
    await givePassword(page, other);
    await expect(page).toHaveURL(/\/profile$/);
    await expect(notice(page)).toContainText('As an admin you need a second step here');
    await page.reload();
    await expect(notice(page)).toBeVisible();
    await setUp(page);
    await expect(page).toHaveURL(/\/new\/video$/);
    await page.reload();
    await expect(page).toHaveURL(/\/new\/video$/);
  });
});
