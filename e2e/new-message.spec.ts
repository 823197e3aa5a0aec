import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import { fail, hold } from './harness/feed.ts';
import { expect, test } from './harness/test.ts';

const isSearch = (url: URL) => url.pathname === '/api/messages/recipients';
const sheet = (page: Page) => page.getByRole('dialog', { name: 'New message' });
const found = (page: Page) => sheet(page).getByRole('list', { name: 'People' }).getByRole('button');
const openSheet = (page: Page) => page.getByRole('button', { name: 'New message' }).click();

test('somebody is found by a part of the name without its accents, and written to; back returns to the inbox', async ({
  duet,
  as,
}) => {
  const [ana, stefan] = [await duet.person('anamaria'), await duet.person('stefan')];
  await stefan.api.call(accountsEndpoints['accounts.changeUser'], {
    params: { id: stefan.id },
    body: { displayName: 'Unchiul Ștefăniță de la Vălenii de Munte' },
  });
  const page = await as(ana, '/messages');
  await openSheet(page);
  await expect(found(page).first()).toHaveAccessibleName(/admin/);
  await sheet(page).getByRole('textbox', { name: 'To' }).fill('stefani');
  await expect(found(page)).toHaveCount(1);
  await expect(found(page)).toHaveAccessibleName(
    `Unchiul Ștefăniță de la Vălenii de Munte @${stefan.username}`,
  );
  await found(page).click();
  await page.waitForURL(`**/messages?to=${stefan.id}`);
  await expect(sheet(page)).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Write a message' }).fill('hello there');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.locator('[data-message-id]').getByText('hello there')).toBeVisible();
  await page.goBack();
  await page.waitForURL('**/messages');
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('Unchiul Ștefăniță');
});

test('people who are still on their way have a place that shows', async ({ duet, as }) => {
  const page = await as(await duet.person('anamaria'), '/messages');
  const release = await hold(page, isSearch);
  await openSheet(page);
  const waiting = sheet(page).locator('[aria-busy="true"] li');
  await expect(waiting).toHaveCount(2);
  await expect(waiting.first()).toHaveCSS('height', '60px');
  release();
  await expect(found(page).first()).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('Enter takes the first; only what was typed last is shown', async ({ duet, as }) => {
  const [ana, dan] = [await duet.person('anamaria'), await duet.person('danny')];
  const page = await as(ana, '/messages');
  await openSheet(page);
  const to = sheet(page).getByRole('textbox', { name: 'To' });
  await to.pressSequentially(dan.username);
  await expect(found(page)).toHaveCount(1);
  await to.press('Enter');
  await page.waitForURL(`**/messages?to=${dan.id}`);
});

test('says when there is nobody, and when the search failed, and tries again', async ({ duet, as }) => {
  const page = await as(await duet.person('anamaria'), '/messages');
  await page.route(isSearch, (route) => fail(route, 400));
  await openSheet(page);
  const retry = sheet(page).getByRole('button', { name: 'Try Again' });
  await expect(retry).toBeVisible();
  await page.unroute(isSearch);
  await retry.click();
  await expect(found(page).first()).toBeVisible();
  await sheet(page).getByRole('textbox', { name: 'To' }).fill('zzz');
  await expect(sheet(page).getByText('Nobody called “zzz” was found.')).toBeVisible();
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/messages$/);
});
