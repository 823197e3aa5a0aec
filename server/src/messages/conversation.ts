import type { Message, Partner } from '@duet/contract/messages/shapes';
import type { Pagination } from '@duet/contract/posts/shapes';
import { findPeople } from '../accounts/person.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { presentMessage, presentPartner } from './present.ts';
import { countThread, countUnread, listThread, markRead } from './store.ts';
import { threadOf } from './thread.ts';

interface ConversationPage {
  readonly messages: Message[];
  readonly partner: Partner;
  readonly pagination: Pagination;
}

/**
 * A page of one's own messages with somebody. Page 1 is the newest; within a page the oldest stands first.
 * Reading page 1 marks everything up to its newest message read.
 */
export async function readConversation(
  context: Context,
  readerId: string,
  partnerId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<ConversationPage> {
  const { read } = context.db;
  const thread = threadOf(readerId, partnerId);
  const people = await findPeople(read, [readerId, partnerId]);
  const partner = people.get(partnerId);
  const totalCount = await countThread(read, thread);
  if (!partner || (partner.deleted && totalCount === 0)) throw new Failure('USER_NOT_FOUND');
  const found = await listThread(read, thread, { offset: (page - 1) * limit, limit });
  const newest = found[0];
  const readAt = page === 1 && newest ? await seeUpTo(context, readerId, partnerId, newest.id) : null;
  const messages = found.reverse().flatMap((message) => {
    const sender = people.get(message.sender_id);
    const seen = message.recipient_id === readerId && message.read_at === null;
    return sender ? [presentMessage(seen ? { ...message, read_at: readAt } : message, sender, readerId)] : [];
  });
  return {
    messages,
    partner: presentPartner(partner),
    pagination: { page, limit, totalCount, hasMore: page * limit < totalCount },
  };
}

/** When the messages were marked; null where none waited. Most looks find nothing new and write nothing. */
async function seeUpTo(
  context: Context,
  recipientId: string,
  senderId: string,
  upToId: string,
): Promise<number | null> {
  if ((await countUnread(context.db.read, recipientId, senderId)) === 0) return null;
  const at = context.clock.now();
  await context.db.write(async (tx) => {
    if (!(await markRead(tx, { recipientId, senderId, upToId, at }))) return;
    tx.afterCommit(() =>
      context.realtime.publish({ type: 'read', readerId: recipientId, senderId, upToId, at }),
    );
  });
  return at;
}
