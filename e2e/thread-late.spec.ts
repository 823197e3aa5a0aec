import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import type { Page, Route } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import type { Person } from './harness/duet.ts';
import {
  bubble,
  bubbles,
  isOlder,
  isThread,
  messageField,
  saidTo,
  sendMany,
  sendMessage,
  setVisible,
  thread,
  threadBox,
} from './harness/messages.ts';
import { answerFirst, serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

interface Held {
  readonly held: { begins: boolean; readonly ends: () => void };
}

test.describe('a conversation, while answers are on their way', () => {
  let ana: Person;
  let dan: Person;
  let page: Page;

  test.beforeEach(async ({ duet, as }) => {
    [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    page = await as(ana);
  });

  test('that is opened again asks for nothing that nobody scrolls to', async () => {
    await sendMany(dan, ana, 60);
    const older: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (isOlder(url)) older.push(url.search);
    });
    await page.goto(`/messages?to=${dan.id}`);
    await expect(bubbles(page)).toHaveCount(25);
    await thread(page, dan).getByRole('button', { name: 'Close' }).click();
    await expect(thread(page, dan)).toHaveCount(0);
    const again = page.waitForResponse((response) => isThread(new URL(response.url())));
    await page.getByRole('list', { name: 'Conversations' }).getByRole('button').first().click();
    await expect(bubble(page, 'text 60.')).toBeInViewport();
    await again;
    expect(older).toEqual([]);
  });

  test('shows at its end also what comes while one is on the way there', async () => {
    await sendMany(dan, ana, 60);
    // Only what is asked for brings news here; the answer waits until the box is on its way.
    await page.route('**/api/events', (route) => route.abort());
    await page.addInitScript(() => {
      const ask = window.fetch;
      const gate = Promise.withResolvers<void>();
      const held = { begins: false, ends: gate.resolve };
      Object.assign(window, { held });
      window.fetch = async (...words) => {
        const answer = await ask(...words);
        const url = String(words[0] instanceof Request ? words[0].url : words[0]);
        if (held.begins && /conversation\/.*page=1&/.test(url)) await gate.promise;
        return answer;
      };
    });
    await page.goto(`/messages?to=${dan.id}`);
    await expect(bubbles(page)).toHaveCount(25);
    const box = threadBox(page, dan);
    await box.evaluate((element) => element.scrollTo(0, 0));
    await expect(bubbles(page)).toHaveCount(50);
    await sendMessage(dan, ana, `news${' and more'.repeat(50)}`);
    const answered = page.waitForResponse((response) => response.url().includes('page=1&'));
    await setVisible(page, false);
    await page.evaluate(() => {
      (window as unknown as Held).held.begins = true;
    });
    await setVisible(page, true);
    await answered;
    const toEnd = thread(page, dan).getByRole('button', { name: 'To the newest message' });
    await expect(toEnd).toBeVisible();
    await box.evaluate((element) => {
      element.addEventListener('scroll', (window as unknown as Held).held.ends, { once: true });
    });
    await toEnd.click();
    await expect(bubble(page, 'news')).toBeInViewport({ ratio: 0.9 });
    await expect(toEnd).toHaveCount(0);
  });

  test('that is closed as soon as a message has come is read', async () => {
    await sendMessage(dan, ana, 'Come and see');
    const stream = page.waitForResponse((response) => response.url().endsWith('/api/events'));
    await page.goto(`/messages?to=${dan.id}`);
    await stream;
    await expect(bubble(page, 'Come and see')).toBeVisible();
    await sendMessage(dan, ana, 'And this');
    await expect(bubble(page, 'And this')).toBeVisible();
    await thread(page, dan).getByRole('button', { name: 'Close' }).click();
    await expect(thread(page, dan)).toHaveCount(0);
    const unread = async () =>
      (await ana.api.call(messagesEndpoints['messages.unreadCount'])).data.unreadCount;
    await expect.poll(unread).toBe(0);
  });

  test('stays seen where an answer that was made before comes late', async () => {
    const text = 'Come and see';
    await sendMessage(ana, dan, text);
    const stream = page.waitForResponse((response) => response.url().endsWith('/api/events'));
    await page.goto(`/messages?to=${dan.id}`);
    await stream;
    await expect(bubble(page, text)).toContainText('Sent');
    const [made, mayCome] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answerLate = async (route: Route) => {
      const response = await serverAnswer(route);
      const json = await response.json();
      json.data.partner.displayName = 'Late Dan';
      made.resolve();
      await mayCome.promise;
      await route.fulfill({ response, json });
    };
    await answerFirst(page, isThread, answerLate);
    await setVisible(page, false);
    await setVisible(page, true);
    await made.promise;
    await saidTo(dan, ana);
    await expect(bubble(page, text)).toContainText('Seen');
    mayCome.resolve();
    await expect(page.getByRole('dialog', { name: 'Late Dan' })).toBeVisible();
    expect(await bubble(page, text).textContent()).toContain('Seen');
  });

  test('brings all that came while nobody was told of it, and moves nothing of what one reads', async () => {
    await sendMany(dan, ana, 30);
    await page.route('**/api/events', (route) => route.abort());
    await page.goto(`/messages?to=${dan.id}`);
    await expect(bubbles(page)).toHaveCount(25);
    const box = threadBox(page, dan);
    await box.evaluate((element) => element.scrollTo(0, 0));
    await expect(bubbles(page)).toHaveCount(30);
    const read = bubble(page, 'text 5.').first();
    await read.hover({ trial: true });
    const before = await boxOf(read);
    await setVisible(page, false);
    for (let n = 1; n <= 60; n += 1) await sendMessage(dan, ana, `missed ${n}.`);
    await setVisible(page, true);
    await expect(thread(page, dan).getByRole('button', { name: '60 new messages' })).toBeVisible();
    expect(Math.abs((await boxOf(read)).y - before.y)).toBeLessThanOrEqual(2);
    await thread(page, dan).getByRole('button', { name: '60 new messages' }).click();
    await expect(bubble(page, 'missed 60.')).toBeInViewport();
    const shown = await bubbles(page).locator('[data-words]').allTextContents();
    const missed = shown
      .filter((text) => text.includes('missed'))
      .map((text) => Number(/\d+/.exec(text.slice(text.indexOf('missed')))?.[0]));
    expect(missed).toEqual(
      Array.from({ length: missed.length }, (_, index) => 60 - missed.length + 1 + index),
    );
    expect(missed.length).toBeGreaterThan(50);
  });

  test('stays blocked when it is learnt late that it was not', async () => {
    await sendMessage(dan, ana, 'hello');
    const gate = Promise.withResolvers<void>();
    const given = Promise.withResolvers<void>();
    await page.route(`**/api/messages/blocks/${dan.id}`, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await serverAnswer(route);
      await gate.promise;
      // Nobody may wait for it any more.
      await route.fulfill({ response }).catch(() => undefined);
      given.resolve();
    });
    await page.goto(`/messages?to=${dan.id}`);
    await expect(messageField(page)).toBeVisible();
    await page.getByRole('button', { name: `Options for the conversation with ${dan.username}` }).click();
    await page.getByRole('button', { name: `Block ${dan.username}` }).click();
    await page
      .getByRole('dialog', { name: `Block ${dan.username}?` })
      .getByRole('button', { name: 'Block', exact: true })
      .click();
    const blocked = thread(page, dan).getByText(`You blocked ${dan.username}.`);
    await expect(blocked).toBeVisible();
    gate.resolve();
    await given.promise;
    // Whatever came before this answer has been seen to.
    await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(blocked).toBeVisible();
    await expect(messageField(page)).toHaveCount(0);
  });
});
