import { siteEndpoints } from '@duet/contract/site/endpoints';
import type { Duet, Person } from './harness/duet.ts';
import { pullDown } from './harness/feed.ts';
import { publishGallery, publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

const change = (admin: Person, body: Record<string, unknown>) =>
  admin.api.call(siteEndpoints['site.change'], { body });

test.describe('a site for people with an account', () => {
  let site: Duet;
  let admin: Person;

  test.beforeEach(async ({ fresh }) => {
    site = await fresh();
    admin = await site.admin();
  });

  test('is closed by two presses; guests get its name, the sign-in, and what they wanted afterwards', {
    tag: '@postgres',
  }, async ({ browser }) => {
    const ana = await site.person('ana');
    const post = await publishText(admin, '<p>For those who belong here</p>');
    const page = await site.page(browser, admin);
    await page.goto('/admin/site');
    await page.getByLabel('Name of the site').fill('Ana & Dan');
    await page.getByRole('radio', { name: /^People with an account/ }).check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.locator('.toast').filter({ hasText: 'Saved' })).toBeVisible();

    const guest = await site.page(browser, null);
    for (const path of ['/home', '/post/none', '/profile', '/anything', `/post/${post._id}`]) {
      await guest.goto(path);
      await expect(guest.getByRole('heading', { level: 1, name: 'Ana & Dan' })).toBeVisible();
      await expect(guest.getByText('This site is for people who have an account here.')).toBeVisible();
      await expect(guest.getByText('For those who belong here')).toHaveCount(0);
    }
    await expect(guest).toHaveTitle('Ana & Dan');
    await guest.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await guest.getByLabel('Username').fill(ana.username);
    await guest.getByLabel('Password', { exact: true }).fill(ana.password);
    await guest.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await expect(guest).toHaveURL(new RegExp(`/post/${post._id}$`));
    await expect(guest.getByText('For those who belong here')).toBeVisible();
    await guest.goto('/profile');
    await guest.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await expect(guest.getByText('This site is for people who have an account here.')).toBeVisible();
  });

  test('closes within a second in the open page of a guest who does nothing, and opens again', {
    tag: '@postgres',
  }, async ({ browser }) => {
    await publishText(admin, '<p>Seen a moment ago</p>');
    const guest = await site.page(browser, null);
    const listening = guest.waitForResponse('**/api/events/site');
    await guest.goto('/home');
    await expect(guest.getByText('Seen a moment ago')).toBeVisible();
    await listening;
    // The page itself notes when it shows something else; nobody asks it for anything.
    await guest.evaluate(() => {
      const shown: { closed: boolean; at: number }[] = [{ closed: false, at: 0 }];
      Object.assign(window, { shown });
      new MutationObserver(() => {
        const text = document.body.textContent;
        const closed = text.includes('This site is for people who have an account here.');
        const open = text.includes('Seen a moment ago');
        if (closed !== open && shown.at(-1)?.closed !== closed) shown.push({ closed, at: Date.now() });
      }).observe(document.body, { childList: true, subtree: true });
    });
    const shown = () =>
      guest.evaluate(() => (window as unknown as { shown: { closed: boolean; at: number }[] }).shown);
    for (const reading of ['members', 'everybody', 'members', 'everybody']) {
      await change(admin, { reading });
      const answeredAt = Date.now();
      const closed = reading === 'members';
      await expect.poll(async () => (await shown()).at(-1)?.closed).toBe(closed);
      // To show the posts again, they have to be asked for first.
      if (closed) expect(((await shown()).at(-1)?.at ?? 0) - answeredAt).toBeLessThan(1000);
    }
    expect((await shown()).map((one) => one.closed)).toEqual([false, true, false, true, false]);
  });

  test('closes under a guest who is reading where no stream tells them, forgets what their device kept, and opens again by itself', async ({
    browser,
  }) => {
    await publishText(admin, '<p>Seen a moment ago</p>');
    const guest = await site.page(browser, null, { hasTouch: true, viewport: { width: 390, height: 844 } });
    await guest.route('**/api/events/site', (route) => route.fulfill({ status: 204 }));
    await guest.clock.install();
    await guest.goto('/home');
    await expect(guest.getByText('Seen a moment ago')).toBeVisible();
    await expect
      .poll(() => guest.evaluate(() => localStorage.getItem('duet.feed')))
      .toContain('Seen a moment');
    await change(admin, { reading: 'invited' });
    // Whatever the guest does next.
    await pullDown(guest);
    await expect(guest.getByText('This site is for people who were invited.')).toBeVisible();
    await expect(guest.getByText('If somebody has invited you')).toBeVisible();
    await expect(guest.getByText('Seen a moment ago')).toHaveCount(0);
    await expect(guest.getByText('Create account')).toHaveCount(0);
    await expect
      .poll(() => guest.evaluate(() => JSON.stringify(localStorage)))
      .not.toContain('Seen a moment');
    await change(admin, { reading: 'everybody' });
    await guest.clock.runFor(31_000);
    await expect(guest.getByText('Seen a moment ago')).toBeVisible();
  });

  test('shows members their pictures, also those who had it open', async ({ browser }) => {
    const ana = await site.person('ana');
    await publishGallery(admin, 1);
    const page = await site.page(browser, ana);
    await page.goto('/home');
    const loaded = () =>
      page
        .locator('[data-post-id] img')
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0 && image.currentSrc);
    await expect.poll(loaded).toMatch(/\/media\/photos\/[^?]+$/);
    await change(admin, { reading: 'members' });
    await page.reload();
    await expect.poll(loaded).toMatch(/\?e=\d+&u=/);
  });
});
