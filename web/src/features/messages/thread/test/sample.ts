import type { Message, Partner } from '@duet/contract/messages/shapes';
import type { ThreadPage } from '../../message-api.ts';

export const partner: Partner = {
  id: 'dan',
  username: 'dan',
  displayName: '',
  profilePicture: null,
  deleted: false,
};

/** The `n`-th message of a thread between ana, who reads, and dan; ids grow with `n`. */
export function aMessage(n: number, from: 'ana' | 'dan' = 'dan', fields: Partial<Message> = {}): Message {
  return {
    _id: String(n).padStart(6, '0'),
    sender_id: from,
    senderId: from,
    sender: { username: from, displayName: '', profilePictureUrl: null },
    recipientId: from === 'ana' ? 'dan' : 'ana',
    message: `text ${n}`,
    created_at: new Date(Date.UTC(2026, 0, 1, 12, 0, n)).toISOString(),
    read_at: null,
    isTemp: false,
    ...fields,
  };
}

/** Messages `from` to `to`. */
export const messages = (from: number, to: number): Message[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => aMessage(from + index));

/** At most `limit` messages before the one at `end`, as the server answers them. */
export function pageOf(stored: readonly Message[], end: number, limit: number): ThreadPage {
  const begin = Math.max(0, end - limit);
  return {
    messages: stored.slice(begin, end),
    partner,
    pagination: { page: 1, limit, totalCount: stored.length, hasMore: begin > 0 },
  };
}
