import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { siteEndpoints } from '@duet/contract/site/endpoints';
import type { Page } from '@playwright/test';
import { accessibilityFaults } from './harness/axe.ts';
import type { Duet, Person } from './harness/duet.ts';
import { toastOf } from './harness/feed.ts';
import { answerFirst, followRequests } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';
import { turnOnSecondStep } from './harness/totp.ts';
import { VirtualAuthenticator } from './harness/virtual-authenticator.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Signing in' });
const list = (page: Page) => page.getByRole('list', { name: 'Your passkeys' });
const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' });

/** The site by a name: a number has no passkeys. */
const named = ({ url }: Pick<Duet, 'url'>) => url.replace('127.0.0.1', 'localhost');

async function givePassword(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in by the password at the named address, and adds a passkey of an authenticator of its own. */
async function addPasskey(page: Page, duet: Duet, person: Person): Promise<VirtualAuthenticator> {
  await page.goto(`${named(duet)}/login`);
  await givePassword(page, person);
  await expect(page).toHaveURL(/\/home$/);
  const pending = followRequests(page);
  await page.goto(`${named(duet)}/profile`);
  const authenticator = await VirtualAuthenticator.addTo(page);
  // What comes later moves the button.
  await expect.poll(pending).toEqual([]);
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(toastOf(page, 'The passkey is added.')).toBeVisible();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  return authenticator;
}

/**
 * Has the person touch the authenticator once the page asks the server for what a passkey is to sign. Before, they would take
 * what the field of the username suggests; once the browser has asked the authenticator, a touch is no longer seen.
 */
async function touchOnceAsked(page: Page, authenticator: VirtualAuthenticator): Promise<void> {
  await answerFirst(page, '**/api/auth/passkeys/sign-in/begin', async (route) => {
    await authenticator.answer(true);
    await route.continue();
  });
}

async function pressPasskey(page: Page, authenticator: VirtualAuthenticator): Promise<void> {
  await touchOnceAsked(page, authenticator);
  await usePasskey(page).click();
}

async function signOut(page: Page, duet: Duet): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(page).toHaveURL(/\/home$/);
  // The suggestion in the field asks for a challenge as well: what is pressed after it is another one's.
  const suggested = page.waitForResponse('**/api/auth/passkeys/sign-in/begin');
  await page.goto(`${named(duet)}/login`);
  await suggested;
}

