import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Locator, Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { type Person, password } from './harness/duet.ts';
import { fail, hold, pullDown } from './harness/feed.ts';
import {
  bubble,
  inboxRow,
  inboxRows,
  isInbox,
  isThread,
  messageField,
  sendMany,
  sendMessage,
  setVisible,
  thread,
} from './harness/messages.ts';
import { answerFirst, openWithEvents, serverAnswer } from './harness/requests.ts';
import { runAheadUntil } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';

const headerBadge = (page: Page) => page.locator('header').getByRole('button', { name: /^Messages/ });
const badges = (page: Page) => page.locator('[data-route="/messages"] .badge');
const total = (page: Page) => badges(page).first();

/** Counts the requests that match, from now on. */
function counted(page: Page, matches: (url: URL) => boolean): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (matches(new URL(request.url()))) count += 1;
  });
  return () => count;
}

test.describe('the inbox', () => {
  let ana: Person;
  let dan: Person;
  let eva: Person;

  test.beforeEach(async ({ duet }) => {
    [ana, dan, eva] = [await duet.person('ana'), await duet.person('dan'), await duet.person('eva')];
  });

  test('lists the conversations with partner, time, preview and what is unread, and sums it up [MSG-08, MSG-09, MSG-16, MSG-17, MSG-18, MSG-19, MSG-20, MSG-21]', {
    tag: '@postgres',
  }, async ({ as }) => {
    await sendMessage(dan, ana, 'text 1.');
    const last = await sendMessage(dan, ana, 'text 2.');
    await sendMessage(ana, eva, 'Hi Eva');
    await sendMany(eva, ana, 3);
    const page = await as(ana, '/messages');
    await expect(inboxRows(page)).toHaveCount(2);
    await expect(inboxRows(page).first()).toContainText(eva.username);
    const row = inboxRow(page, dan);
    await expect(row).toContainText('text 2.');
    await expect(row.locator('time')).toHaveText('just now');
    await expect(row.locator('time')).toHaveAttribute('datetime', last.created_at);
    await expect(row.getByText('D', { exact: true })).toBeVisible();
    await expect(row.locator('.badge')).toHaveText('2');
    await expect(inboxRow(page, eva).locator('.badge')).toHaveText('3');
    await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
    await expect(total(page)).toHaveText('5');
    await expect(headerBadge(page)).toHaveAccessibleName('Messages, 5 unread');
  });

  test('says 99+ where more is unread', async ({ as }) => {
    await sendMessage(dan, ana, 'hello');
    const page = await as(ana);
    await page.route(isInbox, async (route) => {
      const response = await serverAnswer(route);
      const json = await response.json();
      json.data.conversations[0].unreadCount = 120;
      await route.fulfill({ response, json });
    });
    await page.goto('/messages');
    await expect(inboxRow(page, dan).locator('.badge')).toHaveText('99+');
    await expect(total(page)).toHaveText('99+');
  });

  test('shows the photo of a partner who has one', async ({ as }) => {
    await sendMessage(dan, ana, 'hello');
    const page = await as(ana);
    await page.route(isInbox, async (route) => {
      const response = await serverAnswer(route);
      const json = await response.json();
      json.data.conversations[0].partnerProfilePicture = '/favicon.svg';
      await route.fulfill({ response, json });
    });
    await page.goto('/messages');
    await expect(inboxRow(page, dan).locator('img')).toHaveAttribute('src', '/favicon.svg');
  });

  test('says when there are no conversations, and how one begins [MSG-14, MSG-15]', async ({ as }) => {
    const page = await as(ana, '/messages');
    await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible();
    await expect(page.getByText('Visit a profile to write the first message.')).toBeVisible();
    await expect(badges(page)).toHaveCount(0);
  });

  test('says what went wrong in the words of the server, and tries again [MSG-11, MSG-12, MSG-13]', async ({
    as,
  }) => {
    await sendMessage(dan, ana, 'hello');
    for (const [locale, heading, again] of [
      ['ro-RO', 'Mesajele nu au putut fi încărcate', 'Încearcă din nou'],
      ['en-GB', 'Messages could not be loaded', 'Try Again'],
    ] as const) {
      const language = locale.slice(0, 2) as 'en' | 'ro';
      await ana.api.call(accountsEndpoints['accounts.savePreferences'], { body: { language } });
      const page = await as(ana, undefined, { locale });
      await page.clock.install();
      await page.route(isInbox, (route) => fail(route, 500, 'The postman is ill.'));
      await page.goto('/messages');
      const error = page.getByRole('alert').filter({ hasText: 'ERROR_LOADING_MESSAGES' });
      const title = error.getByRole('heading', { name: heading, exact: true });
      await runAheadUntil(title);
      await expect(title).toBeVisible();
      await expect(error.getByText('The postman is ill.')).toBeVisible();
      // For whoever reports the fault, beneath it.
      const name = error.getByText('ERROR_LOADING_MESSAGES', { exact: true });
      const below = async (one: Locator, other: Locator) => (await boxOf(one)).y - (await boxOf(other)).y;
      expect(await below(name, title)).toBeGreaterThan(0);
      await page.unroute(isInbox);
      await error.getByRole('button', { name: again }).click();
      await expect(page.getByRole('listitem').filter({ hasText: dan.username })).toBeVisible();
      await expect(error).toHaveCount(0);
    }
  });

  test('says once that it could not be loaded where nobody says why', async ({ as }) => {
    const page = await as(ana);
    await page.clock.install();
    await page.route(isInbox, (route) => fail(route, 500));
    await page.goto('/messages');
    const error = page.getByRole('alert').filter({ hasText: 'ERROR_LOADING_MESSAGES' });
    await runAheadUntil(error);
    await expect(error).toHaveText(/^Messages could not be loadedERROR_LOADING_MESSAGESTry Again$/);
  });

  test('shows skeletons while it loads', async ({ as }) => {
    await sendMessage(dan, ana, 'hello');
    const page = await as(ana);
    const release = await hold(page, isInbox);
    await page.goto('/messages');
    await expect(page.getByText('Loading messages')).toBeAttached();
    release();
    await expect(inboxRow(page, dan)).toBeVisible();
    await expect(page.getByText('Loading messages')).toHaveCount(0);
  });

  test('is loaded again by pulling down [MSG-10]', async ({ as }) => {
    await sendMessage(dan, ana, 'before');
    const page = await as(ana);
    // It would bring the message without being pulled.
    await page.route('**/api/events', (route) => route.abort());
    await page.goto('/messages');
    await expect(inboxRow(page, dan)).toContainText('before');
    await sendMessage(dan, ana, 'after');
    await pullDown(page);
    await expect(inboxRow(page, dan)).toContainText('after', { timeout: 9000 });
  });

  test('keeps a message that came while an older answer was on its way', async ({ as }) => {
    await sendMessage(dan, ana, 'before');
    const page = await as(ana);
    await openWithEvents(page, '/messages');
    await expect(inboxRow(page, dan)).toContainText('before');
    const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await answerFirst(page, isInbox, async (route) => {
      const response = await serverAnswer(route);
      asked.resolve();
      await release.promise;
      await route.fulfill({ response });
    });
    await pullDown(page);
    await asked.promise;
    await sendMessage(dan, ana, 'after');
    await expect(inboxRow(page, dan)).toContainText('after');
    await expect(inboxRow(page, dan).locator('.badge')).toHaveText('2');
    const answered = page.waitForResponse((response) => isInbox(new URL(response.url())));
    release.resolve();
    await (await answered).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await inboxRow(page, dan).textContent()).toContain('after');
    expect(await inboxRow(page, dan).locator('.badge').textContent()).toBe('2');
    await expect(total(page)).toHaveText('2');
  });

  test('opens a conversation over it; closing it reloads the list [MSG-22, MSG-23]', {
    tag: '@postgres',
  }, async ({ as }) => {
    await sendMany(dan, ana, 2);
    await sendMessage(eva, ana, 'and me');
    const page = await as(ana, '/messages');
    await inboxRow(page, dan).getByRole('button').click();
    await expect(bubble(page, 'text 2.')).toBeVisible();
    await expect(page).toHaveURL(`/messages?to=${dan.id}`);
    await expect(headerBadge(page)).toHaveAccessibleName('Messages, 1 unread');
    const reloaded = page.waitForRequest((request) => isInbox(new URL(request.url())));
    await thread(page, dan).getByRole('button', { name: 'Close' }).click();
    await reloaded;
    await expect(thread(page, dan)).toBeHidden();
    await expect(page).toHaveURL('/messages');
    await expect(inboxRow(page, dan).locator('.badge')).toHaveCount(0);
    await expect(inboxRow(page, dan).getByRole('button')).toBeFocused();
    await expect(total(page)).toHaveText('1');
  });

  test('opens the conversation that the address names; back and reload do what one expects', async ({
    as,
  }) => {
    await sendMessage(dan, ana, 'hello');
    const page = await as(ana, `/messages?to=${eva.id}`);
    await expect(thread(page, eva)).toBeVisible();
    await expect(thread(page, eva)).toContainText('Say hello');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/messages');
    await inboxRow(page, dan).getByRole('button').click();
    await expect(bubble(page, 'hello')).toBeVisible();
    await page.reload();
    await expect(bubble(page, 'hello')).toBeVisible();
    await page.goBack();
    await expect(thread(page, dan)).toBeHidden();
    await expect(page).toHaveURL('/messages');
    await expect(inboxRow(page, dan)).toBeVisible();
  });

  test('sends a guest to sign in, and back to the conversation', async ({ page }) => {
    await page.goto(`/messages?to=${dan.id}`);
    await page.waitForURL('**/login');
    await page.getByLabel('Username').fill(ana.username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await page.waitForURL(`**/messages?to=${dan.id}`);
    await expect(thread(page, dan)).toBeVisible();
  });

  test('says where somebody is who is not there', async ({ as }) => {
    const page = await as(ana, '/messages?to=nobody');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('User not found');
    const self = await as(ana, `/messages?to=${ana.id}`);
    await expect(self.getByText('No conversations yet')).toBeVisible();
    await expect(self.getByRole('dialog')).toHaveCount(0);
  });

  test('remembers what was being written, and to whom', async ({ as }) => {
    await sendMessage(dan, ana, 'hello');
    const page = await as(ana, `/messages?to=${dan.id}`);
    await messageField(page).fill('Half a mess');
    await page.keyboard.press('Escape');
    await expect(inboxRow(page, dan)).toContainText('Draft: Half a mess');
    await expect(page).toHaveURL('/messages');
    await expect(thread(page, dan)).toHaveCount(0);
    await page.reload();
    await inboxRow(page, dan).getByRole('button').click();
    await expect(messageField(page)).toHaveValue('Half a mess');
    await page.goto(`/messages?to=${eva.id}`);
    await expect(messageField(page)).toHaveValue('');
  });
});

