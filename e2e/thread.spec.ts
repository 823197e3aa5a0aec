import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import type { Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import type { Person } from './harness/duet.ts';
import { fail, hold, toastOf } from './harness/feed.ts';
import {
  bubble,
  bubbles,
  inboxRow,
  isOlder,
  isSend,
  isThread,
  messageField,
  saidTo,
  say,
  sendMany,
  sendMessage,
  thread,
  threadBox,
} from './harness/messages.ts';
import { answerFirst, serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const retry = (page: Page, text: string) => bubble(page, text).getByRole('button', { name: 'Try Again' });

test.describe('a conversation', () => {
  let ana: Person;
  let dan: Person;
  let page: Page;

  /** Opens the conversation of ana with dan. */
  const open = async () => {
    await page.goto(`/messages?to=${dan.id}`);
    await expect(messageField(page)).toBeVisible();
  };

  test.beforeEach(async ({ duet, as }) => {
    [ana, dan] = [await duet.person('ana'), await duet.person('dan')];
    page = await as(ana);
  });

  test('is written with Enter, lines with Shift+Enter, and read on the other side [MSG-01, MSG-02, MSG-25, MSG-26, MSG-27, MSG-35]', async ({
    as,
  }) => {
    await open();
    const sent = page.waitForRequest((request) => isSend(new URL(request.url())));
    await messageField(page).click();
    await page.keyboard.type('  first line');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second line  ');
    await expect(messageField(page)).toHaveValue('  first line\nsecond line  ');
    await page.keyboard.press('Enter');
    expect(JSON.parse((await sent).postData() ?? '')).toEqual({
      recipientId: dan.id,
      message: 'first line\nsecond line',
      clientId: expect.stringMatching(/^[\w-]{32,36}$/),
    });
    await expect(messageField(page)).toHaveValue('');
    await expect(messageField(page)).toBeFocused();
    await expect(bubble(page, 'second line')).toContainText('Sent');
    expect(await saidTo(ana, dan)).toEqual(['first line\nsecond line']);

    const other = await as(dan, '/messages');
    await inboxRow(other, ana).getByRole('button').click();
    await expect(bubble(other, 'second line')).toBeVisible();
    await expect(bubble(page, 'second line')).toContainText('Seen', { timeout: 20_000 });
  });

  test('is for admins too [MSG-03]', async ({ as, duet }) => {
    const admin = await duet.admin();
    const adminPage = await as(admin, `/messages?to=${ana.id}`);
    await say(adminPage, 'From the admin');
    await expect(bubble(adminPage, 'From the admin')).toContainText('Sent');
    expect(await saidTo(admin, ana)).toContain('From the admin');
  });

  test('loads 25 messages, and older ones while one scrolls up, without a jump [MSG-24, MSG-34, MSG-37]', async () => {
    await sendMany(dan, ana, 60);
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (isThread(url)) asked.push(url.search);
    });
    await open();
    await expect(bubbles(page)).toHaveCount(25);
    await expect(bubble(page, 'text 60.')).toBeInViewport();
    await expect(bubble(page, 'text 36.')).not.toBeInViewport();
    // The newest page is asked for again and again.
    expect(new Set(asked)).toEqual(new Set(['?page=1&limit=25']));

    const box = threadBox(page, dan);
    const oldest = (text: string) => bubble(page, text).getAttribute('data-message-id');
    const first = await oldest('text 36.');
    const release = await hold(page, isOlder);
    await box.evaluate((element) => element.scrollTo(0, 40));
    await expect(page.getByText('Loading older messages')).toBeAttached();
    const seen = bubble(page, 'text 38.').locator('p').last();
    // Waits until it stands still: the line above it has just come.
    await seen.hover({ trial: true });
    const before = await boxOf(seen);
    release();
    await expect(bubbles(page)).toHaveCount(50);
    await expect.poll(async () => Math.abs((await boxOf(seen)).y - before.y)).toBeLessThanOrEqual(2);

    await box.evaluate((element) => element.scrollTo(0, 0));
    await expect(bubbles(page)).toHaveCount(60);
    await expect(bubble(page, 'text 1.')).toHaveCount(1);
    await box.focus();
    await page.keyboard.press('Home');
    await expect(bubble(page, 'text 1.').first()).toBeInViewport();
    await expect(box.getByRole('heading', { name: dan.username })).toBeVisible();
    expect(asked.filter((query) => query !== '?page=1&limit=25')).toEqual([
      `?before=${first}&limit=25`,
      `?before=${await oldest('text 11.')}&limit=25`,
    ]);
    await thread(page, dan).getByRole('button', { name: 'To the newest message' }).click();
    await expect(bubble(page, 'text 60.')).toBeInViewport();
  });

  test('says when older messages could not be loaded, and tries again', async () => {
    await sendMany(dan, ana, 30);
    await open();
    await page.route(isOlder, (route) => fail(route));
    await threadBox(page, dan).evaluate((element) => element.scrollTo(0, 0));
    await expect(page.getByText('Older messages could not be loaded.')).toBeVisible();
    await page.unroute(isOlder);
    await threadBox(page, dan).getByRole('button', { name: 'Try Again' }).click();
    await expect(bubbles(page)).toHaveCount(30);
  });

  test('loads older ones also when the list is drawn anew right after the scroll', async () => {
    await sendMany(dan, ana, 30);
    await open();
    await page.route(isSend, (route) => route.abort());
    await say(page, 'dropped');
    const discard = bubble(page, 'dropped').getByRole('button', { name: 'Discard' });
    await expect(discard).toBeVisible();
    const button = await discard.elementHandle();
    // Both before the browser tells of the scroll.
    await threadBox(page, dan).evaluate((box, drop) => {
      box.scrollTo(0, 0);
      (drop as HTMLElement).click();
    }, button);
    await expect(bubbles(page)).toHaveCount(30);
  });

  test('shows a message before the server has it [MSG-49]', async () => {
    await open();
    const release = await hold(page, isSend);
    await say(page, 'On its way');
    const temporary = bubble(page, 'On its way');
    await expect(temporary).toHaveAttribute('data-temp', 'true');
    await expect(temporary).toContainText('Sending');
    release();
    await expect(bubble(page, 'On its way')).toContainText('Sent');
    await expect(bubble(page, 'On its way')).not.toHaveAttribute('data-temp');
    await expect(bubbles(page)).toHaveCount(1);
  });

  test('keeps what failed, says so, and sends it once, in order, at the next try [MSG-30]', async () => {
    await open();
    await page.route(isSend, (route) => fail(route, 500, 'Out of stamps.'));
    await say(page, 'one');
    await say(page, 'two');
    await expect(toastOf(page, 'Failed to send message')).toBeVisible();
    await expect(bubble(page, 'one')).toContainText('Not sent');
    await expect(bubble(page, 'one')).toContainText('Out of stamps.');
    await expect(bubble(page, 'two')).toContainText('Not sent');
    await page.unroute(isSend);
    await retry(page, 'one').click();
    await expect(bubble(page, 'two')).toContainText('Sent');
    expect(await saidTo(ana, dan)).toEqual(['one', 'two']);
    await expect(bubbles(page)).toHaveCount(2);
  });

  test('does not send twice what only lost its answer', async () => {
    // The stream would bring the message back before its sending has failed.
    await page.route('**/api/events', (route) => route.abort());
    await open();
    // So would the thread, if it was refreshed meanwhile.
    await page.route(isThread, (route) => route.abort());
    await answerFirst(page, isSend, async (route) => {
      await serverAnswer(route);
      await route.abort();
    });
    await say(page, 'only once');
    await expect(bubble(page, 'only once')).toContainText('Not sent');
    await retry(page, 'only once').click();
    await expect(bubble(page, 'only once')).toContainText('Sent');
    await expect(bubbles(page)).toHaveCount(1);
    expect(await saidTo(ana, dan)).toEqual(['only once']);
  });

  test('keeps what is unsent over a reload, and forgets what is discarded', async () => {
    await open();
    await page.route(isSend, (route) => route.abort());
    await say(page, 'kept');
    await say(page, 'dropped');
    await expect(bubble(page, 'dropped')).toContainText('Not sent');
    await page.reload();
    await expect(bubble(page, 'kept')).toContainText('Not sent');
    await bubble(page, 'dropped').getByRole('button', { name: 'Discard' }).click();
    await expect(bubble(page, 'dropped')).toHaveCount(0);
    await page.unroute(isSend);
    await retry(page, 'kept').click();
    await expect(bubble(page, 'kept')).toContainText('Sent');
    expect(await saidTo(ana, dan)).toEqual(['kept']);
  });

  test('sends after a reload what was on its way when the page was left', async () => {
    await open();
    await hold(page, isSend);
    await say(page, 'interrupted');
    await expect(bubble(page, 'interrupted')).toContainText('Sending');
    await page.unroute(isSend);
    await page.goto('/messages');
    await expect.poll(() => saidTo(ana, dan)).toEqual(['interrupted']);
  });

  test('takes 1 to 1000 characters, and counts near the end [MSG-28, MSG-29]', async () => {
    await open();
    const button = page.getByRole('button', { name: 'Send', exact: true });
    for (const text of ['', '   ', ' \n ']) {
      await messageField(page).fill(text);
      await expect(button).toBeDisabled();
      await messageField(page).press('Enter');
    }
    await messageField(page).fill('👍'.repeat(950));
    await expect(page.getByText('50 characters left')).toBeAttached();
    await messageField(page).fill('a'.repeat(1001));
    await expect(page.getByText('1 character too many')).toBeAttached();
    await expect(button).toBeDisabled();
    await messageField(page).press('Enter');
    await expect(messageField(page)).toHaveValue('a'.repeat(1001));
    await expect(bubbles(page)).toHaveCount(0);
    await say(page, ` ${'a'.repeat(1000)} `);
    await expect(bubble(page, 'aaa')).toContainText('Sent');
  });

  test('makes web addresses links, and nothing else; a few emoji alone are large', async () => {
    await sendMessage(dan, ana, 'See https://example.org/a?b=1. Not javascript:alert(1) <b>bold</b>');
    await sendMessage(dan, ana, '🎉🎉');
    await open();
    const link = bubble(page, 'See').getByRole('link');
    await expect(link).toHaveCount(1);
    await expect(link).toHaveAttribute('href', 'https://example.org/a?b=1');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(bubble(page, 'See')).toContainText('<b>bold</b>');
    const size = (text: string) =>
      bubble(page, text)
        .locator('p')
        .filter({ hasText: text })
        .evaluate((words) => Number.parseFloat(getComputedStyle(words).fontSize));
    expect(await size('🎉🎉')).toBeGreaterThan(2 * (await size('See')));
  });

  test('parts the days', async () => {
    await sendMessage(dan, ana, 'today');
    await open();
    await expect(threadBox(page, dan).getByText('Today', { exact: true })).toHaveCount(1);
  });

  test('tells what arrives: to screen readers, and to who reads further up', async () => {
    await sendMany(dan, ana, 30);
    await page.clock.install();
    await open();
    await expect(bubbles(page)).toHaveCount(25);
    await threadBox(page, dan).evaluate((element) => element.scrollTo(0, 0));
    await expect(bubbles(page)).toHaveCount(30);
    await sendMessage(dan, ana, 'news');
    await page.clock.fastForward(16_000);
    await expect(bubbles(page)).toHaveCount(31);
    await expect(bubble(page, 'news')).not.toBeInViewport();
    await expect(
      thread(page, dan)
        .getByRole('status')
        .filter({ hasText: `${dan.username}: news` }),
    ).toBeAttached();
    await thread(page, dan).getByRole('button', { name: '1 new message' }).click();
    await expect(bubble(page, 'news')).toBeInViewport();
    await sendMessage(dan, ana, 'more news');
    await page.clock.fastForward(16_000);
    await expect(bubble(page, 'more news')).toBeInViewport();
  });

  test('can be blocked and unblocked', async () => {
    await sendMessage(dan, ana, 'hello');
    await open();
    const menu = page.getByRole('button', { name: `Options for the conversation with ${dan.username}` });
    await menu.click();
    await page.getByRole('button', { name: `Block ${dan.username}` }).click();
    const question = page.getByRole('dialog', { name: `Block ${dan.username}?` });
    await question.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(thread(page, dan).getByText(`You blocked ${dan.username}.`)).toBeVisible();
    await expect(messageField(page)).toHaveCount(0);
    const refused = await dan.api.attempt(messagesEndpoints['messages.send'], {
      body: { recipientId: ana.id, message: 'but' },
    });
    expect(refused.status).toBe(403);
    await page.reload();
    await page.getByRole('button', { name: 'Unblock', exact: true }).click();
    await say(page, 'again');
    await expect(bubble(page, 'again')).toContainText('Sent');
  });

  test('tells somebody who is blocked that their message did not go', async () => {
    await dan.api.call(messagesEndpoints['messages.setBlock'], { params: { userId: ana.id } });
    await open();
    await say(page, 'hello?');
    await expect(toastOf(page, 'Failed to send message')).toBeVisible();
    await expect(bubble(page, 'hello?')).toContainText('This person does not take messages from you.');
  });

  test('with a deleted account can still be read', async ({ duet }) => {
    await sendMessage(dan, ana, 'farewell');
    const admin = await duet.admin();
    await admin.api.call(accountsEndpoints['accounts.deleteUser'], { params: { id: dan.id } });
    await page.goto(`/messages?to=${dan.id}`);
    await expect(bubble(page, 'farewell')).toBeVisible();
    await expect(page.getByText('This account is gone.')).toBeVisible();
    await expect(messageField(page)).toHaveCount(0);
  });

  test('that cannot be loaded says why, and tries again', async () => {
    await page.route(isThread, (route) => fail(route, 500, 'The line is dead.'));
    await page.goto(`/messages?to=${dan.id}`);
    const alert = page.getByRole('dialog').getByRole('alert');
    await expect(alert).toContainText('The line is dead.');
    await page.unroute(isThread);
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await expect(messageField(page)).toBeVisible();
  });
});
