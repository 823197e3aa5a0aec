import { Outbox, type OutboxKind, useOutbox } from '../../../device/outbox.ts';
import { createEmitter } from '../../../ui/store.ts';

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

const kind: OutboxKind<UnsentComment> = {
  name: 'comment',
  isEntry(value): value is UnsentComment {
    if (typeof value !== 'object' || value === null) return false;
    const { clientId, postId, text, refused } = value as Record<string, unknown>;
    return [clientId, postId, text].every((part) => typeof part === 'string') && typeof refused === 'boolean';
  },
};

const outboxOf = (authorId: string) => new Outbox(authorId, kind);
const posted = createEmitter<[clientId: string]>();

/** What people wrote under posts without a network, oldest first, on this device in all its tabs. */
export const unsentComments = {
  of: (authorId: string): UnsentComment[] => outboxOf(authorId).all(),
  has: (authorId: string, clientId: string): boolean => outboxOf(authorId).has(clientId),
  /** Adds a comment, or replaces it. */
  put: (authorId: string, comment: UnsentComment): void => outboxOf(authorId).put(comment),
  remove: (authorId: string, clientId: string): void => outboxOf(authorId).remove(clientId),
  /** The server has it: it waits no more, and those who said that it waits are told. */
  posted(authorId: string, clientId: string): void {
    posted.emit(clientId);
    this.remove(authorId, clientId);
  },
};

/** Calls the listener with the `clientId` of each comment that waited and was posted by this page; returns what ends it. */
export const onCommentPosted = posted.subscribe;

/** A person's unsent comments, and again when they change, also in another tab. */
export const useUnsentComments = (authorId: string | undefined): readonly UnsentComment[] =>
  useOutbox(authorId, kind);