test.describe('messages are asked for', () => {
  let ana: Person;
  let dan: Person;

  test.beforeEach(async ({ duet }) => {
    [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    await sendMessage(dan, ana, 'first');
  });

  for (const [where, path, matches] of [
    ['the inbox', () => '/messages', isInbox],
    ['an open conversation', () => `/messages?to=${dan.id}`, isThread],
  ] as const) {
    test(`every 15 s in ${where}, while the page is seen, and never within 3 s [MSG-31, MSG-32, MSG-33]`, async ({
      as,
    }) => {
      const page = await as(ana);
      await page.clock.install();
      const asked = counted(page, matches);
      await page.goto(path());
      await expect(page.getByText('first').first()).toBeVisible();
      // Time stands still from here on, but for the steps below.
      await page.clock.pauseAt(Date.now() + 60_000);
      await expect.poll(asked).toBeGreaterThan(0);
      let before = asked();
      const step = async (ms: number, more: number) => {
        await page.clock.runFor(ms);
        await expect.poll(asked).toBe(before + more);
        before += more;
      };
      // However long the start took: from one refresh to the next.
      await page.clock.runFor(15_000);
      await expect.poll(asked).toBeGreaterThan(before);
      before = asked();
      await setVisible(page, false);
      await step(60_000, 0);
      await setVisible(page, true);
      await expect.poll(asked).toBe(before + 1);
      before += 1;
      for (let times = 0; times < 4; times += 1) {
        await setVisible(page, false);
        await setVisible(page, true);
      }
      await step(2900, 0);
      await step(200, 1);
      await step(14_800, 0);
      await step(300, 1);
    });
  }

  test('for the page that is seen only', async ({ as }) => {
    const page = await as(ana);
    await page.clock.install();
    await page.goto('/messages');
    await expect(inboxRow(page, dan)).toBeVisible();
    await page.locator('header').getByRole('link', { name: 'Duet, to the feed' }).click();
    await page.waitForURL('**/home');
    await expect(page.locator('[data-route="/messages"]')).toBeHidden();
    const asked = counted(page, (url) => isInbox(url) || isThread(url));
    await page.clock.fastForward(40_000);
    await page.clock.runFor(20_000);
    expect(asked()).toBe(0);
  });
});
