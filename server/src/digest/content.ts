import { shownName } from '@duet/contract/accounts/shown-name';
import { mailLimits } from '@duet/contract/mail/limits';
import type { Post } from '@duet/contract/posts/shapes';
import { oneLine } from '@duet/contract/posts/text/html-text';
import type { FindDigest, MailPost } from '../mail/mail.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { currentSite, isOpen } from '../platform/site/settings.ts';
import { showPost } from '../posts/show.ts';
import { cutPlainText } from '../posts/text/guest-text.ts';
import { wordsOf } from '../posts/text/words.ts';
import { isReader, listNewPosts } from './store.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/**
 * The posts of a weekly mail as they are when it is sent: what everybody who reads the site may read, without what is for
 * admins, and cut as for guests. Pictures only where guests see them too: others have no address that would open for a mail
 * program. Null where the person wants it no more, or nothing is left of that week.
 */
export const findDigest: FindDigest = async (context, userId, span) => {
  const { read } = context.db;
  if (!(await isReader(read, userId))) return null;
  const { posts: most } = mailLimits.digest;
  const found = await listNewPosts(read, span, most + 1);
  const withPictures = isOpen(await currentSite(context));
  const posts: MailPost[] = [];
  for (const { id } of found.slice(0, most)) {
    const post = await shown(context, id);
    if (post) posts.push(mailPost(context, post, withPictures));
  }
  if (posts.length === 0) return null;
  return { posts, more: found.length > most, unsubscribe: unsubscribeUrl(context, userId) };
};

/** Null where it was deleted meanwhile. */
async function shown(context: Context, id: string): Promise<Post | null> {
  try {
    return await showPost(context, context.db.read, id, null);
  } catch (error) {
    if (error instanceof Failure && error.code === 'POST_NOT_FOUND') return null;
    throw error;
  }
}

function mailPost({ config }: Context, post: Post, withPictures: boolean): MailPost {
  const origin = config.mail?.origin ?? '';
  const { titleChars, textChars } = mailLimits.digest;
  const by = shownName(post);
  const [titled, words, caption] = [oneLine(post.title), oneLine(wordsOf(post)), oneLine(post.caption)];
  const [title = by, ...rest] = [titled, words, caption].filter(Boolean);
  const picture = post.media.find(
    ({ thumbnailUrl, width, height }) => thumbnailUrl && width > 0 && height > 0,
  );
  return {
    title: cutPlainText(title, titleChars).text,
    by,
    text: cutPlainText(rest[0] ?? '', textChars).text,
    url: `${origin}/post/${post._id}`,
    picture:
      withPictures && picture
        ? {
            src: new URL(picture.thumbnailUrl, origin).href,
            alt: picture.alt,
            width: picture.width,
            height: picture.height,
          }
        : null,
  };
}
