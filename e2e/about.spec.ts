import { aboutEndpoints } from '@duet/contract/about/endpoints';
import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { siteEndpoints } from '@duet/contract/site/endpoints';
import type { Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import type { Duet, Person } from './harness/duet.ts';
import { fail, hold, loginPrompt, toastOf } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { openWithEvents } from './harness/requests.ts';
import { comeBack, goBehind, keptDrafts } from './harness/tabs.ts';
import { expect, test } from './harness/test.ts';

const isAbout = (url: URL) => url.pathname === '/api/site/about';
const isChange = (url: URL) => url.pathname === '/api/admin/site/about';
const names = (page: Page) =>
  page.locator('[data-route="/about"]').getByRole('heading', { level: 2, name: / and / });
const story = (page: Page) => page.getByRole('textbox', { name: 'Your story' });
const since = (page: Page) => page.getByLabel('Together since');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const editButton = (page: Page) => page.getByRole('button', { name: 'Edit page' });
const comparison = (page: Page) => page.getByRole('dialog', { name: 'Changed in two places' });

const stored = async (duet: Duet) => (await duet.guest.call(aboutEndpoints['about.show'], {})).data.about;
const change = (by: Person, body: { story?: string; since?: string | null }) =>
  by.api.call(aboutEndpoints['about.change'], { body });

/** Waits until the device keeps the words, then begins the page anew. */
async function reloadKeeping(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => Object.values({ ...localStorage }).join(' '))).toContain(words);
  await page.reload();
}

let site: Duet;
let ana: Person;
let dan: Person;
test.beforeEach(async ({ fresh }) => {
  site = await fresh();
  ana = await site.admin();
  dan = await site.otherAdmin('dan');
  for (const [who, displayName] of [
    [ana, 'Ana'],
    [dan, 'Dan'],
  ] as const) {
    await who.api.call(accountsEndpoints['accounts.changeUser'], {
      params: { id: who.id },
      body: { displayName },
    });
  }
});

test('a guest finds the page about the couple at the head of the feed, a member on the pages of the two', async ({
  browser,
  contextOptions,
}) => {
  const viewport = { width: 390, height: 844 };
  const mia = await site.person('mia');
  await publishText(ana, '<p>Boats</p>');
  const guest = await site.page(browser, null, { ...contextOptions, viewport });
  await guest.goto('/home');
  const way = guest.locator('[data-route="/home"]').getByRole('link', { name: 'About us' }).first();
  await expect(way).toBeInViewport();
  expect((await boxOf(way)).height).toBeGreaterThanOrEqual(44);
  await way.click();
  await expect(guest).toHaveURL('/about');
  await expect(names(guest)).toHaveText('Ana and Dan');

  const member = await site.page(browser, mia, { ...contextOptions, viewport });
  await member.goto(`/people/${dan.id}`);
  await member.locator('[data-route="/people/:id"]').getByRole('link', { name: 'About us' }).click();
  await expect(names(member)).toHaveText('Ana and Dan');
  // Only whose site it is has such a link.
  await member.goto(`/people/${mia.id}`);
  await expect(member.getByRole('button', { name: 'Edit profile' })).toBeVisible();
  await expect(
    member.locator('[data-route="/people/:id"]').getByRole('link', { name: 'About us' }),
  ).toHaveCount(0);
});