test('a passkey is added, named, signs in without a password, and is removed', { tag: '@postgres' }, async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  const page = await as(null);
  const authenticator = await addPasskey(page, duet, person);
  expect(await authenticator.count()).toBe(1);
  await expect(list(page)).toContainText('Not used yet');
  await list(page).getByRole('button', { name: 'Rename' }).click();
  const sheet = page.getByRole('dialog', { name: 'Rename the passkey' });
  await sheet.getByLabel('Name').fill('   ');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('This field is required');
  await sheet.getByLabel('Name').fill('My phone');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(list(page)).toContainText('My phone');
  // A second one for the same device is none.
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(toastOf(page, 'This device has a passkey for your account already.')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await authenticator.answer(false);
  await signOut(page, duet);
  await expect(usePasskey(page)).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username webauthn');
  expect(await accessibilityFaults(page)).toEqual([]);
  await pressPasskey(page, authenticator);
  await expect(page).toHaveURL(/\/home$/);
  await page.goto(`${named(duet)}/profile`);
  await expect(list(page)).toContainText('Last used');

  await list(page).getByRole('button', { name: 'Remove the passkey My phone' }).click();
  await page
    .getByRole('dialog', { name: 'Remove this passkey?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(toastOf(page, 'The passkey is removed.')).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await authenticator.answer(false);
  await signOut(page, duet);
  await pressPasskey(page, authenticator);
  await expect(toastOf(page, 'This passkey was not accepted.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('a passkey is suggested in the field of the username, and leads to where one was sent from', async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  const page = await as(null);
  const authenticator = await addPasskey(page, duet, person);
  await authenticator.answer(false);
  await signOut(page, duet);
  await touchOnceAsked(page, authenticator);
  const suggested = page.waitForRequest('**/api/auth/passkeys/sign-in');
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await page.goto(`${named(duet)}/messages`);
  expect((await suggested).postDataJSON()).toMatchObject({ credential: { type: 'public-key' } });
  await expect(page).toHaveURL(/\/messages$/);
  expect(visited).toContain('/login');
});

test('a passkey takes the place of the code, and of the password of a proof', async ({ duet, as }) => {
  const person = await duet.person();
  const page = await as(null);
  const authenticator = await addPasskey(page, duet, person);
  await turnOnSecondStep(person);
  await authenticator.answer(false);
  await signOut(page, duet);
  await givePassword(page, person);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await authenticator.answer(true);
  await usePasskey(page).click();
  await expect(page).toHaveURL(/\/home$/);

  await page.goto(`${named(duet)}/profile`);
  let refused = false;
  await page.route('**/api/auth/totp', async (route) => {
    if (refused || route.request().method() !== 'DELETE') return route.fallback();
    refused = true;
    await route.fulfill({
      status: 403,
      json: {
        success: false,
        code: 'PROOF_NEEDED',
        error: 'Please confirm with your password that it is you.',
      },
    });
  });
  await section(page).getByRole('button', { name: 'Turn off' }).click();
  await page
    .getByRole('dialog', { name: 'Turn the second step off?' })
    .getByRole('button', { name: 'Turn off' })
    .click();
  const proof = page.getByRole('dialog', { name: 'Is it you?' });
  await expect(proof).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await usePasskey(page).click();
  await expect(toastOf(page, 'The second step is off.')).toBeVisible();
});

test('a copied, a replayed and a foreign signature are refused', async ({ duet, as }) => {
  const person = await duet.person();
  const page = await as(null);
  const authenticator = await addPasskey(page, duet, person);
  const copyPage = await as(null);
  await copyPage.goto(`${named(duet)}/about`);
  const copy = await VirtualAuthenticator.addTo(copyPage);
  await copy.answer(false);
  await authenticator.copyTo(copy);

  await authenticator.answer(false);
  await signOut(page, duet);
  const sent = page.waitForRequest('**/api/auth/passkeys/sign-in');
  await pressPasskey(page, authenticator);
  await expect(page).toHaveURL(/\/home$/);
  const url = `${named(duet)}/api/auth/passkeys/sign-in`;
  const replayed = await page.request.post(url, { data: (await sent).postDataJSON() });
  expect([replayed.status(), (await replayed.json()).code]).toEqual([403, 'PASSKEY_REFUSED']);

  // The copy has signed less often than what it is a copy of.
  // Signs once: with each further signature it comes nearer to the count of the other.
  await copyPage.route('**/api/auth/passkeys/sign-in/begin', (route) => route.abort());
  const refused = copyPage.waitForEvent('requestfailed', (each) => each.url() === `${url}/begin`);
  await copyPage.goto(`${named(duet)}/login`);
  await refused;
  await pressPasskey(copyPage, copy);
  await expect(toastOf(copyPage, 'This passkey was not accepted.')).toBeVisible();
  await expect(copyPage).toHaveURL(/\/login$/);
  // Nobody knows which of them is the copy: the passkey is blocked for both, and its owner reads why.
  await page.goto(`${named(duet)}/profile`);
  await expect(list(page)).toContainText('there is a copy of it');
  expect(await accessibilityFaults(page)).toEqual([]);

  // Another site of the same domain, whose pages the browser lets use the passkey.
  const elsewhere = 'http://localhost:1/';
  await page.route(elsewhere, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere</p>' }),
  );
  const begun = await page.request.post(`${url}/begin`, { data: {} });
  const { options } = (await begun.json()).data;
  await page.goto(elsewhere);
  const signed = await page.evaluate(
    async ({ challenge }) => {
      const options = { challenge, rpId: 'localhost', userVerification: 'required' } as const;
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      return credential.toJSON() as { id: string; rawId: string; type: string; response: object };
    },
    options as { challenge: string },
  );
  const foreign = await page.request.post(url, { data: { credential: signed } });
  expect([foreign.status(), (await foreign.json()).code]).toEqual([403, 'PASSKEY_REFUSED']);
});

test('a passkey is the second step of an admin who needs one, and stays after a password link', async ({
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
  await page.goto(`${named(site)}/login`);
  await givePassword(page, other);
  await expect(page).toHaveURL(/\/home$/);
  const pending = followRequests(page);
  await page.goto(`${named(site)}/admin/site`);
  await expect(page).toHaveURL(/\/profile$/);
  const authenticator = await VirtualAuthenticator.addTo(page);
  await expect(section(page).getByRole('button', { name: 'Set up' })).toBeVisible();
  await expect.poll(pending).toEqual([]);
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page).toHaveURL(/\/admin\/site$/);
  await expect(page.getByRole('switch', { name: 'Second step for admins' })).toBeChecked();

  await page.goto(`${named(site)}/profile`);
  await authenticator.answer(false);
  await signOut(page, site);
  await givePassword(page, other);
  await expect(page.getByText('Your password is right. Now your passkey.')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await authenticator.answer(true);
  await usePasskey(page).click();
  await expect(page).toHaveURL(/\/home$/);

  const ana = await site.person('ana');
  const theirs = await site.page(browser, null, { ...contextOptions, viewport });
  await addPasskey(theirs, site, ana);
  const { data } = await admin.api.call(accountsEndpoints['accounts.makePasswordLink'], {
    params: { id: ana.id },
  });
  await theirs.goto(`${named(site)}/new-password#${data.code}`);
  await theirs.getByLabel('New password', { exact: true }).fill('Another!123');
  await theirs.getByLabel('Confirm new password').fill('Another!123');
  await theirs.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(toastOf(theirs, 'Your passkeys go on signing you in.')).toBeVisible();
  await theirs.getByRole('link', { name: 'Look at them' }).click();
  await expect(list(theirs).getByRole('listitem')).toHaveCount(1);
});
