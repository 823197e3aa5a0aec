import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import { isFeed, toastOf } from './harness/feed.ts';
import { publishGallery } from './harness/posts.ts';
import { serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

declare global {
  interface Window {
    timeouts?: number[];
  }
}

const isApi = (address: string) => new URL(address).pathname.startsWith('/api/');

test('calls carry the token that this device keeps; those of guests carry none [API-01, API-02]', async ({
  duet,
  as,
}) => {
  const person = await duet.person();
  for (const [who, expected] of [
    [person, `Bearer ${person.token}`],
    [null, undefined],
  ] as const) {
    const page = await as(who);
    const sent: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (isApi(request.url())) sent.push(request.headers().authorization);
    });
    const answered = page.waitForResponse((response) => isFeed(new URL(response.url())));
    await page.goto('/home');
    await answered;
    expect(new Set(sent)).toEqual(new Set([expected]));
    expect(await page.evaluate(() => localStorage.getItem('duet.token'))).toBe(who?.token ?? null);
    expect(await page.evaluate(() => document.cookie)).toBe('');
  }
});

test('the API and the media are those of the host that the app came from, also of localhost:3180 [API-03..05]', async ({
  duet,
  as,
}) => {
  await publishGallery(await duet.admin(), 1);
  // Whatever the app asks of the development host, the site under test answers.
  const development = 'http://localhost:3180';
  for (const origin of [duet.url, development]) {
    const page = await as(null);
    const asked = new Set<string>();
    await page.route('**/*', async (route) => {
      const address = new URL(route.request().url());
      asked.add(address.origin);
      const response = await serverAnswer(route, duet.url + address.pathname + address.search);
      await route.fulfill({ response });
    });
    await page.goto(`${origin}/home`);
    await expect(page.getByRole('article').locator('img[src*="/media/photos/"]').first()).toBeVisible();
    const shown = await page
      .getByRole('article')
      .locator('img')
      .first()
      .evaluate((image) => (image as HTMLImageElement).src);
    expect(new URL(shown).origin).toBe(origin);
    expect([...asked]).toEqual([origin]);
  }
});

test('an error says what the answer says: error, else message, else a sentence of its own [API-08..11]', async ({
  page,
}) => {
  await page.goto('/register');
  for (const [label, value] of [
    ['Username', 'somebody_new'],
    ['Email', 'somebody@example.org'],
    ['Password', 'Correct-Horse1'],
    ['Confirm password', 'Correct-Horse1'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  for (const [json, words] of [
    [{ success: false, error: 'The error speaks', message: 'The message is silent' }, 'The error speaks'],
    [{ success: false, message: 'The message speaks' }, 'The message speaks'],
    [{ success: false, error: '' }, 'An unexpected error occurred'],
    [{}, 'An unexpected error occurred'],
  ] as const) {
    await page.route('**/api/auth/register', (route) => route.fulfill({ status: 500, json }));
    await page.locator('form').getByRole('button', { name: 'Create account' }).click();
    await expect(toastOf(page, words)).toBeVisible();
    await toastOf(page, words).getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('.toast')).toHaveCount(0);
    await page.unroute('**/api/auth/register');
  }
});

test('a call without an answer is given up after 30 s [API-12]', async ({ page }) => {
  // The browser's own timer cannot be turned forward: a hundredth of the time is waited.
  await page.addInitScript(() => {
    const timeouts: number[] = [];
    window.timeouts = timeouts;
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      timeouts.push(ms);
      return timeout(ms / 100);
    };
  });
  await page.route(isFeed, () => new Promise(() => undefined));
  await page.goto('/home');
  await expect(page.getByText('This is taking too long. Please try again.')).toBeVisible();
  // Then it is asked for 5 s whether the server is there at all.
  expect(new Set(await page.evaluate(() => window.timeouts))).toEqual(new Set([30_000, 5000]));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a token that the server does not know any more is forgotten, and the page shows as to a guest', async ({
  duet,
  as,
}) => {
  const page = await as({ ...(await duet.person()), token: 'duet_of_yesterday' }, '/home');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('duet.token'))).toBeNull();
});

test('a page of messages tells its number, its size, how many there are and whether more follow [ENT-13..16]', async ({
  duet,
}) => {
  const [one, other] = [await duet.person(), await duet.person()];
  for (const message of ['one', 'two', 'three']) {
    await one.api.call(messagesEndpoints['messages.send'], { body: { recipientId: other.id, message } });
  }
  for (const [page, hasMore] of [
    [1, true],
    [2, false],
  ] as const) {
    const { data } = await other.api.call(messagesEndpoints['messages.conversation'], {
      params: { id: one.id },
      query: { page: String(page), limit: '2' },
    });
    expect(data.pagination).toEqual({ page, hasMore, totalCount: 3, limit: 2 });
  }
});
