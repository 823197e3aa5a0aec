import type { Route } from '@playwright/test';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

for (const { locale, language, sentence, again } of [
  { locale: 'en-GB', language: 'en', sentence: 'Duet could not be opened.', again: 'Try again' },
  { locale: 'ro-RO', language: 'ro', sentence: 'Duet nu a putut fi deschis.', again: 'Încearcă din nou' },
]) {
  test(`says in ${language} that the app could not start, and starts it again`, async ({
    duet,
    browser,
    contextOptions,
  }) => {
    const page = await duet.page(browser, null, { ...contextOptions, locale });
    await page.route(new RegExp(`/assets/${language}-[^/]+\\.js$`), (route) => route.abort());
    await page.goto('/home');
    await expect(page.getByRole('alert')).toContainText(sentence);
    await expect(page.getByRole('progressbar')).toHaveCount(0);

    await page.unroute(new RegExp(`/assets/${language}-[^/]+\\.js$`));
    await page.getByRole('button', { name: again }).click();
    await splashIsGone(page);
    await expect(page.getByRole('banner')).toBeVisible();
  });
}

for (const { what, answer } of [
  { what: 'does not come', answer: (route: Route) => route.abort() },
  {
    what: 'is of a newer language than the browser knows',
    answer: (route: Route) => route.fulfill({ contentType: 'text/javascript', body: 'const newer = #;' }),
  },
]) {
  test(`says that the app could not start where its own script ${what}, and starts it again`, async ({
    duet,
    browser,
    contextOptions,
  }) => {
    const page = await duet.page(browser, null, { ...contextOptions, locale: 'ro-RO' });
    const script = /\/assets\/index-[^/]+\.js$/;
    await page.route(script, answer);
    await page.goto('/home');
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(page.getByRole('alert')).toContainText('Duet nu a putut fi deschis.');
    await expect(page.getByRole('progressbar')).toHaveCount(0);

    await page.unroute(script);
    await page.getByRole('button', { name: 'Încearcă din nou' }).click();
    await splashIsGone(page);
    await expect(page.getByRole('banner')).toBeVisible();
  });
}

test('opens where what the device kept of the person is damaged, and shows them once the server has told', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person('damaged'));
  for (const damage of [
    { language: 'fr' },
    { displayName: {} },
    { username: 1 },
    { profilePictureUrl: [] },
  ]) {
    await page.goto('/build.json');
    await page.evaluate((fields) => {
      const kept = JSON.parse(localStorage.getItem('duet.user') ?? '{}');
      localStorage.setItem('duet.user', JSON.stringify({ ...kept, ...fields }));
    }, damage);
    await page.goto('/home');
    await splashIsGone(page);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Feed' })).toHaveCount(1);
  }
});
