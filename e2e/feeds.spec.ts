import { siteEndpoints } from '@duet/contract/site/endpoints';
import { toastOf } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

test('the profile has the address of the feed; on a private site a secret one, which can be made anew', async ({
  fresh,
  browser,
}) => {
  const site = await fresh();
  const admin = await site.admin();
  const ana = await site.person('ana');
  await publishText(admin, '<p>For a feed reader</p>');
  const page = await site.page(browser, ana);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/profile');
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'In a feed reader' }) });
  const field = section.getByLabel('Address of the feed');
  await expect(field).toHaveValue(`${site.url}/feed.atom`);
  await section.getByRole('button', { name: 'Copy link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/feed.atom`);
  await expect(section.getByRole('button', { name: 'Create a new address' })).toHaveCount(0);

  await admin.api.call(siteEndpoints['site.change'], { body: { reading: 'members' } });
  await page.reload();
  await expect(field).toHaveValue(/\/feed\.atom\?key=/);
  const first = await field.inputValue();
  expect(await (await fetch(first)).text()).toContain('For a feed reader');
  const renew = section.getByRole('button', { name: 'Create a new address' });
  await renew.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveValue(first);
  await renew.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new address' }).click();
  await expect(toastOf(page, 'You have a new address.')).toBeVisible();
  await expect(field).not.toHaveValue(first);
  expect((await fetch(first)).status).toBe(401);
  expect((await fetch(await field.inputValue())).status).toBe(200);
});
