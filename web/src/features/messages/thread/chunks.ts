import type { Message } from '@duet/contract/messages/shapes';

/** Messages that stand together, oldest first. Chunks keep their identity until something in them changes. */
export type Chunk = readonly Message[];

/** A chunk at the end that has as many messages is closed, and the next message begins another one. */
export const chunkSize = 50;

const isSame = (one: Message, other: Message): boolean =>
  one.read_at === other.read_at &&
  one.message === other.message &&
  one.sender.username === other.sender.username &&
  one.sender.profilePictureUrl === other.sender.profilePictureUrl;

/** The messages of both, each once and the newer word counting, in the order of their ids. */
function merged(chunk: Chunk, arrived: readonly Message[]): Chunk {
  const byId = new Map(chunk.map((message) => [message._id, message]));
  let changed = false;
  for (const message of arrived) {
    const known = byId.get(message._id);
    if (known && isSame(known, message)) continue;
    byId.set(message._id, message);
    changed = true;
  }
  if (!changed) return chunk;
  return [...byId.values()].sort((one, other) => (one._id < other._id ? -1 : 1));
}

/** Where a message belongs: the last chunk that begins before it, or -1 before all. */
function placeOf(chunks: readonly Chunk[], id: string): number {
  let index = chunks.length - 1;
  while (index >= 0 && id < (chunks[index]?.[0]?._id ?? '')) index -= 1;
  return index;
}

function closedIfFull(chunks: readonly Chunk[]): Chunk[] {
  const last = chunks.at(-1) ?? [];
  if (last.length <= chunkSize) return [...chunks];
  return [...chunks.slice(0, -1), last.slice(0, chunkSize), last.slice(chunkSize)];
}

/** Puts messages in, wherever they belong: new, older, changed or known ones. The same array where nothing changes. */
export function withMessages(chunks: readonly Chunk[], arrived: readonly Message[]): readonly Chunk[] {
  const groups = new Map<number, Message[]>();
  for (const message of arrived) {
    const place = placeOf(chunks, message._id);
    groups.set(place, [...(groups.get(place) ?? []), message]);
  }
  let changed = false;
  const present = chunks.map((chunk, index) => {
    const next = merged(chunk, groups.get(index) ?? []);
    changed ||= next !== chunk;
    return next;
  });
  const before = groups.get(-1);
  if (before) return closedIfFull([merged([], before), ...present]);
  return changed ? closedIfFull(present) : chunks;
}

/** What was sent to a reader, with the mark that it was read up to a message. The same array where nothing changes. */
export function withRead(
  chunks: readonly Chunk[],
  readerId: string,
  upToId: string,
  at: string,
): readonly Chunk[] {
  const isNew = (message: Message) =>
    message.recipientId === readerId && message.read_at === null && message._id <= upToId;
  const next = [...chunks];
  let changed = false;
  for (let index = chunks.length - 1; index >= 0; index -= 1) {
    const chunk = chunks[index] ?? [];
    if (chunk.some(isNew)) {
      next[index] = chunk.map((message) => (isNew(message) ? { ...message, read_at: at } : message));
      changed = true;
    } else if (chunk.some(({ recipientId, read_at }) => recipientId === readerId && read_at !== null)) {
      // Whatever stands before what was read has been read as well.
      break;
    }
  }
  return changed ? next : chunks;
}

export const countIn = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, chunk) => sum + chunk.length, 0);

export const newestIn = (chunks: readonly Chunk[]): Message | undefined => chunks.at(-1)?.at(-1);
export const oldestIn = (chunks: readonly Chunk[]): Message | undefined => chunks[0]?.[0];

/** The newest message that fits, looked for from the end. */
export function findNewest(
  chunks: readonly Chunk[],
  fits: (message: Message) => boolean,
): Message | undefined {
  for (let index = chunks.length - 1; index >= 0; index -= 1) {
    const found = chunks[index]?.findLast(fits);
    if (found) return found;
  }
  return undefined;
}
