import type { PostType } from '@duet/contract/posts/shapes';
import { useEffect, useState } from 'react';
import { type Entry, loadDraft, text } from '../form/local-draft.ts';
import { pathOf } from '../form/picture-urls.ts';
import { type GalleryItem, readGallery } from '../gallery/gallery-item.ts';
import { hasText } from '../text/html.ts';
import { pickedPictures } from './picked-pictures.ts';

/** What a person put into an edit, without its video. */
export interface PersistedEdit {
  readonly postType: PostType;
  readonly title: string;
  /** The editor's HTML. */
  readonly content: string;
  readonly caption: string;
  readonly adminOnly: boolean;
  /** Pictures that were picked for a gallery; this device has their files, as far as it took them. */
  readonly picked: readonly GalleryItem[];
}

/** A stored picture that the gallery began with has its address for a key. */
const isPicked = ({ key, serverUrl }: GalleryItem): boolean =>
  serverUrl === null || key !== pathOf(serverUrl);

/** The edit that this device keeps; null where it keeps none. */
export const persistedEdit = (storageKey: string): PersistedEdit | null => loadDraft(storageKey, readEdit);

function readEdit(entry: Entry): PersistedEdit | null {
  const edit = {
    postType: 'content' in entry ? 'richText' : 'items' in entry ? 'gallery' : 'video',
    title: text(entry.title).trim(),
    content: text(entry.content),
    caption: text(entry.caption).trim(),
    adminOnly: entry.adminOnly === true,
    picked: readGallery(entry).items.filter(isPicked),
  } as const;
  const isWritten = edit.title !== '' || edit.caption !== '' || hasText(edit.content);
  return isWritten || edit.picked.length > 0 || pickedPictures(edit.content).length > 0 ? edit : null;
}

/**
 * The edit of a post that is there no more, as this device keeps it by now. What was shown last stays once nothing is kept any more:
 * the page leaves with it.
 *
 * @param isGone Whether the post is there no more.
 */
export function useLostEdit(storageKey: string | null, isGone: boolean): PersistedEdit | null {
  const [shown, setShown] = useState<{ readonly key: string; readonly edit: PersistedEdit } | null>(null);
  const read = storageKey && isGone ? persistedEdit(storageKey) : null;

  useEffect(() => {
    if (!storageKey || !isGone) return;
    const show = () => {
      const edit = persistedEdit(storageKey);
      if (edit) setShown({ key: storageKey, edit });
    };
    // The form has left by now, and has kept what was written last.
    show();
    // Another tab writes on.
    addEventListener('storage', show);
    return () => removeEventListener('storage', show);
  }, [storageKey, isGone]);

  return shown && shown.key === storageKey ? shown.edit : read;
}
