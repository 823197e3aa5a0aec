import { useMemo } from 'react';
import { createStore, useStore } from '../ui/store.ts';
import { deviceStorage } from './storage.ts';
import { legacyCommentsPrefix, legacyLikesKey, outboxPrefix } from './storage-keys.ts';

/** Something with an id of its own, under which the server takes it once however often it is sent. */
interface Identified {
  readonly clientId: string;
}

/** One kind of what waits: likes, comments, messages. */
export interface OutboxKind<Entry extends Identified> {
  readonly name: 'like' | 'comment' | 'message';
  /** What is read is not believed before this has looked at it. */
  readonly isEntry: (value: unknown) => value is Entry;
}

interface Kept {
  /** Grows with every entry, also where the device's clock was set back. */
  readonly order: number;
  /** Messages were kept without it before there were others. */
  readonly kind?: string;
  readonly entry: unknown;
}

const keyOf = (userId: string, clientId = ''): string => `${outboxPrefix}.${userId}.${clientId}`;

function read(key: string): Kept | null {
  const { order, kind = 'message', entry } = (deviceStorage.getJson(key) ?? {}) as Partial<Kept>;
  return typeof order === 'number' ? { order, kind, entry } : null;
}

/** All that waits for a person, oldest first. */
const keptOf = (userId: string): Kept[] =>
  deviceStorage
    .keys(keyOf(userId))
    .map(read)
    .filter((kept) => kept !== null)
    .sort((one, other) => one.order - other.order);

/** Answers whether it will survive the page. */
function keep(userId: string, kind: string, entry: Identified, order?: number): boolean {
  const key = keyOf(userId, entry.clientId);
  const place = read(key)?.order ?? order ?? Math.max(Date.now(), 1 + (keptOf(userId).at(-1)?.order ?? 0));
  return deviceStorage.setJson(key, { order: place, kind, entry } satisfies Kept);
}

const changes = createStore(0);
const changed = () => changes.set(changes.get() + 1);

/**
 * What a person did that the server does not have yet, on this device in all its tabs, oldest first. Each entry has a key of its
 * own: tabs that write at the same time take nothing from each other.
 */
export class Outbox<Entry extends Identified> {
  readonly #userId: string;
  readonly #kind: OutboxKind<Entry>;

  constructor(userId: string, kind: OutboxKind<Entry>) {
    this.#userId = userId;
    this.#kind = kind;
  }

  all(): Entry[] {
    takeOverFormer(this.#userId);
    return keptOf(this.#userId).flatMap((kept) => this.#entryOf(kept) ?? []);
  }

  has(clientId: string): boolean {
    return this.#entryOf(read(keyOf(this.#userId, clientId))) !== null;
  }

  /** Adds an entry, or replaces the one of the same id in its place. */
  put(entry: Entry): void {
    keep(this.#userId, this.#kind.name, entry);
    changed();
  }

  remove(clientId: string): void {
    deviceStorage.remove(keyOf(this.#userId, clientId));
    changed();
  }

  #entryOf(kept: Kept | null): Entry | null {
    return kept?.kind === this.#kind.name && this.#kind.isEntry(kept.entry) ? kept.entry : null;
  }
}

/** Calls the listener when another tab has changed what waits, until the returned function is called. */
export function onOutboxElsewhere(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (
      key === null ||
      [outboxPrefix, legacyCommentsPrefix, legacyLikesKey].some((one) => key.startsWith(one))
    )
      listener();
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

const changesInAllTabs = {
  get: changes.get,
  subscribe(listener: () => void) {
    const ends = [changes.subscribe(listener), onOutboxElsewhere(changed)];
    return () => {
      for (const end of ends) end();
    };
  },
};

/** What waits of one kind for a person, and again when that changes, also in another tab. */
export function useOutbox<Entry extends Identified>(
  userId: string | undefined,
  kind: OutboxKind<Entry>,
): readonly Entry[] {
  const count = useStore(changesInAllTabs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change is counted
  return useMemo(() => (userId === undefined ? [] : new Outbox(userId, kind).all()), [userId, kind, count]);
}

// Versions before kept each kind in a form of its own, and a tab that is still open may do so again.

interface Former {
  readonly key: string;
  readonly kind: OutboxKind<Identified>['name'];
  readonly entries: readonly unknown[];
  readonly order?: number;
}

/** The entry that a like under a post has; a second one is the same. */
export const likeEntry = (postId: string) => ({ clientId: `like-${postId}`, postId });

function formerOf(userId: string): Former[] {
  const found: Former[] = [];
  const messages = deviceStorage.getJson(`${outboxPrefix}.${userId}`);
  if (Array.isArray(messages)) {
    const entries = messages.map((message) => message && { ...message, reason: null });
    found.push({ key: `${outboxPrefix}.${userId}`, kind: 'message', entries });
  }
  for (const key of deviceStorage.keys(`${legacyCommentsPrefix}.${userId}.`)) {
    const kept = read(key);
    if (kept) found.push({ key, kind: 'comment', entries: [kept.entry], order: kept.order });
  }
  const likes = deviceStorage.getJson(legacyLikesKey) as { viewer?: unknown; postIds?: unknown } | null;
  if (likes?.viewer === userId && Array.isArray(likes.postIds))
    found.push({ key: legacyLikesKey, kind: 'like', entries: likes.postIds.map(likeEntry) });
  return found;
}

const isIdentified = (entry: unknown): entry is Identified =>
  typeof (entry as Partial<Identified> | null)?.clientId === 'string';

function takeOverFormer(userId: string): void {
  for (const { key, kind, entries, order } of formerOf(userId)) {
    const moved = entries.filter(isIdentified);
    const areKept = moved.map((entry) => keep(userId, kind, entry, order));
    deviceStorage.remove(key);
    // A full disk has no room for both.
    if (areKept.includes(false)) for (const entry of moved) keep(userId, kind, entry, order);
  }
}

/** A name for a message that no other one has. Sites on plain http have no `randomUUID`. */
export function newClientId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
