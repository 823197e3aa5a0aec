import type { PostType } from '@duet/contract/posts/shapes';
import { persistedFiles } from '../../../device/persisted-files.ts';
import { deviceStorage } from '../../../device/storage.ts';
import { copyFiles } from '../form/kept-files.ts';
import { forgetDraft, loadDraft, newPostKey, replaceDraft } from '../form/local-draft.ts';
import type { PostDraft, PostKind } from '../form/post-kind.ts';
import { settlePublish } from '../form/settle-publish.ts';
import type { GalleryItem } from '../gallery/gallery-item.ts';
import { galleryKind } from '../gallery/gallery-kind.ts';
import { textKind } from '../text/text-kind.ts';
import { videoKind } from '../video/video-kind.ts';
import { type PersistedEdit, persistedEdit } from './persisted-edit.ts';
import { pickedPictures, withPicturesToSend } from './picked-pictures.ts';

const settle: Readonly<Record<PostType, (form: string) => Promise<boolean>>> = {
  richText: (form) => settlePublish(textKind, form),
  gallery: (form) => settlePublish(galleryKind, form),
  video: (form) => settlePublish(videoKind, form),
};

const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The new post that this device keeps under a key, or an empty one. */
const begunPost = <Draft extends PostDraft>(
  { read, empty }: Pick<PostKind<Draft, never>, 'read' | 'empty'>,
  key: string,
): Draft => loadDraft(key, (entry) => read(entry, null)) ?? empty;

/** Pictures as another form uploads them; one that was never sent, and has no file here, is asked for there. */
const toSend = (items: readonly GalleryItem[], files: ReadonlySet<string>): GalleryItem[] =>
  items.flatMap((item) =>
    item.serverUrl === null || files.has(item.key)
      ? [{ ...item, serverUrl: null, status: 'uploading', uploadError: null, previewUrl: '' }]
      : [],
  );

/** The new post that is kept under a key with what an edit holds after it. */
function joined(key: string, edit: PersistedEdit, files: ReadonlySet<string>): object {
  const { postType, title, caption } = edit;
  const adminOnly = (begun: { adminOnly: boolean }) => ({ adminOnly: begun.adminOnly || edit.adminOnly });
  if (postType === 'richText') {
    const begun = begunPost(textKind, key);
    const heading = begun.title === '' || title === '' ? '' : `<p>${escaped(title)}</p>`;
    const content = `${begun.content}${heading}${withPicturesToSend(edit.content, files)}`;
    return { ...begun, ...adminOnly(begun), title: begun.title || title, content };
  }
  if (postType === 'video') {
    const begun = begunPost(videoKind, key);
    return { ...begun, ...adminOnly(begun), caption: lines(begun.caption, caption) };
  }
  const begun = begunPost(galleryKind, key);
  const items = [...begun.items, ...toSend(edit.picked, files)];
  return { ...begun, ...adminOnly(begun), items, caption: lines(begun.caption, caption) };
}

/**
 * What became of it: `publishing` where nothing can be added to the new post, since nobody knows whether it is published, and
 * `refused` where this device does not keep it: in both the edit stays as it is. `elsewhere` where another page has moved it or
 * thrown it away meanwhile.
 */
type Outcome = 'moved' | 'publishing' | 'refused' | 'elsewhere';

/**
 * Moves what a person put into an edit to the new post of its type, after what an unfinished one holds already.
 *
 * @param shown What the person sees of it, for where this device keeps nothing of it any more.
 */
export async function moveToNewPost(
  storageKey: string,
  userId: string,
  shown: PersistedEdit,
): Promise<Outcome> {
  const entry = () => deviceStorage.get(storageKey);
  const key = newPostKey(userId, shown.postType);
  const wasKept = entry() !== null;
  if (!(await settle[shown.postType](key))) return 'publishing';
  for (;;) {
    const before = entry();
    if (wasKept && before === null) return 'elsewhere';
    const edit = persistedEdit(storageKey) ?? shown;
    const pictures = [...edit.picked.map((item) => item.key), ...pickedPictures(edit.content)];
    const files = await copyFiles(pictures, storageKey, key);
    if (!files) return 'refused';
    // Another tab has written on; from here on nothing waits.
    if (entry() !== before) continue;
    if (!replaceDraft(key, () => joined(key, edit, files))) return 'refused';
    forgetDraft(storageKey);
    void persistedFiles.removeAll(`${storageKey}/`);
    return 'moved';
  }
}
