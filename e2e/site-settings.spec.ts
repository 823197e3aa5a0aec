import { siteEndpoints } from '@duet/contract/site/endpoints';
import type { Page } from '@playwright/test';
import type { Duet } from './harness/duet.ts';
import { fail, toastOf } from './harness/feed.ts';
import { photo } from './harness/gallery.ts';
import { publishText } from './harness/posts.ts';
import { openWithEvents } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const isChange = (url: URL) => url.pathname === '/api/admin/site';
const name = (page: Page) => page.getByLabel('Name of the site');
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const said = (page: Page) => page.locator('.toast').filter({ hasText: 'Saved' });
const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());
const settings = async (site: Duet) => (await site.guest.call(siteEndpoints['site.show'], {})).data.site;

test.describe('the settings of the site', () => {
  let site: Duet;
  let page: Page;

  test.beforeEach(async ({ fresh, browser, contextOptions, viewport }) => {
    site = await fresh();
    page = await site.page(browser, await site.admin(), { ...contextOptions, viewport });
    await page.goto('/admin/site');
  });

  test('give it its name in every open page at once, and in every new one from the first byte', {
    tag: '@postgres',
  }, async ({ browser }) => {
    const ana = await site.person('ana');
    const other = await site.page(browser, ana);
    await openWithEvents(other, '/home');
    const logo = other.getByRole('banner').getByRole('link');
    await expect(logo).toHaveText('Duet');
    await expect(other).toHaveTitle(/ · Duet$/);
    await name(page).fill('Ana & Dan');
    await page.getByLabel('A line about it').fill('Since the summer of 2019');
    await save(page).click();
    await expect(said(page)).toBeVisible();
    await expect(save(page)).toBeHidden();
    await expect(page.getByRole('banner').getByRole('link')).toHaveText('Ana & Dan');
    await expect(page).toHaveTitle('This site · Ana & Dan');
    await expect(logo).toHaveText('Ana & Dan');
    await expect(other).toHaveTitle(/ · Ana & Dan$/);
    await expect(logo).toHaveAccessibleName('Ana & Dan, to the feed');

    const html = await (await page.request.get(`${site.url}/home`)).text();
    expect(html).toContain('<title>Ana &amp; Dan</title>');
    expect(html).toContain('<meta property="og:site_name" content="Ana &amp; Dan">');
    expect(html).toContain('<meta name="description" content="Since the summer of 2019">');
    expect(html).toContain('<div class="splash-name written">Ana &amp; Dan</div>');
    const manifest = await (await page.request.get(`${site.url}/manifest.webmanifest`)).json();
    expect(manifest).toMatchObject({
      name: 'Ana & Dan',
      short_name: 'Ana & Dan',
      description: 'Since the summer of 2019',
    });
    const post = await publishText(await site.admin(), '<p>A day at the sea</p>');
    const preview = await (await page.request.get(`${site.url}/post/${post._id}`)).text();
    expect(preview).toContain('<title>A day at the sea · Ana &amp; Dan</title>');
  });

  test('show the colour in both themes without another one first, and offer the nearest that reads', async ({
    browser,
  }) => {
    const guest = await site.page(browser, null);
    await guest.goto('/home');
    expect(await accentOf(guest)).toBe('#c2335a');
    const code = page.getByLabel('Colour', { exact: true });
    await code.fill('#ffd400');
    await expect(page.getByRole('alert')).toHaveText('Text in this colour cannot be read in both themes.');
    const suggestion = page.getByText('The nearest that can is #');
    const nearest = /#[0-9a-f]{6}/.exec((await suggestion.textContent()) ?? '')?.[0] ?? '';
    await page.getByRole('button', { name: 'Use this colour' }).click();
    await expect(code).toHaveValue(nearest);
    await expect(suggestion).toBeHidden();
    await code.fill('#1d6b8f');
    await save(page).click();
    await expect(said(page)).toBeVisible();
    await expect.poll(() => accentOf(page)).toBe('#1d6b8f');
    const button = page.getByRole('button', { name: 'Use this colour' });
    await expect(button).toBeHidden();

    // Before any script of the app has run.
    await guest.route(/\/assets\/.*\.js$/, (route) =>
      /\/assets\/theme/.test(route.request().url()) ? route.continue() : route.abort(),
    );
    const refused: string[] = [];
    guest.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    for (const [colorScheme, accent] of [
      ['light', '#1d6b8f'],
      ['dark', /^#(?!ff8da8)[0-9a-f]{6}$/],
    ] as const) {
      await guest.emulateMedia({ colorScheme });
      await guest.goto('/home', { waitUntil: 'domcontentloaded' });
      await expect.poll(() => accentOf(guest)).toMatch(accent);
    }
    expect(refused).toEqual([]);

    await code.fill('#c2335a');
    await save(page).click();
    await expect.poll(() => accentOf(page)).toBe('#c2335a');
  });

  test('keep what was typed over a failure and a reload, and send only what was changed', async ({
    browser,
  }) => {
    await name(page).fill('Our house');
    await page.getByLabel('Time zone').fill('Moon/Base');
    await page.route(isChange, (route) => fail(route, 503, 'The site is very busy right now.'));
    await save(page).click();
    await expect(toastOf(page, 'The site is very busy right now.').first()).toBeVisible();
    await page.unroute(isChange);
    await page.reload();
    await expect(name(page)).toHaveValue('Our house');
    await save(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      'There is no such time zone. Write it like Europe/Bucharest.',
    );
    await expect(name(page)).toHaveValue('Our house');

    // Another admin changes something else meanwhile: both are kept.
    const second = await site.page(browser, await site.otherAdmin('second'));
    await second.goto('/admin/site');
    await second.getByLabel('A line about it').fill('Two of us');
    await save(second).click();
    await expect(said(second)).toBeVisible();
    await expect(page.getByLabel('A line about it')).toHaveValue('Two of us');
    await page.getByLabel('Time zone').fill('Europe/Bucharest');
    await save(page).click();
    await expect(said(page)).toBeVisible();
    await expect(name(second)).toHaveValue('Our house');
    expect(await settings(site)).toMatchObject({
      name: 'Our house',
      line: 'Two of us',
      timeZone: 'Europe/Bucharest',
    });
    await name(page).fill('Never');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(name(page)).toHaveValue('Our house');
  });

  test('have a cover and an icon, made into every size', async () => {
    const field = (label: string) => page.getByRole('group', { name: label });
    for (const label of ['Cover picture', 'Icon'])
      await field(label).locator('input[type=file]').setInputFiles(photo('us.png'));
    for (const label of ['Cover picture', 'Icon']) {
      await expect(field(label).locator('img')).toBeVisible();
    }
    await save(page).click();
    await expect(said(page)).toBeVisible();
    const { coverUrl, iconUrl } = await settings(site);
    for (const url of [coverUrl, iconUrl])
      expect((await page.request.get(`${site.url}${url}`)).status()).toBe(200);
    const { icons } = await (await page.request.get(`${site.url}/manifest.webmanifest`)).json();
    expect(icons).toHaveLength(4);
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (address) => {
        const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
        return `${width}x${height}`;
      }, src);
      expect(size).toBe(sizes);
    }
    const html = await (await page.request.get(`${site.url}/home`)).text();
    expect(html).toMatch(/<link rel="apple-touch-icon" href="\/media\/photos\/[^"]+\.png">/);
    const served = await page.request.get(`${site.url}/icons/icon-192.png`);
    expect(served.url()).toContain('/media/photos/');
    await field('Icon').getByRole('button', { name: 'Remove' }).click();
    await save(page).click();
    await expect.poll(async () => (await settings(site)).iconUrl).toBeNull();
  });

  test('choose the language of who comes for the first time, and of nobody else', async ({ browser }) => {
    await page.getByRole('radio', { name: 'Română' }).check();
    await save(page).click();
    await expect(said(page)).toBeVisible();
    const first = await site.page(browser, null, { locale: 'en-GB' });
    await first.goto('/home');
    await expect(first.locator('html')).toHaveAttribute('lang', 'ro');
    await expect(first.getByRole('banner').getByRole('button')).toHaveText('Conectare');
    await first.evaluate(() => localStorage.setItem('duet.language', 'en'));
    await first.reload();
    await expect(first.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('have a first page for a new admin, which can be left and found again', async () => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Settings of the site' }).click();
    await page.getByRole('link', { name: 'Make it yours' }).click();
    await expect(page).toHaveURL(/\/welcome$/);
    const welcome = page.locator('[data-route="/welcome"]');
    await welcome.getByLabel('Name of the site').fill('The two of us');
    await welcome.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('banner').getByRole('link')).toHaveText('The two of us');
    await welcome.getByRole('button', { name: 'Invite', exact: true }).click();
    const invitations = page.getByRole('dialog', { name: 'Invitations' });
    await invitations.getByLabel('Role').selectOption('admin');
    await invitations.getByRole('button', { name: 'Make a link' }).click();
    await expect(invitations.getByRole('textbox').first()).toHaveValue(/\/join#/);
    await page.keyboard.press('Escape');
    await expect(invitations).toHaveCount(0);
    await welcome.getByRole('button', { name: 'Write a post' }).click();
    await expect(page).toHaveURL(/\/new\/richtext$/);
    await page.goBack();
    await welcome.getByRole('button', { name: 'To the feed' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await page.getByRole('link', { name: 'Make this site yours' }).click();
    await expect(page).toHaveURL(/\/welcome$/);
  });

  test('are for admins', async ({ browser }) => {
    const ana = await site.page(browser, await site.person('ana'));
    await ana.goto('/admin/site');
    await expect(ana).toHaveURL(/\/home$/);
  });
});

test('what the environment decides is said, and cannot be changed here', async ({ fresh, browser }) => {
  const site = await fresh({ DUET_REGISTRATION: 'closed' });
  const page = await site.page(browser, await site.admin());
  await page.goto('/admin/site');
  const joining = page.getByRole('group', { name: 'Who may create an account' });
  await expect(joining).toContainText('The server sets this itself (DUET_REGISTRATION)');
  await expect(joining.getByRole('radio', { name: /^Nobody on their own/ })).toBeChecked();
  await expect(joining.getByRole('radio', { name: /^Everybody Anyone/ })).toBeDisabled();
});
