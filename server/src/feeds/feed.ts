import { shownName } from '@duet/contract/accounts/shown-name';
import type { Post } from '@duet/contract/posts/shapes';
import { formatOf, parseBlocks } from '@duet/contract/posts/text/format';
import { escapeHtml, oneLine, textAsHtml } from '@duet/contract/posts/text/html-text';
import { type Language, sentence } from '@duet/contract/texts/texts';
import { withMemberUrls } from '../media/member-urls.ts';
import type { Context } from '../platform/context.ts';
import { currentSite } from '../platform/site/settings.ts';
import { showFeed } from '../posts/feed.ts';
import { blocksHtml } from '../posts/text/block-html.ts';
import { cutPlainText } from '../posts/text/guest-text.ts';
import { mapPictures, pictureTag } from '../posts/text/pictures-in-html.ts';
import { wordsOf } from '../posts/text/words.ts';

/** How many posts a feed has, the newest (decisions §8, feeds). */
const newest = 20;
const titleChars = 70;

/** A post as readers of feeds get it. */
export interface FeedEntry {
  /** A URN of the post's id (RFC 9562), the same wherever the site moves. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly html: string;
  /** ISO 8601. */
  readonly published: string;
  readonly updated: string;
  readonly author: string;
  /** The picture that stands for it. */
  readonly image: string | null;
  readonly video: { readonly url: string; readonly type: 'video/mp4' | 'video/webm' } | null;
}

export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly language: Language;
  /** Of the site, without a slash at its end; '' where it is not known, so that addresses are relative. */
  readonly origin: string;
  readonly entries: readonly FeedEntry[];
}

/**
 * The newest posts that everybody may read, as a guest gets them: cut, and without what is for admins. Where not everybody
 * reads, `grantee` says for whom addresses of pictures are signed.
 */
export async function feedOf(context: Context, language: Language, grantee: string | null): Promise<Feed> {
  const origin = context.config.publicUrl ?? '';
  const site = await currentSite(context);
  const { name, line } = site;
  const shown = await showFeed(context, { page: 1, limit: newest }, null);
  const { posts } = grantee === null ? shown : withMemberUrls(context, site, grantee, shown);
  return {
    title: name,
    description: line || sentence(language, 'siteDescription'),
    language,
    origin,
    entries: posts.map((post) => entryOf(post, origin)),
  };
}

function entryOf(post: Post, origin: string): FeedEntry {
  const absolute = (address: string) => (address.startsWith('/') ? origin + address : address);
  const html = htmlOf(post);
  const text = wordsOf(post);
  const title = cutPlainText(oneLine(post.title) || oneLine(text) || oneLine(post.caption), titleChars).text;
  return {
    id: `urn:uuid:${post._id}`,
    url: absolute(`/post/${post._id}`),
    title: title || shownName(post),
    html: mapPictures(
      [html, mediaHtml(post), textAsHtml(post.caption)].filter(Boolean).join('\n'),
      (picture) => ({
        ...picture,
        src: absolute(picture.src),
      }),
    ),
    published: post.created_at,
    updated: latest([post.created_at, post.updated_at]),
    author: shownName(post),
    image: post.imageUrl === null ? null : absolute(post.imageUrl),
    video:
      post.videoUrl === null
        ? null
        : {
            url: absolute(post.videoUrl),
            type: /\.webm(\?|$)/.test(post.videoUrl) ? 'video/webm' : 'video/mp4',
          },
  };
}

/** The content of an answered post as HTML. */
const htmlOf = ({ content }: Post): string =>
  formatOf(content) === 'html' ? content : blocksHtml(parseBlocks(content).blocks);

/** Pictures of a gallery, and of a video the one that stands for it, which leads to the post: readers seldom play. */
const mediaHtml = ({ postType, media }: Post): string =>
  postType === 'richText'
    ? ''
    : media
        .map((each) => ({ ...each, src: each.duration === undefined ? each.url : each.thumbnailUrl }))
        .filter(({ src }) => src !== '')
        .map(({ src, alt, width, height }) => {
          const size = width > 0 && height > 0 ? { width: `${width}`, height: `${height}` } : {};
          return `<p>${pictureTag({ src: escapeHtml(src), alt: escapeHtml(alt), ...size })}</p>`;
        })
        .join('\n');

/** The latest of moments in ISO 8601; without one, the first of all. */
export const latest = (moments: readonly string[]): string =>
  moments.toSorted().at(-1) ?? new Date(0).toISOString();
