import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import type { Message } from '@duet/contract/messages/shapes';
import type { Locator, Page } from '@playwright/test';
import type { Person } from './duet.ts';

/** A private message, sent without the app. */
export async function sendMessage(from: Person, to: Person, message: string): Promise<Message> {
  const { data } = await from.api.call(messagesEndpoints['messages.send'], {
    body: { recipientId: to.id, message },
  });
  return data.message;
}

/** `from` sends `text 1` … `text count`, one after the other. */
export async function sendMany(from: Person, to: Person, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await sendMessage(from, to, `text ${n}.`);
}

/** What somebody has said to somebody else, oldest first, as the server has it. */
export async function saidTo(from: Person, to: Person): Promise<string[]> {
  const { data } = await from.api.call(messagesEndpoints['messages.conversation'], {
    params: { id: to.id },
    query: { limit: '100' },
  });
  return data.messages.filter(({ senderId }) => senderId === from.id).map(({ message }) => message);
}

export const isInbox = (url: URL) => url.pathname === '/api/messages/conversations';
export const isThread = (url: URL) => url.pathname.startsWith('/api/messages/conversation/');
export const isOlder = (url: URL) => isThread(url) && url.searchParams.has('before');
export const isSend = (url: URL) => url.pathname === '/api/messages';

export const inboxRows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
export const inboxRow = (page: Page, partner: Person): Locator =>
  inboxRows(page).filter({ hasText: partner.username });

export const thread = (page: Page, partner: Person): Locator =>
  page.getByRole('dialog', { name: partner.username, exact: true });
/** The scrolled part of a thread. */
export const threadBox = (page: Page, partner: Person): Locator =>
  page.getByRole('region', { name: `Conversation with ${partner.username}` });
export const bubbles = (page: Page): Locator => page.locator('[data-message-id]');
export const bubble = (page: Page, text: string): Locator => bubbles(page).filter({ hasText: text });
export const messageField = (page: Page): Locator => page.getByRole('textbox', { name: 'Write a message' });

/** Writes a message in the open thread and sends it with Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press('Enter');
}

/** Lets the page believe that its tab is hidden, or seen again. */
export const setVisible = (page: Page, visible: boolean): Promise<void> =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    visible ? 'visible' : 'hidden',
  );
