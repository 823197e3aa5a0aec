import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import type { Page } from '@playwright/test';
import { openComments, writeComment } from './harness/comments.ts';
import type { Person } from './harness/duet.ts';
import { fail } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const saveName = (page: Page) => page.getByRole('button', { name: 'Save name' });
const rename = (person: Person, displayName: string) =>
  person.api.call(accountsEndpoints['accounts.changeUser'], {
    params: { id: person.id },
    body: { displayName },
  });

test('a person says how others see them, and is seen so under posts, in messages and in the people', {
  tag: '@postgres',
}, async ({ duet, as }) => {
  const admin = await duet.admin();
  const lia = await duet.person('lia');
  const post = await publishText(admin, 'For grandma');
  await writeComment(lia, post, 'lovely');
  await lia.api.call(messagesEndpoints['messages.send'], {
    body: { recipientId: admin.id, message: 'hello' },
  });

  const page = await as(lia, '/profile');
  await expect(nameField(page)).toHaveValue('');
  await nameField(page).fill('  Bunica Lia ');
  await saveName(page).click();
  await expect(page.getByText('Your name is set.')).toBeVisible();
  await expect(saveName(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Bunica Lia' })).toContainText(`@${lia.username}`);
  await page.reload();
  await expect(nameField(page)).toHaveValue('Bunica Lia');

  const other = await as(admin, '/home');
  await openComments(other, post);
  const author = other.getByRole('button', { name: `Bunica Lia @${lia.username}` });
  await author.click();
  await expect(other.getByRole('heading', { name: 'Bunica Lia' })).toBeVisible();
  await other.goto('/messages');
  await other.getByRole('button', { name: /^Bunica Lia/ }).click();
  await expect(other.getByRole('dialog', { name: 'Bunica Lia' })).toContainText(`@${lia.username}`);

  for (const search of ['bunica', lia.username]) {
    await other.goto(`/admin/users?search=${search}`);
    const row = other.locator(`[data-user-id="${lia.id}"]`);
    await expect(row).toContainText('Bunica Lia');
    await expect(row).toContainText(`@${lia.username}`);
  }
});

test('what is typed survives a failure and a reload; a fault is told at the field', async ({ duet, as }) => {
  const lia = await duet.person('lia');
  const page = await as(lia, '/profile');
  await nameField(page).fill('x'.repeat(41));
  await saveName(page).click();
  await expect(page.getByRole('alert')).toHaveText('A name can have at most 40 characters.');
  await nameField(page).fill('Lia');
  await page.route(`**/api/users/${lia.id}`, (route, request) =>
    request.method() === 'PATCH' ? fail(route) : route.continue(),
  );
  await saveName(page).click();
  await expect(page.getByText('The name could not be saved. Please try again.')).toBeVisible();
  await page.reload();
  await expect(nameField(page)).toHaveValue('Lia');
  await page.unrouteAll();
  await saveName(page).click();
  await expect(page.getByText('Your name is set.')).toBeVisible();
  await nameField(page).fill('');
  await saveName(page).click();
  await expect(page.getByRole('region', { name: lia.username })).toBeVisible();
});

test('nobody overwrites a name unseen: a change from elsewhere is told first', { tag: '@postgres' }, async ({
  duet,
  as,
}) => {
  const lia = await duet.person('lia');
  const page = await as(lia);
  let answers = 0;
  page.on('response', (response) => {
    if (response.url().endsWith(`/api/users/${lia.id}`)) answers += 1;
  });
  await page.goto('/profile');
  // Two forms ask for the account: that of the name, and that of the password.
  await expect.poll(() => answers).toBe(2);
  await rename(lia, 'Mama');
  await nameField(page).fill('Lia');
  await saveName(page).click();
  await expect(page.getByRole('alert')).toContainText('“Mama”');
  await saveName(page).click();
  await expect(page.getByText('Your name is set.')).toBeVisible();
});

test('an admin gives a name to somebody, also while adding them', async ({ duet, as }) => {
  const admin = await duet.admin();
  const dan = await duet.person('dan');
  const page = await as(admin, `/admin/users?search=${dan.username}`);
  await page.getByRole('button', { name: `Edit ${dan.username}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${dan.username}` });
  await edit.getByLabel('Name', { exact: true }).fill('Nașu Dan');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator(`[data-user-id="${dan.id}"]`)).toContainText('Nașu Dan');
  await expect(page.getByRole('button', { name: `Delete Nașu Dan (@${dan.username})` })).toBeVisible();

  await page.getByRole('button', { name: 'Add a person' }).click();
  const add = page.getByRole('dialog', { name: 'Add a person' });
  const username = `new_${Math.random().toString(36).slice(2, 9)}`;
  await add.getByLabel('Username').fill(username);
  await add.getByLabel('Name', { exact: true }).fill('Prințesa');
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(add.getByText(`Prințesa (@${username}) was added`)).toBeVisible();
});

test('a name as long as one may be, or from right to left, breaks nothing', async ({ duet, as }) => {
  const admin = await duet.admin();
  const post = await publishText(admin, 'A long name');
  for (const name of ['W'.repeat(40), 'محمد عبد الرحمن بن عبد الله الأنصاري', '👨‍👩‍👧‍👦'.repeat(40)]) {
    const who = await duet.person('long');
    await rename(who, name);
    await writeComment(who, post, name);
    const page = await as(who, '/home', { viewport: { width: 320, height: 640 } });
    await openComments(page, post);
    await expect(page.getByRole('button', { name: new RegExp(`@${who.username}$`) })).toBeVisible();
    for (const path of [null, '/profile', '/home']) {
      if (path) await page.goto(path);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide).toBeLessThanOrEqual(0);
    }
  }
});
