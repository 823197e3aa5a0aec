import type { PostType } from '@duet/contract/posts/shapes';
import { copyFiles } from '../form/kept-files.ts';
import { type Entry, loadDraft, newPostKey, replaceDraft, text } from '../form/local-draft.ts';
import type { PostDraft, PostKind } from '../form/post-kind.ts';
import { settlePublish } from '../form/settle-publish.ts';
import { type GalleryItem, readGallery } from '../gallery/gallery-item.ts';
import { galleryKind } from '../gallery/gallery-kind.ts';
import { hasText } from '../text/html.ts';
import { textKind } from '../text/text-kind.ts';
import { videoKind } from '../video/video-kind.ts';

/** What a person wrote in an edit, without pictures and video. */
export interface PersistedEdit {
  readonly postType: PostType;
  readonly title: string;
  /** HTML. */
  readonly content: string;
  readonly caption: string;
  readonly adminOnly: boolean;
  /** Pictures that were picked and have not been uploaded; this device has their files. */
  readonly unsent: readonly GalleryItem[];
}

/** Pictures of the site in HTML: they are deleted with the post that they stood in. */
const withoutPictures = (html: string): string => html.replace(/<img\b(?:"[^"]*"|[^>"])*>/g, '');

/** The edit that this device keeps; null where it keeps none. */
export const persistedEdit = (storageKey: string): PersistedEdit | null => loadDraft(storageKey, readWords);

function readWords(entry: Entry): PersistedEdit | null {
  const words = {
    postType: 'content' in entry ? 'richText' : 'items' in entry ? 'gallery' : 'video',
    title: text(entry.title).trim(),
    content: withoutPictures(text(entry.content)),
    caption: text(entry.caption).trim(),
    adminOnly: entry.adminOnly === true,
    unsent: readGallery(entry).items.filter(({ serverUrl }) => serverUrl === null),
  } as const;
  const written = words.title !== '' || words.caption !== '' || hasText(words.content);
  return written || words.unsent.length > 0 ? words : null;
}

const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Pictures as another form uploads them; that form asks for a file which this device has no more. */
const asPicked = (items: readonly GalleryItem[]): GalleryItem[] =>
  items.map((item) => ({ ...item, status: 'uploading', uploadError: null, previewUrl: '' }));

/** The new post that this device keeps under a key, or an empty one. */
const begunPost = <Draft extends PostDraft>(
  { read, empty }: Pick<PostKind<Draft, never>, 'read' | 'empty'>,
  key: string,
): Draft => loadDraft(key, (entry) => read(entry, null)) ?? empty;

const settle: Readonly<Record<PostType, (form: string) => Promise<boolean>>> = {
  richText: (form) => settlePublish(textKind, form),
  gallery: (form) => settlePublish(galleryKind, form),
  video: (form) => settlePublish(videoKind, form),
};

/** Whether something can be added to the new post of this type: not to one of which nobody knows whether it is published. */
export const mayBecomeNewPost = (userId: string, postType: PostType): Promise<boolean> =>
  settle[postType](newPostKey(userId, postType));

/**
 * Makes the words of an edit, and the pictures that it has not sent, those of the new post of this type, after what an
 * unfinished one holds already. Answers whether this device keeps them.
 */
export async function keepAsNewPost(
  storageKey: string,
  userId: string,
  words: PersistedEdit,
): Promise<boolean> {
  const { postType, title, content, caption } = words;
  const key = newPostKey(userId, postType);
  const adminOnly = (begun: { adminOnly: boolean }) => ({ adminOnly: begun.adminOnly || words.adminOnly });
  if (postType === 'richText') {
    return replaceDraft(key, () => {
      const begun = begunPost(textKind, key);
      const heading = begun.title === '' || title === '' ? '' : `<p>${escaped(title)}</p>`;
      const joined = `${begun.content}${heading}${content}`;
      return { ...begun, ...adminOnly(begun), title: begun.title || title, content: joined };
    });
  }
  if (postType === 'video') {
    return replaceDraft(key, () => {
      const begun = begunPost(videoKind, key);
      return { ...begun, ...adminOnly(begun), caption: lines(begun.caption, caption) };
    });
  }
  const keys = words.unsent.map((item) => item.key);
  if (!(await copyFiles(keys, storageKey, key))) return false;
  const taken = asPicked(words.unsent);
  return replaceDraft(key, () => {
    const begun = begunPost(galleryKind, key);
    const items = [...begun.items, ...taken];
    return { ...begun, ...adminOnly(begun), items, caption: lines(begun.caption, caption) };
  });
}
