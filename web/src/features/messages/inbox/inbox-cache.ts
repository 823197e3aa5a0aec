import type { Conversation, Message, Partner } from '@duet/contract/messages/shapes';
import type { QueryClient } from '@tanstack/react-query';
import { queryClient } from '../../../api/queries.ts';

/** Where the header's badge looks. */
const unreadKey = ['messages', 'unreadCount'] as const;

export type Conversations = readonly Conversation[];
export const inboxKey = (userId: string) => ['messages', 'conversations', userId] as const;

/** The total of the title's badge: the sum of the conversations' counts. */
export const unreadIn = (rows: Conversations): number => rows.reduce((sum, row) => sum + row.unreadCount, 0);

/** The rows where a thread stands open: what waits in it is being read. */
export const withRead = (rows: Conversations, partnerId: string | null): Conversations =>
  rows.map((row) => (row.partnerId === partnerId && row.unreadCount > 0 ? { ...row, unreadCount: 0 } : row));

/** Lets the header's badge say the same as the inbox, without another call. */
export function shareUnread(rows: Conversations, cache: QueryClient = queryClient): void {
  cache.setQueryData(unreadKey, unreadIn(rows));
}

function change(userId: string, make: (rows: Conversations) => Conversations, cache: QueryClient): void {
  const rows = cache.getQueryData<Conversations>(inboxKey(userId));
  if (!rows) return;
  const next = make(rows);
  cache.setQueryData(inboxKey(userId), next);
  shareUnread(next, cache);
}

/** Nothing waits in a thread any more. */
export function noteRead(userId: string, partnerId: string, cache: QueryClient = queryClient): void {
  change(userId, (rows) => withRead(rows, partnerId), cache);
}

/** Brings a thread to the top with its newest message. */
export function noteNewest(
  userId: string,
  partner: Partner,
  message: Message,
  cache: QueryClient = queryClient,
): void {
  change(
    userId,
    (rows) => {
      const known = rows.find(({ partnerId }) => partnerId === partner.id);
      if (known && known.lastMessageTime >= message.created_at) return rows;
      const row: Conversation = {
        partnerId: partner.id,
        partnerUsername: partner.username,
        partnerProfilePicture: partner.profilePicture,
        lastMessage: message.message,
        lastMessageTime: message.created_at,
        unreadCount: known?.unreadCount ?? 0,
      };
      return [row, ...rows.filter((other) => other !== known)];
    },
    cache,
  );
}
