import { limits } from '@duet/contract/limits';
import type { Post } from '@duet/contract/posts/shapes';
import { cutText } from '@duet/contract/posts/text/cut';
import { mediaAddress } from '../../../api/client.ts';
import { t } from '../../../i18n/language.ts';
import { native } from '../../../native/platform.ts';
import { toast } from '../../../ui/toast.ts';
import { wordsOf } from '../text/words.ts';

interface Shared {
  /** At most 150 characters. */
  readonly text: string;
  readonly url: string;
}

/** The address of a post on a site. */
const postLink = (id: string, origin: string): string => `${origin}/post/${encodeURIComponent(id)}`;

/** What is handed on of a post: the beginning of its words and its address. */
export function sharedPost(id: string, words: string, origin: string): Shared {
  return { text: cutText(words, limits.preview.shareChars), url: postLink(id, origin) };
}

/** Where the site is; inside the native app that is not where the page is. */
const siteOrigin = (): string => new URL(mediaAddress('/'), location.href).origin;

/** The address of a post's own page. */
export const linkOf = ({ _id }: Pick<Post, '_id'>): string => postLink(_id, siteOrigin());

/** Hands a post on with the phone's own sheet, else by the clipboard. Giving up in the sheet is no failure. */
export async function share(post: Post): Promise<void> {
  const shared = sharedPost(post._id, await wordsOf(post), siteOrigin());
  try {
    const how = await native().share(post.title ? { title: post.title, ...shared } : shared);
    if (how === 'copied') toast.success(t('posts.copied'));
  } catch {
    toast.error(t('posts.shareFailed'));
  }
}
