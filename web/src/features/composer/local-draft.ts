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

export { editedPostKey as editKey, newPostKey } from '../../device/storage-keys.ts';

/** What stands in an entry of any shape. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** An entry as a rich-text draft. */
export function readRichText(kept: Readonly<Record<string, unknown>>): LocalDraft {
  const { title, content, adminOnly, draftId } = kept;
  return {
    title: text(title),
    content: text(content),
    adminOnly: adminOnly === true,
    draftId: textOrNull(draftId),
  };
}

/** Makes a draft of an entry of any shape. */
export type ReadDraft<Draft> = (kept: Readonly<Record<string, unknown>>) => Draft;

/** What was kept under the key, or null; an entry that is no object counts as nothing. */
export function loadDraft<Draft>(key: string, read: ReadDraft<Draft>): Draft | null {
  const kept = deviceStorage.getJson(key);
  return typeof kept === 'object' && kept !== null ? read(kept as Record<string, unknown>) : null;
}

/** Answers whether it will survive the page. */
export const saveDraft = (key: string, draft: object): boolean => deviceStorage.setJson(key, draft);

export const forgetDraft = (key: string): void => deviceStorage.remove(key);
