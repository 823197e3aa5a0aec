import type { Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import type { Person } from './harness/duet.ts';
import { fail } from './harness/feed.ts';
import { hitTest } from './harness/hit-test.ts';
import {
  bubble,
  inboxRow,
  isInbox,
  isSend,
  messageField,
  saidTo,
  say,
  sendMany,
  sendMessage,
  thread,
} from './harness/messages.ts';
import { expect, test } from './harness/test.ts';

test.use({ viewport: { width: 1280, height: 720 } });

const row = (page: Page, partner: Person) => inboxRow(page, partner).getByRole('button');

test.describe('a conversation, from 1200 px', () => {
  let ana: Person;
  let dan: Person;
  let eva: Person;

  test.beforeEach(async ({ duet }) => {
    [ana, dan, eva] = [await duet.person('ana'), await duet.person('dan'), await duet.person('eva')];
    await sendMany(dan, ana, 2);
    await sendMessage(eva, ana, 'and me');
  });

  test('stands beside the inbox, which stays in reach; closing it reloads the list [MSG-22, MSG-23, MSG-25]', async ({
    as,
  }) => {
    const page = await as(ana, '/messages');
    await expect(page.getByText('Choose a conversation')).toBeVisible();
    await row(page, dan).click();
    await expect(bubble(page, 'text 2.')).toBeVisible();
    await expect(page).toHaveURL(`/messages?to=${dan.id}`);
    await expect(page.getByRole('dialog')).toHaveCount(1);
    const list = await boxOf(page.getByRole('list', { name: 'Conversations' }));
    const pane = await boxOf(thread(page, dan));
    expect(pane.x).toBeGreaterThanOrEqual(list.right);
    expect(pane.bottom).toBeLessThanOrEqual(720);
    expect((await hitTest(page)).faults).toEqual([]);
    await say(page, 'Here I am');
    await expect(bubble(page, 'Here I am')).toBeVisible();
    await expect(inboxRow(page, dan)).toContainText('Here I am');
    await expect.poll(() => saidTo(ana, dan)).toEqual(['Here I am']);
    await sendMessage(eva, ana, 'Listen');
    await expect(inboxRow(page, eva)).toContainText('Listen');
    const reloaded = page.waitForRequest((request) => isInbox(new URL(request.url())));
    await thread(page, dan).getByRole('button', { name: 'Close' }).click();
    await reloaded;
    await expect(thread(page, dan)).toHaveCount(0);
    await expect(page).toHaveURL('/messages');
    await expect(row(page, dan)).toBeFocused();
  });

  test('tells of a message that could not be sent where its line stays in sight', async ({ as }) => {
    const page = await as(ana, '/messages');
    await row(page, dan).click();
    await page.route(isSend, (route) => fail(route, 400, 'This message could not be sent.'));
    await say(page, 'Lost on the way');
    const toast = page.locator('.toast');
    await expect(toast).toBeVisible();
    const [notice, pane] = [await boxOf(toast), await boxOf(thread(page, dan))];
    expect(notice.right).toBeLessThanOrEqual(pane.x);
    expect(notice.y).toBeGreaterThan(500);
    expect(notice.bottom).toBeLessThanOrEqual(720);
    // Elsewhere they stand in the middle, as ever.
    await page.setViewportSize({ width: 1100, height: 720 });
    await expect
      .poll(async () => {
        const { x, width } = await boxOf(toast);
        return Math.abs(x + width / 2 - 550);
      })
      .toBeLessThan(10);
  });

  test('gives way to another one; Escape and back close it, a reload opens it again, and a draft stays', async ({
    as,
  }) => {
    const page = await as(ana, '/messages');
    await row(page, dan).click();
    await expect(thread(page, dan)).toBeVisible();
    await messageField(page).fill('Half a mess');
    await row(page, eva).click();
    await expect(thread(page, eva)).toBeVisible();
    await expect(bubble(page, 'and me')).toBeVisible();
    await expect(thread(page, dan)).toHaveCount(0);
    await expect(inboxRow(page, dan)).toContainText('Draft: Half a mess');
    await expect(row(page, eva)).toHaveAttribute('aria-current', 'true');
    await page.reload();
    await expect(bubble(page, 'and me')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/messages');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await row(page, dan).click();
    await expect(messageField(page)).toHaveValue('Half a mess');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/messages');
  });

  test('leads to its menu, whose Escape closes it alone', async ({ as }) => {
    const page = await as(ana, `/messages?to=${dan.id}`);
    await page.getByRole('button', { name: /^Options for the conversation/ }).click();
    await expect(page.getByRole('button', { name: `Block ${dan.username}` })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `Block ${dan.username}` })).toHaveCount(0);
    await expect(thread(page, dan)).toBeVisible();
  });

  test('that a link opened is closed by back, gives way to another one, and lets one go elsewhere', async ({
    as,
  }) => {
    const page = await as(ana, '/home');
    await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible();
    await page.goto(`/messages?to=${dan.id}`);
    await expect(thread(page, dan)).toBeVisible();
    await row(page, eva).click();
    await expect(thread(page, eva)).toBeVisible();
    await expect(page).toHaveURL(`/messages?to=${eva.id}`);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/messages');
    await page.goto(`/messages?to=${dan.id}`);
    await expect(thread(page, dan)).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('keeps a question above it when the window changes', async ({ as }) => {
    const page = await as(ana, `/messages?to=${dan.id}`);
    await page.getByRole('button', { name: /^Options for the conversation/ }).click();
    await page.getByRole('button', { name: `Block ${dan.username}` }).click();
    const question = page.getByRole('dialog', { name: `Block ${dan.username}?` });
    await expect(question).toBeVisible();
    await page.setViewportSize({ width: 1000, height: 720 });
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.setViewportSize({ width: 1000, height: 720 });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(thread(page, dan)).toHaveAttribute('aria-modal', 'true');
  });

  test('is a sheet below that, and stays open when the window changes', async ({ as }) => {
    const page = await as(ana, `/messages?to=${dan.id}`);
    await expect(bubble(page, 'text 2.')).toBeVisible();
    await messageField(page).fill('On the way');
    await page.setViewportSize({ width: 1199, height: 720 });
    await expect(thread(page, dan)).toHaveAttribute('aria-modal', 'true');
    await expect(messageField(page)).toHaveValue('On the way');
    await page.setViewportSize({ width: 1200, height: 720 });
    await expect(thread(page, dan)).not.toHaveAttribute('aria-modal', 'true');
    await expect(messageField(page)).toHaveValue('On the way');
    await expect(row(page, eva)).toBeVisible();
  });
});
