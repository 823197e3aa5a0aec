import type { Message, Partner } from '@duet/contract/messages/shapes';
import type { Pagination } from '@duet/contract/posts/shapes';
import { findPeople } from '../accounts/person.ts';
import type { Context } from '../platform/context.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import { presentMessage, presentPartner } from './present.ts';
import { countThread, countUnread, findMessage, listThread, markRead } from './store.ts';
import { threadOf } from './thread.ts';

interface ConversationPage {
  readonly messages: Message[];
  readonly partner: Partner;
  readonly pagination: Pagination;
}

interface ConversationQuery {
  readonly page: number;
  readonly limit: number;
  /** The id of a message of this conversation: pages count from the messages older than it. */
  readonly before?: string | undefined;
}

/**
 * A page of one's own messages with somebody (product.md §7). Page 1 is the newest; within a page the oldest stands first.
 * Reading page 1 marks everything up to its newest message read; what is read with `before` marks nothing.
 * Throws USER_NOT_FOUND, and MESSAGE_NOT_FOUND where `before` is no message of this conversation.
 */
export async function readConversation(
  context: Context,
  readerId: string,
  partnerId: string,
  { page, limit, before }: ConversationQuery,
): Promise<ConversationPage> {
  const { read } = context.db;
  const thread = threadOf(readerId, partnerId);
  const people = await findPeople(read, [readerId, partnerId]);
  const partner = people.get(partnerId);
  const totalCount = await countThread(read, thread);
  if (!partner || (partner.deleted && totalCount === 0)) throw new Failure('USER_NOT_FOUND');
  if (before !== undefined) await requireMessage(read, thread, before);
  // One more than is answered tells whether there are more.
  const found = await listThread(read, thread, { before, offset: (page - 1) * limit, limit: limit + 1 });
  const answered = found.slice(0, limit);
  const newest = before === undefined && page === 1 ? answered[0] : undefined;
  const readAt = newest ? await seeUpTo(context, readerId, partnerId, newest.id) : null;
  const messages = answered.reverse().flatMap((message) => {
    const sender = people.get(message.sender_id);
    const seen = message.recipient_id === readerId && message.read_at === null;
    return sender ? [presentMessage(seen ? { ...message, read_at: readAt } : message, sender, readerId)] : [];
  });
  return {
    messages,
    partner: presentPartner(partner),
    pagination: { page, limit, totalCount, hasMore: found.length > limit },
  };
}

async function requireMessage(reads: Reads, thread: string, id: string): Promise<void> {
  const message = await findMessage(reads, id);
  if (!message || threadOf(message.sender_id, message.recipient_id) !== thread) {
    throw new Failure('MESSAGE_NOT_FOUND');
  }
}

/** Some 5 ms of marking them read. */
const manyMessages = 1000;

/** When the messages were marked; null where none waited. Most looks find nothing new and write nothing. */
async function seeUpTo(
  context: Context,
  recipientId: string,
  senderId: string,
  upToId: string,
): Promise<number | null> {
  const unread = await countUnread(context.db.read, recipientId, senderId);
  if (unread === 0) return null;
  const at = context.clock.now();
  const mark = async (tx: Writes) => {
    if (!(await markRead(tx, { recipientId, senderId, upToId, at }))) return;
    tx.afterCommit(() =>
      context.realtime.publish({ type: 'read', readerId: recipientId, senderId, upToId, at }),
    );
  };
  await context.db.write(mark, { long: unread > manyMessages });
  return at;
}
