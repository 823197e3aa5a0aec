import type { Message, Partner } from '@duet/contract/messages/shapes';
import type { Pagination } from '@duet/contract/posts/shapes';
import { findPeople } from '../accounts/person.ts';
import type { Context } from '../platform/context.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import { presentMessage, presentPartner } from './present.ts';
import { countThread, countUnread, findMessage, listThread, markRead, type StoredMessage } from './store.ts';
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
 * Reading page 1 marks it and everything before it read; what is read with `before` marks nothing.
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
  const hasMore = found.length > limit;
  const isSeen = before === undefined && page === 1;
  const readAt = isSeen ? await see(context, readerId, partnerId, { answered, hasMore }) : null;
  const messages = answered.reverse().flatMap((message) => {
    const sender = people.get(message.sender_id);
    const seen = message.recipient_id === readerId && message.read_at === null;
    return sender ? [presentMessage(seen ? { ...message, read_at: readAt } : message, sender, readerId)] : [];
  });
  return {
    messages,
    partner: presentPartner(partner),
    pagination: { page, limit, totalCount, hasMore },
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

/**
 * Marks the newest page, newest first, and what is older. One that another server gave a smaller id and commits meanwhile is not
 * among them. Answers when they were marked; null where none waited: most looks find nothing new and write nothing.
 */
async function see(
  context: Context,
  recipientId: string,
  senderId: string,
  { answered, hasMore }: { readonly answered: readonly StoredMessage[]; readonly hasMore: boolean },
): Promise<number | null> {
  const received = answered.filter(({ recipient_id }) => recipient_id === recipientId);
  const oldestId = answered.at(-1)?.id ?? null;
  const upToId = received[0]?.id ?? oldestId;
  const seen = {
    ids: received.filter(({ read_at }) => read_at === null).map(({ id }) => id),
    olderThan: hasMore ? oldestId : null,
  };
  if (upToId === null || (seen.ids.length === 0 && seen.olderThan === null)) return null;
  const unread = await countUnread(context.db.read, recipientId, senderId);
  if (unread === 0) return null;
  const at = context.clock.now();
  const mark = async (tx: Writes) => {
    if (!(await markRead(tx, { recipientId, senderId, seen, at }))) return;
    tx.afterCommit(() =>
      context.realtime.publish({ type: 'read', readerId: recipientId, senderId, upToId, ...seen, at }),
    );
  };
  await context.db.write(mark, { long: unread > manyMessages });
  return at;
}