test.describe('the page about the couple', () => {
  let page: Page;
  test.beforeEach(async ({ browser, contextOptions, viewport }) => {
    page = await site.page(browser, ana, { ...contextOptions, viewport });
  });

  test('invites an admin to write, keeps the words over a reload, and shows them to everybody', async ({
    browser,
  }) => {
    await page.goto('/about');
    await expect(page).toHaveTitle('About us · Duet');
    await expect(names(page)).toHaveText('Ana and Dan');
    await page.getByRole('button', { name: 'Write your story' }).click();
    await page.waitForURL('**/about/edit');
    await story(page).click();
    await page.keyboard.type('We met on a train.');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('Late, as ever.');
    await since(page).fill('2019-02-14');
    await reloadKeeping(page, 'Late, as ever.');
    await expect(story(page)).toContainText('Late, as ever.');
    await expect(since(page)).toHaveValue('2019-02-14');
    await expect(page.getByText('Saved on this device')).toBeVisible();

    await page.route(isChange, (route) => fail(route, 503, 'The site is very busy right now.'));
    await save(page).click();
    await expect(toastOf(page, 'The site is very busy right now.').first()).toBeVisible();
    await expect(story(page)).toContainText('We met on a train.');
    await page.unroute(isChange);
    await save(page).click();
    await page.waitForURL('**/about');
    await expect(toastOf(page, 'Page updated')).toBeVisible();
    // The form is still there while it slides out.
    await expect(story(page)).toHaveCount(0);
    await expect(page.getByText('We met on a train.')).toBeVisible();
    await expect(page.locator('strong', { hasText: 'Late, as ever.' })).toBeVisible();
    expect(await stored(site)).toMatchObject({
      story: '<p>We met on a train.</p><p><strong>Late, as ever.</strong></p>',
      since: '2019-02-14',
    });

    const guest = await site.page(browser, null);
    await guest.goto('/about');
    await expect(guest.getByText('We met on a train.')).toBeVisible();
    await expect(guest.getByText(/^Together since February 14, 2019\d+ years/)).toBeVisible();
    await expect(editButton(guest)).toHaveCount(0);
    // People's pages are for those who are signed in.
    await names(guest).getByRole('link', { name: 'Dan' }).click();
    await expect(loginPrompt(guest)).toBeVisible();

    await names(page).getByRole('link', { name: 'Dan' }).click();
    await page.waitForURL(`**/people/${dan.id}`);
    await page.goBack();
    await editButton(page).click();
    await expect(since(page)).toHaveValue('2019-02-14');
    // What was saved is no edit any more.
    await expect(page.getByText('Saved on this device')).toHaveCount(0);
  });

  test('is whole without a story to those who cannot write one, and not theirs to edit', async ({
    browser,
  }) => {
    const reader = await site.page(browser, await site.person('reader'));
    await reader.goto('/about');
    await expect(names(reader)).toHaveText('Ana and Dan');
    await expect(reader.getByText('Your story begins here')).toHaveCount(0);
    await expect(editButton(reader)).toHaveCount(0);
    await reader.goto('/about/edit');
    await reader.waitForURL('**/home');
  });

  test('shows in open pages what is saved, and takes over what only the other one changed', async ({
    browser,
  }) => {
    await change(ana, { story: '<p>One.</p>', since: '2019-02-14' });
    const reader = await site.page(browser, await site.person('reader'));
    await openWithEvents(reader, '/about');
    await expect(reader.getByText('One.')).toBeVisible();
    await page.goto('/about/edit');
    await story(page).locator('p').last().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' And two.');
    await change(dan, { since: '2018-01-01' });
    await expect(reader.getByText('Together since January 1, 2018')).toBeVisible();
    await save(page).click();
    await page.waitForURL('**/about');
    await expect(
      toastOf(page, /Changed elsewhere meanwhile, and kept as well: Together since/),
    ).toBeVisible();
    expect(await stored(site)).toMatchObject({ story: '<p>One. And two.</p>', since: '2018-01-01' });
    await expect(reader.getByText('One. And two.')).toBeVisible();
  });

  test('overwrites nothing of the other one unseen', async () => {
    await change(ana, { story: '<p>One.</p>' });
    await page.goto('/about/edit');
    await story(page).locator('p').last().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Of Ana.');
    await change(dan, { story: '<p>One. Of Dan.</p>' });
    await save(page).click();
    const text = comparison(page).getByRole('region', { name: 'Your story' });
    await expect(text).toContainText('One. Of Ana.');
    await expect(text).toContainText('One. Of Dan.');
    expect((await stored(site)).story).toBe('<p>One. Of Dan.</p>');
    await text.getByRole('radio', { name: 'Take theirs' }).check();
    await comparison(page).getByRole('button', { name: 'Go on' }).click();
    await expect(story(page)).toHaveText('One. Of Dan.');
    await page.keyboard.press('Escape');
    await story(page).locator('p').last().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' And of both.');
    await save(page).click();
    await page.waitForURL('**/about');
    expect((await stored(site)).story).toBe('<p>One. Of Dan. And of both.</p>');
  });

  test('compares the words of now where that was put off', async () => {
    await change(ana, { story: '<p>One.</p>' });
    await page.goto('/about/edit');
    await story(page).fill('One. Of Ana.');
    await change(dan, { story: '<p>One. Of Dan.</p>' });
    await save(page).click();
    await expect(comparison(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(comparison(page)).toHaveCount(0);
    await story(page).fill('One. Of Ana. And more.');
    await since(page).fill('2019-02-14');
    await save(page).click();
    await expect(comparison(page)).toContainText('One. Of Ana. And more.');
    await comparison(page).getByRole('radio', { name: 'Keep mine' }).check();
    await comparison(page).getByRole('button', { name: 'Go on' }).click();
    await save(page).click();
    await page.waitForURL('**/about');
    expect(await stored(site)).toMatchObject({ story: '<p>One. Of Ana. And more.</p>', since: '2019-02-14' });
  });

  test('leaves what another tab has written while this one saves, and goes on with it', async () => {
    await change(ana, { story: '<p>One.</p>' });
    await page.goto('/about/edit');
    await story(page).fill('One. Two.');
    const asked = page.waitForRequest((request) => request.method() === 'PUT');
    const release = await hold(page, isChange);
    await save(page).click();
    await asked;
    await goBehind(page);
    const other = await page.context().newPage();
    await other.goto('/about/edit');
    await story(other).fill('One. Two. Three.');
    await expect.poll(() => keptDrafts(other)).toContain('Three.');
    await comeBack(page);
    await expect(story(page)).toHaveText('One. Two. Three.');
    release();
    await expect(toastOf(page, 'What was written in another tab meanwhile is here')).toBeVisible();
    expect((await stored(site)).story).toBe('<p>One. Two.</p>');
    await save(page).click();
    await page.waitForURL('**/about');
    expect((await stored(site)).story).toBe('<p>One. Two. Three.</p>');
  });

  test('compares no longer what another tab has decided', async () => {
    await change(ana, { story: '<p>One.</p>' });
    await page.goto('/about/edit');
    await story(page).fill('One. Of Ana.');
    await change(dan, { story: '<p>One. Of Dan.</p>' });
    await save(page).click();
    await expect(comparison(page)).toBeVisible();
    await goBehind(page);
    const other = await page.context().newPage();
    await other.goto('/about/edit');
    await comparison(other).getByRole('radio', { name: 'Take theirs' }).check();
    await comparison(other).getByRole('button', { name: 'Go on' }).click();
    await story(other).fill('One. Of both.');
    await expect.poll(() => keptDrafts(other)).toContain('Of both.');
    await comeBack(page);
    await expect(comparison(page)).toHaveCount(0);
    await expect(story(page)).toHaveText('One. Of both.');
  });

  test('refuses a day to come at its field, and keeps pictures out', async () => {
    await page.goto('/about/edit');
    await since(page).fill('2199-01-01');
    await save(page).click();
    await expect(page.getByRole('alert')).toHaveText('This day has not come yet.');
    await expect(page.getByRole('button', { name: 'Insert pictures' })).toHaveCount(0);
    await story(page).evaluate((element) => {
      const data = new DataTransfer();
      data.setData('text/html', '<p>Words</p><img src="https://example.org/x.png">');
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(toastOf(page, /no room for pictures/)).toBeVisible();
    await expect(story(page)).toContainText('Words');
    await expect(story(page).locator('img[src^="https"]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/home');
    await page.goto('/about/edit');
    await expect(since(page)).toHaveValue('');
  });

  test('is edited as it is stored after changes were discarded', async () => {
    await change(ana, { story: '<p>Boats.</p>' });
    await page.goto('/about');
    await editButton(page).click();
    await story(page).fill('Trains.');
    await since(page).fill('2019-02-14');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/about');
    // The form is still there while it slides out.
    await expect(story(page)).toHaveCount(0);
    await change(dan, { story: '<p>Boats and sails.</p>' });
    await editButton(page).click();
    await expect(story(page)).toHaveText('Boats and sails.');
    await expect(since(page)).toHaveValue('');
  });

  test('says that it could not be loaded, and is tried again', async () => {
    await page.route(isAbout, (route) => fail(route, 400));
    await page.goto('/about');
    await expect(page.getByText('This page could not be loaded')).toBeVisible();
    await page.unroute(isAbout);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(names(page)).toHaveText('Ana and Dan');
  });

  test('is reached from the end of the feed, the profile and the settings, and leads to the posts', async () => {
    await publishText(ana, '<p>The first</p>');
    for (const path of ['/home', '/profile', '/admin/site']) {
      await page.goto(path);
      await page.locator('[data-route]:not([inert])').getByRole('link', { name: 'About us' }).click();
      await page.waitForURL('**/about');
      await expect(names(page)).toBeVisible();
    }
    await page.getByRole('link', { name: /^1 post since/ }).click();
    await page.waitForURL('**/home');
    await expect(page.getByText('The first')).toBeVisible();
  });
});

test('a shared link of the page tells how the story begins; that of a private site tells nothing', async ({
  browser,
}) => {
  await change(ana, { story: '<p>We met on a <b>train</b>.</p>' });
  const head = async () => (await fetch(`${site.url}/about`)).text();
  expect(await head()).toContain('<meta property="og:description" content="We met on a train.">');
  await ana.api.call(siteEndpoints['site.change'], { body: { reading: 'members' } });
  expect(await head()).not.toContain('train');
  const guest = await site.page(browser, null);
  await guest.goto('/about');
  await expect(guest.getByText('This site is for people who have an account here.')).toBeVisible();
  await expect(guest.getByText('Ana')).toHaveCount(0);
});
