import type { PostType } from '@duet/contract/posts/shapes';
import { emptyGallery, readGallery } from '../gallery/gallery-item.ts';
import { emptyDraft, loadDraft, newPostKey, readRichText, saveDraft, text } from '../local-draft.ts';
import { hasText } from '../text-of.ts';
import { emptyVideo, readVideo } from '../video/video-draft.ts';

/** What a person wrote in an edit, without pictures and video. */
export interface KeptWords {
  readonly postType: PostType;
  readonly title: string;
  /** HTML. */
  readonly content: string;
  readonly caption: string;
  readonly adminOnly: boolean;
}

/** Pictures of the site in HTML: they are deleted with the post that they stood in. */
const withoutPictures = (html: string): string => html.replace(/<img\b(?:"[^"]*"|[^>"])*>/g, '');

/** The words of an edit that this device keeps; null where it keeps none. */
export const keptWords = (storageKey: string): KeptWords | null => loadDraft(storageKey, readWords);

function readWords(entry: Readonly<Record<string, unknown>>): KeptWords | null {
  const words = {
    postType: 'content' in entry ? 'richText' : 'items' in entry ? 'gallery' : 'video',
    title: text(entry.title).trim(),
    content: withoutPictures(text(entry.content)),
    caption: text(entry.caption).trim(),
    adminOnly: entry.adminOnly === true,
  } as const;
  return words.title !== '' || words.caption !== '' || hasText(words.content) ? words : null;
}

const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Makes the words those of the new post of this type, after what an unfinished one holds already. Answers whether this
 * device keeps them.
 */
export function keepAsNewPost(userId: string, { postType, ...words }: KeptWords): boolean {
  const key = newPostKey(userId, postType);
  const adminOnly = (begun: { adminOnly: boolean }) => ({ adminOnly: begun.adminOnly || words.adminOnly });
  if (postType === 'richText') {
    const begun = loadDraft(key, readRichText) ?? emptyDraft;
    const heading = begun.title === '' || words.title === '' ? '' : `<p>${escaped(words.title)}</p>`;
    return saveDraft(key, {
      ...begun,
      ...adminOnly(begun),
      title: begun.title || words.title,
      content: `${begun.content}${heading}${words.content}`,
    });
  }
  const begun =
    postType === 'gallery'
      ? (loadDraft(key, readGallery) ?? emptyGallery)
      : (loadDraft(key, readVideo) ?? emptyVideo);
  return saveDraft(key, { ...begun, ...adminOnly(begun), caption: lines(begun.caption, words.caption) });
}
