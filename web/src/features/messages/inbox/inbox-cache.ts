import type { EventData } from '@duet/contract/events/shapes';
import { limits } from '@duet/contract/limits';
import type { Conversation, Message, Partner } from '@duet/contract/messages/shapes';
import type { QueryClient } from '@tanstack/react-query';
import { queryClient } from '../../../api/queries.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { refetchThrottled } from '../../../api/throttled-refetch.ts';

export type Conversations = readonly Conversation[];

/** The total of the title's badge: the sum of the conversations' counts. */
export const unreadIn = (rows: Conversations): number => rows.reduce((sum, row) => sum + row.unreadCount, 0);

/** The rows where a thread stands open: what waits in it is being read. */
export const withRead = (rows: Conversations, partnerId: string | null): Conversations =>
  rows.map((row) => (row.partnerId === partnerId && row.unreadCount > 0 ? { ...row, unreadCount: 0 } : row));

/** Lets the header's badge say the same as the inbox, without another call. */
export function shareUnread(rows: Conversations, cache: QueryClient = queryClient): void {
  cache.setQueryData(queryKeys.unreadMessages, unreadIn(rows));
}

type Note = (rows: Conversations) => Conversations;

/** What was noted for a person since each answer was asked for that is still on its way. */
const sinceAsked = new Set<{ readonly userId: string; readonly notes: Note[] }>();

/** The rows of an answer with what was noted while it was on its way: it may be older than that. */
export async function withNoted(userId: string, asked: Promise<Conversations>): Promise<Conversations> {
  const since = { userId, notes: [] as Note[] };
  sinceAsked.add(since);
  try {
    const rows = await asked;
    return since.notes.reduce((noted, note) => note(noted), rows);
  } finally {
    sinceAsked.delete(since);
  }
}

function keepNote(userId: string, note: Note): void {
  for (const since of sinceAsked) if (since.userId === userId) since.notes.push(note);
}

function change(userId: string, make: Note, cache: QueryClient): void {
  keepNote(userId, make);
  const rows = cache.getQueryData<Conversations>(queryKeys.inbox(userId));
  if (!rows) return;
  const next = make(rows);
  cache.setQueryData(queryKeys.inbox(userId), next);
  shareUnread(next, cache);
}

/** Nothing waits in a thread any more. */
export function noteRead(userId: string, partnerId: string, cache: QueryClient = queryClient): void {
  change(userId, (rows) => withRead(rows, partnerId), cache);
}

/** What waits now, as the server says: in all, and in one thread. `isOpen`: that thread is being read here. */
export function noteUnread(
  userId: string,
  { unreadCount, conversation }: EventData<'unread'>,
  isOpen: boolean,
  cache: QueryClient = queryClient,
): void {
  const count = isOpen ? 0 : conversation.unreadCount;
  const note: Note = (rows) =>
    rows.map((row) =>
      row.partnerId === conversation.partnerId && row.unreadCount !== count
        ? { ...row, unreadCount: count }
        : row,
    );
  // An answer that is on its way may be older than this.
  void cache.cancelQueries({ queryKey: queryKeys.unreadMessages });
  keepNote(userId, note);
  const rows = cache.getQueryData<Conversations>(queryKeys.inbox(userId));
  if (rows) cache.setQueryData(queryKeys.inbox(userId), note(rows));
  cache.setQueryData(queryKeys.unreadMessages, unreadCount - conversation.unreadCount + count);
}

/** Refetches how many messages are unread, as soon as that may be asked again. */
export const refetchUnread = (): void =>
  refetchThrottled(queryKeys.unreadMessages, { afterMs: limits.messages.minRefreshMs });

/** Whom a thread of the kept inbox is with; undefined where it is not in it. */
export function partnerIn(
  userId: string,
  partnerId: string,
  cache: QueryClient = queryClient,
): Pick<Partner, 'id' | 'username' | 'displayName' | 'profilePicture'> | undefined {
  const row = cache
    .getQueryData<Conversations>(queryKeys.inbox(userId))
    ?.find((known) => known.partnerId === partnerId);
  return (
    row && {
      id: partnerId,
      username: row.partnerUsername,
      displayName: row.partnerDisplayName,
      profilePicture: row.partnerProfilePicture,
    }
  );
}

/** Brings a thread to the top with its newest message. */
export function noteNewest(
  userId: string,
  partner: Pick<Partner, 'id' | 'username' | 'displayName' | 'profilePicture'>,
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
        partnerDisplayName: partner.displayName,
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
