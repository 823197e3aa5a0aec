import type { Post } from '@duet/contract/posts/shapes';
import { mediaAddress } from '../../../api/client.ts';
import { t } from '../../../i18n/language.ts';
import { native } from '../../../native/platform.ts';
import { toast } from '../../../ui/toast.ts';
import { postLink, sharedPost } from '../text/share-text.ts';
import { wordsOf } from '../text/words.ts';

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
