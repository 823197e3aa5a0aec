import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { fail } from './harness/feed.ts';
import { expect, test } from './harness/test.ts';

test('admins read who did what to whom, narrowed to a kind or a person', async ({ fresh, browser }) => {
  const duet = await fresh();
  const admin = await duet.admin();
  const [ana, ion] = [await duet.person('ana'), await duet.person('ion')];
  const change = (id: string, body: { role?: 'admin'; password?: string }) =>
    admin.api.call(accountsEndpoints['accounts.changeUser'], { params: { id }, body });
  await change(ana.id, { role: 'admin' });
  await change(ion.id, { password: 'Another-Horse2' });
  await admin.api.call(accountsEndpoints['accounts.deleteUser'], { params: { id: ion.id } });
  const page = await duet.page(browser, admin);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Open Audit Log' }).click();
  await page.waitForURL('**/admin/audit');
  const lines = page.getByRole('list', { name: 'Lines of the audit' }).getByRole('listitem');
  await expect(lines).toHaveText([
    new RegExp(`^admin deleted the account of ${ion.username}`),
    new RegExp(`^admin set a new password for ${ion.username}`),
    new RegExp(`^admin made ${ana.username} an admin.*role: admin`),
  ]);
  await page.getByRole('radio', { name: 'Sign-ins' }).check();
  await expect(lines.first()).toContainText(`${ion.username} created their account`);
  await page.getByRole('radio', { name: 'All' }).check();
  await expect(lines).toHaveCount(6);
  await page.getByRole('textbox', { name: 'Who or whom' }).fill(ana.username);
  await page.keyboard.press('Enter');
  await expect(lines).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Who or whom' }).fill('nobody');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everybody' }).click();
  await expect(lines).toHaveCount(6);
});

test('long audits are loaded page by page; a failure says so and can be tried again', async ({
  fresh,
  browser,
}) => {
  const duet = await fresh({ DUET_RATE_LIMIT: '0' });
  const admin = await duet.admin();
  const ana = await duet.person('ana');
  for (let n = 0; n < 52; n += 1) {
    const name = n % 2 === 0 ? 'accounts.deleteUser' : 'accounts.restoreUser';
    await admin.api.call(accountsEndpoints[name], { params: { id: ana.id } });
  }
  const page = await duet.page(browser, admin);
  await page.route('**/api/admin/audit*', (route) => fail(route, 500));
  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { name: 'The audit could not be loaded' })).toBeVisible();
  await page.unroute('**/api/admin/audit*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  const lines = page.getByRole('list', { name: 'Lines of the audit' }).getByRole('listitem');
  await expect(lines).toHaveCount(50);
  await page.getByRole('button', { name: 'Show older lines' }).click();
  await expect(lines).toHaveCount(52);
  await expect(page.getByRole('button', { name: 'Show older lines' })).toHaveCount(0);
});

test('others do not get to the audit', async ({ duet, as }) => {
  for (const person of [null, await duet.person()]) {
    const page = await as(person, '/admin/audit');
    await page.waitForURL('**/home');
    await expect(page.getByText('Audit Log')).toHaveCount(0);
  }
});
