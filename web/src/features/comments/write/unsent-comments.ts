import { useMemo, useSyncExternalStore } from 'react';
import { KeptList } from '../../../device/kept-list.ts';

/** A comment that was written without a network, as this device keeps it until the server has it. */
export interface UnsentComment {
  readonly clientId: string;
  readonly postId: string;
  readonly text: string;
  /** The server has said no, and the person decides; otherwise it goes by itself. */
  readonly refused: boolean;
  /** In the words of the server. */
  readonly reason: string | null;
}

const prefix = 'duet.unsent-comment';
const listeners = new Set<() => void>();
let changes = 0;

function isUnsent(value: unknown): value is UnsentComment {
  if (typeof value !== 'object' || value === null) return false;
  const { clientId, postId, text, refused } = value as Record<string, unknown>;
  return [clientId, postId, text].every((part) => typeof part === 'string') && typeof refused === 'boolean';
}

const listOf = (authorId: string) => new KeptList(`${prefix}.${authorId}`, isUnsent);

function emit(): void {
  changes += 1;
  for (const listener of listeners) listener();
}

/** What people wrote under posts without a network, oldest first, on this device in all its tabs. */
export const unsentComments = {
  of: (authorId: string): UnsentComment[] => listOf(authorId).all(),
  has: (authorId: string, clientId: string): boolean => listOf(authorId).has(clientId),
  /** Adds a comment, or puts another word about it in its place. */
  put(authorId: string, comment: UnsentComment): void {
    listOf(authorId).put(comment);
    emit();
  },
  remove(authorId: string, clientId: string): void {
    listOf(authorId).remove(clientId);
    emit();
  },
  /** The server has it: it waits no more, and those who said that it waits are told. */
  posted(authorId: string, clientId: string): void {
    for (const listener of postedListeners) listener(clientId);
    this.remove(authorId, clientId);
  },
};

const postedListeners = new Set<(clientId: string) => void>();

/** Calls the listener with the `clientId` of each comment that waited and was posted by this page; returns what ends it. */
export function onPosted(listener: (clientId: string) => void): () => void {
  postedListeners.add(listener);
  return () => postedListeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  const followOtherTab = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(prefix)) return;
    changes += 1;
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', followOtherTab);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', followOtherTab);
  };
}

/** A person's unsent comments, and again when they change, also in another tab. */
export function useUnsentComments(authorId: string | undefined): readonly UnsentComment[] {
  const count = useSyncExternalStore(subscribe, () => changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change is counted
  return useMemo(() => (authorId === undefined ? [] : unsentComments.of(authorId)), [authorId, count]);
}
