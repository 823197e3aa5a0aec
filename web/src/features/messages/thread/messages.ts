import type { Message } from '@duet/contract/messages/shapes';

/** Messages of a conversation, each once, in the order of their ids; the same array until something in it changes. */
export type Messages = readonly Message[];

const isSame = (one: Message, other: Message): boolean =>
  one.read_at === other.read_at &&
  one.message === other.message &&
  one.sender.username === other.sender.username &&
  one.sender.displayName === other.sender.displayName &&
  one.sender.profilePictureUrl === other.sender.profilePictureUrl;

/** Where a message with this id stands or would stand: looked for from the end, where most of them belong. */
function placeOf(messages: Messages, id: string): number {
  let index = messages.length;
  while (index > 0 && (messages[index - 1]?._id ?? '') >= id) index -= 1;
  return index;
}

/** The messages of both in the order of their ids, each once, what has arrived counting; nothing that was read becomes unread. */
export function withMessages(messages: Messages, arrived: readonly Message[]): Messages {
  const byId = new Map(arrived.map((message) => [message._id, message]));
  const ids = [...byId.keys()].sort();
  const last = ids.at(-1) ?? '';
  const from = placeOf(messages, ids[0] ?? '');
  const place = placeOf(messages, last);
  const to = messages[place]?._id === last ? place + 1 : place;
  // Only where they lie among those that are known: these may be many.
  const known = messages.slice(from, to);
  for (const one of known) {
    const copy = byId.get(one._id);
    // It may have been made before the message was read, and come after the word of that.
    const message = copy && one.read_at && !copy.read_at ? { ...copy, read_at: one.read_at } : copy;
    byId.set(one._id, !message || isSame(one, message) ? one : message);
  }
  if (byId.size === known.length && known.every((one) => byId.get(one._id) === one)) return messages;
  const sorted = [...byId.values()].sort((one, other) => (one._id < other._id ? -1 : 1));
  return [...messages.slice(0, from), ...sorted, ...messages.slice(to)];
}

/** Which messages were read, as the event `read` says. */
export interface ReadMessages {
  readonly upToId: string;
  readonly ids?: readonly string[] | undefined;
  readonly olderThan?: string | null | undefined;
}

/** Not all up to the newest of them: one that another server stored late may stand before it, and wait. */
function wasRead({ upToId, ids, olderThan }: ReadMessages, id: string): boolean {
  if (ids === undefined) return id <= upToId;
  return ids.includes(id) || (olderThan != null && id < olderThan);
}

/** The messages with the mark that these of those sent to a reader were read. */
export function withRead(messages: Messages, readerId: string, read: ReadMessages, at: string): Messages {
  const isNew = ({ recipientId, read_at, _id }: Message) =>
    recipientId === readerId && read_at === null && wasRead(read, _id);
  if (!messages.some(isNew)) return messages;
  return messages.map((message) => (isNew(message) ? { ...message, read_at: at } : message));
}
