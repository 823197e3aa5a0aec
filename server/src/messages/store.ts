import { sql } from 'kysely';
import { picturePath } from '../accounts/person.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import { preparedRead, preparedWrite } from '../platform/db/prepared.ts';
import type { MessageRow } from '../platform/db/schema/messages.ts';

export type StoredMessage = Omit<MessageRow, 'thread'>;

export interface ConversationLine {
  readonly partner_id: string;
  readonly username: string;
  readonly display_name: string;
  readonly picture_path: string | null;
  /** The newest message, and when it was sent. */
  readonly text: string;
  readonly created_at: number;
  readonly unread: number | null;
}

const columns = ['id', 'sender_id', 'recipient_id', 'text', 'client_id', 'created_at', 'read_at'] as const;

interface SentMessage {
  readonly senderId: string;
  readonly recipientId: string;
  readonly clientId: string;
}

const byClientId = preparedRead((db, { senderId, recipientId, clientId }: SentMessage) =>
  db
    .selectFrom('messages')
    .select(columns)
    .where('sender_id', '=', senderId)
    .where('recipient_id', '=', recipientId)
    .where('client_id', '=', clientId),
);

export const findByClientId = (reads: Reads, message: SentMessage): Promise<StoredMessage | undefined> =>
  byClientId.first(reads, message);

export function findMessage(reads: Reads, id: string): Promise<StoredMessage | undefined> {
  return reads.selectFrom('messages').select(columns).where('id', '=', id).executeTakeFirst();
}

const insert = preparedWrite((db, message: MessageRow) => {
  const { id, thread, sender_id, recipient_id, text, client_id, created_at, read_at } = message;
  return db
    .insertInto('messages')
    .values({ id, thread, sender_id, recipient_id, text, client_id, created_at, read_at });
});

const moveToTop = preparedWrite((db, { id, sender_id, recipient_id }: MessageRow) =>
  db
    .insertInto('conversations')
    .values([
      { user_id: sender_id, partner_id: recipient_id, last_message_id: id },
      { user_id: recipient_id, partner_id: sender_id, last_message_id: id },
    ])
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'partner_id'])
        .doUpdateSet((eb) => ({ last_message_id: eb.ref('excluded.last_message_id') }))
        // Of two servers, the one that commits later may have made the smaller id.
        .whereRef('conversations.last_message_id', '<', 'excluded.last_message_id'),
    ),
);

/** Adds a message and moves the thread to the top of both inboxes. */
export async function insertMessage(tx: Writes, message: MessageRow): Promise<void> {
  const { sender_id, recipient_id } = message;
  tx.concerns('messages', [sender_id, recipient_id]);
  tx.concerns('conversations', [sender_id, recipient_id]);
  await Promise.all([insert.run(tx, message), moveToTop.run(tx, message)]);
}

/** The newest first; where a message is named, those older than it. */
export function listThread(
  reads: Reads,
  thread: string,
  page: { readonly before: string | undefined; readonly offset: number; readonly limit: number },
): Promise<StoredMessage[]> {
  const { before } = page;
  return reads
    .selectFrom('messages')
    .select(columns)
    .where('thread', '=', thread)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countThread(reads: Reads, thread: string): Promise<number> {
  const { count } = await reads
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('thread', '=', thread)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Messages that wait for a person: from one sender, or from all. */
export async function countUnread(reads: Reads, recipientId: string, senderId?: string): Promise<number> {
  const { count } = await reads
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('recipient_id', '=', recipientId)
    .where('read_at', 'is', null)
    .$if(senderId !== undefined, (query) => query.where('sender_id', '=', senderId ?? ''))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What a reader has seen of what a sender wrote: these messages, and those older than one, where one is named. */
interface SeenMessages {
  readonly ids: readonly string[];
  readonly olderThan: string | null;
}

/** Marks what a reader has seen of what a sender wrote. Answers whether any waited. */
export async function markRead(
  tx: Writes,
  read: { recipientId: string; senderId: string; seen: SeenMessages; at: number },
): Promise<boolean> {
  const { ids, olderThan } = read.seen;
  tx.concerns('messages', [read.recipientId, read.senderId]);
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ read_at: read.at })
    .where('recipient_id', '=', read.recipientId)
    .where('sender_id', '=', read.senderId)
    .where('read_at', 'is', null)
    .where(({ eb, or }) =>
      or([
        ...(ids.length > 0 ? [eb('id', 'in', [...ids])] : []),
        ...(olderThan === null ? [] : [eb('id', '<', olderThan)]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Everybody a person has messages with, the newest message first. */
export function listConversations(reads: Reads, userId: string): Promise<ConversationLine[]> {
  return reads
    .selectFrom('conversations')
    .innerJoin('messages as last', 'last.id', 'conversations.last_message_id')
    .innerJoin('users', 'users.id', 'conversations.partner_id')
    .select([
      'conversations.partner_id',
      'users.username',
      'users.display_name',
      picturePath.as('picture_path'),
    ])
    .select(['last.text', 'last.created_at'])
    .select((eb) =>
      eb
        .selectFrom('messages as waiting')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('waiting.recipient_id', '=', 'conversations.user_id')
        .whereRef('waiting.sender_id', '=', 'conversations.partner_id')
        .where('waiting.read_at', 'is', null)
        .as('unread'),
    )
    .where('conversations.user_id', '=', userId)
    .orderBy('conversations.last_message_id', 'desc')
    .execute();
}

const blockers = preparedRead((db, { one, other }: { one: string; other: string }) =>
  db
    .selectFrom('message_blocks')
    .select('user_id')
    .where((eb) =>
      eb.or([eb.and({ user_id: one, blocked_id: other }), eb.and({ user_id: other, blocked_id: one })]),
    ),
);

/** Who of the two has blocked the other. */
export async function findBlockers(reads: Reads, one: string, other: string): Promise<Set<string>> {
  return new Set((await blockers.all(reads, { one, other })).map((row) => row.user_id));
}

/** Whom a person has blocked, by name. */
export const listBlocked = (reads: Reads, userId: string) =>
  reads
    .selectFrom('message_blocks')
    .innerJoin('users', 'users.id', 'message_blocks.blocked_id')
    .select([
      'users.id',
      'users.username',
      'users.display_name',
      picturePath.as('picture_path'),
      'message_blocks.created_at',
    ])
    .where('message_blocks.user_id', '=', userId)
    .orderBy(sql`lower(users.username)`)
    .execute();

export async function insertBlock(tx: Writes, userId: string, blockedId: string, at: number): Promise<void> {
  await tx
    .insertInto('message_blocks')
    .values({ user_id: userId, blocked_id: blockedId, created_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'blocked_id']).doNothing())
    .execute();
}

export async function deleteBlock(tx: Writes, userId: string, blockedId: string): Promise<void> {
  await tx
    .deleteFrom('message_blocks')
    .where('user_id', '=', userId)
    .where('blocked_id', '=', blockedId)
    .execute();
}
