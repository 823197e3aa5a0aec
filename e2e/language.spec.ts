import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

test('English and Romanian are chosen at once, and kept on the device [SHELL-04, SHELL-05]', async ({
  page,
}) => {
  await page.goto('/login');
  const heading = page.getByRole('heading', { level: 1 });
  const loads = await page.evaluate(() => performance.timeOrigin);
  for (const [choice, words, lang] of [
    ['Română', 'Conectare', 'ro'],
    ['English', 'Sign in', 'en'],
    ['Română', 'Conectare', 'ro'],
  ] as const) {
    await page.getByRole('radio', { name: choice }).click();
    await expect(heading).toHaveText(words);
    await expect(page.getByRole('banner').getByRole('button', { name: words })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page).toHaveTitle(`${words} · Duet`);
  }
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loads);

  // The server speaks it too.
  await page.getByLabel('Nume de utilizator').fill('nimeni');
  await page.getByLabel('Parolă', { exact: true }).fill('Gresit-1');
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/auth/login'));
  await page.locator('form').getByRole('button', { name: 'Conectare' }).click();
  expect((await asked).headers()['accept-language']).toBe('ro');
  await expect(page.locator('.toast-danger')).toBeVisible();
  await expect(page.locator('.toast-danger')).not.toContainText('Login failed');
  await page.reload();
  await expect(heading).toHaveText('Conectare');
});

test('the language is Romanian for a browser or a clock of Romania or Moldova, else English [SHELL-06..09]', async ({
  as,
}) => {
  for (const [locale, timezoneId, lang, words] of [
    ['ro-RO', 'UTC', 'ro', 'Conectare'],
    ['en-GB', 'Europe/Bucharest', 'ro', 'Conectare'],
    ['de-DE', 'Europe/Chisinau', 'ro', 'Conectare'],
    ['fr-FR', 'Europe/Paris', 'en', 'Sign in'],
  ] as const) {
    const page = await as(null, '/home', { locale, timezoneId });
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.getByRole('banner').getByRole('button', { name: words })).toBeVisible();
  }
});

test("a person's own language comes before that of the browser, on every device [SHELL-10]", async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  for (const [language, locale, words] of [
    ['ro', 'en-GB', 'Mesaje'],
    ['en', 'ro-RO', 'Messages'],
  ] as const) {
    await person.api.call(accountsEndpoints['accounts.savePreferences'], { body: { language } });
    const page = await as(await duet.signIn(person.username), '/home', { locale });
    await expect(page.getByRole('banner').getByRole('button', { name: words })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
});

test('a language stays chosen where the page was asking who one is, and hears of the former one only then', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person());
  await page.clock.install();
  await page.goto('/profile');
  const romanian = page.getByRole('radio', { name: 'Română' });
  await expect(romanian).toBeVisible();
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/auth/user', async (route) => {
    const response = await serverAnswer(route);
    asked.resolve();
    await late.promise;
    await route.fulfill({ response });
  });
  // Who comes back to the page after a minute is asked for again.
  await page.clock.fastForward(61_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await asked.promise;
  const kept = page.waitForResponse((response) => response.url().endsWith('/api/users/preferences'));
  await romanian.click();
  expect((await kept).status()).toBe(200);
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/user'));
  late.resolve();
  await (await answer).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await page.evaluate(() => localStorage.getItem('duet.user'))).toContain('"language":"ro"');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ro');
});
