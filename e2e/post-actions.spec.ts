import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import type { Person } from './harness/duet.ts';
import { cardOf, loginPrompt, toastOf } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

/** What is shared of a text of 400 characters: 150, the '…' included. */
const long = 'abcdefghij'.repeat(40);
const sharedText = `${long.slice(0, 149)}…`;

test.describe('the actions of a card', () => {
  test('are like, comment and share, beside author and time [FEED-23, FEED-33..35]', async ({
    duet,
    page,
  }) => {
    const admin = await duet.admin();
    const post = await publishText(admin, '<p>Plain</p>');
    await page.goto('/home');
    const card = cardOf(page, post);
    await expect(card.getByRole('button', { name: admin.username })).toBeVisible();
    await expect(card.locator('time')).toHaveAttribute('datetime', post.created_at);
    for (const name of ['Like, 0 likes', 'Comment, 0 comments', 'Share']) {
      await expect(card.getByRole('button', { name })).toBeVisible();
    }
  });

  test('ask guests to sign in [FEED-48, PROF-42, POST-38]', async ({ duet, page }) => {
    const admin = await duet.admin();
    const post = await publishText(admin, '<p>Look, do not touch</p>');
    await page.goto('/home');
    for (const name of ['Like', 'Comment', 'Share', admin.username]) {
      await cardOf(page, post).getByRole('button', { name }).click();
      await expect(loginPrompt(page)).toBeVisible();
      await loginPrompt(page).getByRole('button', { name: 'Not now' }).click();
      await expect(loginPrompt(page)).toHaveCount(0);
    }
    await expect(page).toHaveURL(/\/home$/);
  });

  const shared = (page: Page) => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);

  test('share with the native sheet, cut to 150 characters [FEED-45, FEED-47, FEED-49, FEED-50]', async ({
    duet,
    as,
  }) => {
    const post = await publishText(await duet.admin(), `<p>${long}</p>`);
    for (const person of [await duet.person(), await duet.admin()]) {
      const page = await as(person);
      await page.addInitScript(() => {
        const shared: ShareData[] = [];
        Object.assign(window, { shared });
        navigator.share = async (data) => void shared.push(data ?? {});
      });
      await page.goto('/home');
      await cardOf(page, post).getByRole('button', { name: 'Share' }).click();
      await expect.poll(() => shared(page)).toHaveLength(1);
      const [data] = await shared(page);
      expect(data?.text).toBe(sharedText);
      expect(data?.url).toBe(`${duet.url}/post/${post._id}`);
    }
  });

  test('are no failure where the native sheet is open already [FEED-45]', async ({ duet, as }) => {
    const post = await publishText(await duet.admin(), '<p>Tapped twice</p>');
    const page = await as(await duet.person());
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(window, { shared });
      navigator.share = (data) => {
        shared.push(data ?? {});
        // As browsers do while the first sheet is open.
        if (shared.length > 1) return Promise.reject(new DOMException('Busy', 'InvalidStateError'));
        return new Promise(() => undefined);
      };
    });
    await page.goto('/home');
    await cardOf(page, post).getByRole('button', { name: 'Share' }).dblclick();
    await expect.poll(() => shared(page)).toHaveLength(2);
    expect(await page.locator('.toast').count()).toBe(0);
  });

  test('share by the clipboard where there is no sheet [FEED-46, FEED-47]', async ({ duet, as }) => {
    const post = await publishText(await duet.admin(), `<p>${long}</p>`);
    const page = await as(await duet.person(), undefined, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: undefined });
    });
    await page.goto('/home');
    await cardOf(page, post).getByRole('button', { name: 'Share' }).click();
    await expect(toastOf(page, 'Copied')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${sharedText}\n${duet.url}/post/${post._id}`);
  });

  test("open the author's profile for those who are signed in [PROF-39..41]", async ({ duet, as }) => {
    const admin = await duet.admin();
    const post = await publishText(admin, '<p>By me</p>');
    for (const person of [await duet.person(), await duet.otherAdmin()]) {
      const page = await as(person, '/home');
      await cardOf(page, post).getByRole('button', { name: admin.username, exact: true }).click();
      const profile = page.getByRole('dialog', { name: 'Profile' });
      await expect(profile.getByRole('heading', { name: admin.username })).toBeVisible();
      await expect(profile.getByText(/^Here since /)).toBeVisible();
      await expect(profile.getByText(/^\d+ posts?$/)).toBeVisible();
      await profile.getByRole('button', { name: 'Send a message' }).click();
      await expect(page).toHaveURL(new RegExp(`/messages\\?to=${admin.id}$`));
    }
  });
});

test.describe('the menu of a card', () => {
  const menuOf = (page: Page, person: Person) =>
    page.getByRole('button', { name: `Options for the post by ${person.username}` });

  test('has everything for an admin, also on posts of others [FEED-36, FEED-38..41, FEED-43, POST-51, POST-52]', async ({
    duet,
    as,
  }) => {
    const other = await duet.otherAdmin();
    const post = await publishText(other, '<p>Of another admin</p>');
    const page = await as(await duet.admin(), '/home');
    const menu = cardOf(page, post).getByRole('button', { name: /^Options/ });
    await menu.click();
    const list = page.getByRole('dialog', { name: /^Options/ });
    await expect(list.getByRole('button')).toHaveText([
      'View',
      'Edit',
      'Set views',
      'Set likes',
      'Delete',
      'Cancel',
    ]);
    await list.getByRole('button', { name: 'Cancel' }).click();
    await expect(list).toHaveCount(0);
    await menu.click();
    await list.getByRole('button', { name: 'View', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/post/${post._id}$`));
    await page.goBack();
    // Until it has left, the post's own page has such a menu too.
    await expect(page.locator('[data-route="/post/:id"]')).toHaveCount(0);
    await menu.click();
    await list.getByRole('button', { name: 'Edit' }).click();
    await expect(page).toHaveURL(new RegExp(`/edit/${post._id}$`));
  });

  test('has View, Delete and Cancel for an owner, nothing for anybody else [FEED-37, FEED-42, FEED-44]', async ({
    duet,
    as,
  }) => {
    const owner = await duet.otherAdmin('owner');
    const post = await publishText(owner, '<p>Mine</p>');
    await (await duet.admin()).api.call(accountsEndpoints['accounts.changeUser'], {
      params: { id: owner.id },
      body: { role: 'user' },
    });
    const page = await as(await duet.signIn(owner.username), '/home');
    await cardOf(page, post)
      .getByRole('button', { name: /^Options/ })
      .click();
    const list = page.getByRole('dialog', { name: /^Options/ });
    await expect(list.getByRole('button')).toHaveText(['View', 'Delete', 'Cancel']);

    for (const person of [null, await duet.person()]) {
      const other = await as(person, '/home');
      await expect(cardOf(other, post)).toBeVisible();
      await expect(menuOf(other, owner)).toHaveCount(0);
    }
  });
});
