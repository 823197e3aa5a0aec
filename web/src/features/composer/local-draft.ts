import { deviceStorage } from '../../device/storage.ts';

/** What of a rich-text post lives on this device until it is published or discarded. */
export interface LocalDraft {
  readonly title: string;
  /** The editor's HTML. */
  readonly content: string;
  readonly adminOnly: boolean;
  /** The server's draft that holds the pictures uploaded so far. */
  readonly draftId: string | null;
}

export const emptyDraft: LocalDraft = { title: '', content: '', adminOnly: false, draftId: null };

/** One new post per person and device; an edit has its own place per post. */
export const newPostKey = (userId: string): string => `duet.compose.richText.${userId}`;
export const editKey = (userId: string, postId: string): string => `duet.compose.edit.${userId}.${postId}`;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What was kept under the key, or null; an entry of another shape counts as nothing. */
export function loadDraft(key: string): LocalDraft | null {
  const kept = deviceStorage.getJson(key);
  if (typeof kept !== 'object' || kept === null) return null;
  const { title, content, adminOnly, draftId } = kept as Record<string, unknown>;
  return {
    title: text(title),
    content: text(content),
    adminOnly: adminOnly === true,
    draftId: typeof draftId === 'string' ? draftId : null,
  };
}

/** Answers whether it will survive the page. */
export const saveDraft = (key: string, draft: LocalDraft): boolean => deviceStorage.setJson(key, draft);

export const forgetDraft = (key: string): void => deviceStorage.remove(key);
