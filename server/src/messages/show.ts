import type { Message } from '@duet/contract/messages/shapes';
import { findPerson } from '../accounts/person.ts';
import type { Context } from '../platform/context.ts';
import { presentMessage } from './present.ts';
import { countUnread, findMessage } from './store.ts';

/** A message as one of its two people sees it; null for everybody else. */
export async function showMessage({ db }: Context, id: string, readerId: string): Promise<Message | null> {
  const message = await findMessage(db.read, id);
  if (!message || (message.sender_id !== readerId && message.recipient_id !== readerId)) return null;
  const sender = await findPerson(db.read, message.sender_id);
  return sender && presentMessage(message, sender, readerId);
}

/** How much waits for a person now: in all, and from one partner. */
export async function showUnread({ db }: Context, userId: string, partnerId: string) {
  const [unreadCount, ofPartner] = await Promise.all([
    countUnread(db.read, userId),
    countUnread(db.read, userId, partnerId),
  ]);
  return { unreadCount, conversation: { partnerId, unreadCount: ofPartner } };
}
