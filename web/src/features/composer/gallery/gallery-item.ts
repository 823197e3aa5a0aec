import { text, textOrNull } from '../form/local-draft.ts';

const nexts = ['waits', 'fileGone', 'refused'] as const;

/** product.md §3, Gallery draft item. */
export interface GalleryItem {
  readonly key: string;
  /** What shows in the form: the picked file while the page lives, then the server's thumbnail. */
  readonly previewUrl: string;
  readonly serverUrl: string | null;
  readonly status: 'uploading' | 'uploaded' | 'error';
  /** A sentence for a person. */
  readonly uploadError: string | null;
  readonly originalName: string;
  /** Percent. */
  readonly uploadProgress: number;
  readonly alt: string;
  /**
   * After an error: it goes on by itself (`waits`), needs its file chosen again (`fileGone`), or another one, because this
   * one is never taken (`refused`). Where it is absent another try may help.
   */
  readonly next?: (typeof nexts)[number] | undefined;
}

/** A gallery being composed, as it is kept on this device. */
export interface GalleryDraft {
  readonly items: readonly GalleryItem[];
  readonly caption: string;
  readonly adminOnly: boolean;
  readonly draftId: string | null;
}

export const emptyGallery: GalleryDraft = { items: [], caption: '', adminOnly: false, draftId: null };

const statuses = ['uploading', 'uploaded', 'error'] as const;

function readItem(kept: unknown): GalleryItem[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const item = kept as Record<string, unknown>;
  const status = statuses.find((one) => one === item.status);
  if (!status || typeof item.key !== 'string') return [];
  const next = nexts.find((one) => one === item.next);
  return [
    {
      key: item.key,
      // A picked file's address ended with its page.
      previewUrl: text(item.previewUrl).startsWith('blob:') ? '' : text(item.previewUrl),
      serverUrl: textOrNull(item.serverUrl),
      status,
      uploadError: textOrNull(item.uploadError),
      originalName: text(item.originalName),
      uploadProgress: Number(item.uploadProgress) || 0,
      alt: text(item.alt),
      ...(next && { next }),
    },
  ];
}

/** An entry of this device as a gallery. */
export function readGallery(kept: Readonly<Record<string, unknown>>): GalleryDraft {
  return {
    items: Array.isArray(kept.items) ? kept.items.flatMap(readItem) : [],
    caption: text(kept.caption),
    adminOnly: kept.adminOnly === true,
    draftId: textOrNull(kept.draftId),
  };
}

/** Changes one item and leaves the others. */
export const withItem = (
  items: readonly GalleryItem[],
  key: string,
  part: Partial<GalleryItem>,
): GalleryItem[] => items.map((item) => (item.key === key ? { ...item, ...part } : item));

/** Moves an item to a place, counted from 0; places outside are the nearest inside. */
export function moved(items: readonly GalleryItem[], key: string, to: number): readonly GalleryItem[] {
  const from = items.findIndex((item) => item.key === key);
  const place = Math.max(0, Math.min(items.length - 1, to));
  const item = items[from];
  if (!item || from === place) return items;
  return items.toSpliced(from, 1).toSpliced(place, 0, item);
}

type GalleryFault = 'uploading' | 'failed' | 'none';

/** Why a gallery cannot be published yet (product.md §5), or null. */
export function galleryFault(items: readonly GalleryItem[]): GalleryFault | null {
  if (items.some(({ status }) => status === 'uploading')) return 'uploading';
  if (items.some(({ status }) => status === 'error')) return 'failed';
  return items.length === 0 ? 'none' : null;
}

/** The pictures as they are sent. */
export const mediaUrlsOf = (items: readonly GalleryItem[]): { url: string; alt: string }[] =>
  items.flatMap(({ serverUrl, alt }) => (serverUrl ? [{ url: serverUrl, alt: alt.trim() }] : []));

/** A gallery as it is written to its draft or published. */
export const fieldsOf = ({ items, caption, adminOnly }: GalleryDraft) => ({
  mediaUrls: mediaUrlsOf(items),
  caption: caption.trim(),
  adminOnlyVisibility: adminOnly,
});

/** Whether another try with the same file may help. */
export const canRetry = ({ status, next }: Pick<GalleryItem, 'status' | 'next'>): boolean =>
  status === 'error' && next !== 'fileGone' && next !== 'refused';
