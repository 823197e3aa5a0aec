import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { fail, hold } from './harness/feed.ts';
import { unasked } from './harness/push.ts';
import { stopTime } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';

/** What the sections of the profile ask for. */
const sectionCalls = [
  '/api/users/preferences',
  '/api/auth/email',
  '/api/auth/totp',
  '/api/auth/passkeys',
  '/api/auth/sessions',
  '/api/messages/blocks',
  '/api/feeds',
  '/api/auth/tokens',
];

const push = (page: Page) => page.getByRole('switch', { name: 'Push notifications' });

/** Opens the profile, and has its sections wait for their answers. */
async function openProfile(page: Page): Promise<() => void> {
  await unasked(page);
  const release = await hold(page, (url) => sectionCalls.includes(url.pathname));
  const asked = sectionCalls.map((path) => page.waitForRequest((request) => request.url().endsWith(path)));
  await page.goto('/profile');
  await Promise.all(asked);
  await expect(push(page)).toBeDisabled();
  return release;
}

async function answersAreShown(page: Page) {
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await expect(page.getByText('You have no passkeys.')).toBeVisible();
  await expect(page.getByText('You have not blocked anyone.')).toBeVisible();
  await expect(page.getByLabel('Address of the feed')).toHaveValue(/atom/);
  await expect(page.getByText('You have no tokens.')).toBeVisible();
  await expect(push(page)).toBeEnabled();
}

for (const width of [390, 1440]) {
  test(`no section of a new account's profile moves as the answers come, at ${width} px`, async ({
    duet,
    as,
  }) => {
    const page = await as(await duet.person());
    await page.setViewportSize({ width, height: 844 });
    const release = await openProfile(page);
    const titles = page.getByRole('main').getByRole('heading', { level: 2 });
    const places = async () => Promise.all((await titles.all()).map(boxOf));
    const before = await places();
    expect(before.length).toBeGreaterThan(8);
    release();
    await answersAreShown(page);
    expect(await places()).toEqual(before);
  });
}

test('the password and "Sign out" stand above the sections whose length is not known before', async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  await duet.signIn(person.username);
  await person.api.call(accountsEndpoints['accounts.savePreferences'], {
    body: { notifications_push: false },
  });
  const page = await as(person);
  const release = await openProfile(page);
  const places = () =>
    Promise.all(
      [
        page.getByLabel('New password', { exact: true }),
        page.getByRole('button', { name: 'Sign out', exact: true }),
      ].map(boxOf),
    );
  const before = await places();
  release();
  await answersAreShown(page);
  await expect(page.getByRole('button', { name: /^Sign out: / })).toBeVisible();
  await expect(push(page)).not.toBeChecked();
  expect(await places()).toEqual(before);
});

test('a press that was begun before the answers came counts, though they move what was pressed', async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  await person.api.call(accountsEndpoints['accounts.savePreferences'], {
    body: { notifications_push: false },
  });
  const page = await as(person);
  // The browser keeps the place of what is in sight only where the page is scrolled.
  await page.setViewportSize({ width: 390, height: 4500 });
  await page.clock.install();
  const release = await openProfile(page);
  const button = page.getByRole('button', { name: 'Change the address' });
  const title = page.getByRole('heading', { name: 'Address and mail' });
  const before = await boxOf(button);
  const titleBefore = await boxOf(title);
  await stopTime(page);
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  const answers = sectionCalls.map((path) =>
    page.waitForEvent('requestfinished', (request) => request.url().endsWith(path)),
  );
  release();
  await Promise.all(answers);
  await page.clock.runFor(500);
  expect(await boxOf(title)).toEqual(titleBefore);
  await page.mouse.up();
  await page.clock.resume();
  await expect(page.getByRole('dialog', { name: 'Change the address' })).toBeVisible();
  await answersAreShown(page);
  expect((await boxOf(title)).y).toBeLessThan(titleBefore.y);
});

test('settings of notifications that could not be loaded leave no place behind that seems to load', async ({
  duet,
  as,
}) => {
  const page = await as(await duet.person());
  await unasked(page);
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/users/preferences', async (route) => {
    await answered.promise;
    await fail(route, 400);
  });
  await page.goto('/profile');
  const place = page.getByRole('region', { name: 'Notifications' }).getByText('Turn on here');
  await expect(place).toHaveCount(1);
  answered.resolve();
  await expect(place).toHaveCount(0);
});
