import { shownName } from '@duet/contract/accounts/shown-name';
import { oneLine } from '@duet/contract/posts/text/html-text';
import { type Language, sentence } from '@duet/contract/texts/texts';
import type { Context } from '../platform/context.ts';
import { currentSite } from '../platform/site/settings.ts';
import { mediaUrl } from '../platform/storage/media-url.ts';
import { currentContent } from './present.ts';
import { isPublic } from './public-posts.ts';
import { findPost, findPostFiles, type PostFile, type PostWithAuthor } from './store.ts';
import { textOf } from './text/content.ts';
import { cutPlainText } from './text/guest-text.ts';
import { escapeAttribute } from './text/html-tree.ts';

const titleChars = 70;
const descriptionChars = 200;

/**
 * The page that is opened: its path, and where the site lives (`https://duet.example.org`), or nothing where that is
 * not known. Then pictures have relative addresses, and the page names none of its own: it would have to be a full one.
 */
export interface OpenedPage {
  readonly path: string;
  readonly origin: string;
  readonly language: Language;
}

/**
 * Tags for the head of a page, for those who show links as cards. A public post tells what a guest may read of it;
 * drafts, admin-only and unknown posts look like every other page, so that nobody learns which it is.
 */
export async function headTags(context: Context, page: OpenedPage): Promise<string> {
  const id = /^\/post\/([\w-]{1,100})\/?$/.exec(page.path)?.[1];
  return (
    (id === undefined ? null : await cachedPostTags(context, id, page.origin)) ??
    (await siteTags(context, page))
  );
}

/** Null where the post is not public, or not there. */
const cachedPostTags = ({ cache, config }: Context, id: string, origin: string): Promise<string | null> =>
  cache.get(`head ${origin} ${id}`, async ({ reads, cache: parts }) => {
    const post = await findPost(reads, id, null);
    if (!post || !isPublic(post)) return null;
    const { name } = await currentSite({ cache: parts, config });
    const value = postTags(post, await findPostFiles(reads, [id]), { origin, siteName: name });
    return { value, bytes: value.length * 2, narrowing: { posts: [id], users: [post.user_id] } };
  });

/** Tags of the site as a whole; `words` describe it, else its line does. */
export async function siteTags(
  context: Context,
  { language, origin }: OpenedPage,
  words = '',
): Promise<string> {
  const { name: siteName, line, coverPath } = await currentSite(context);
  const description = cut(words, descriptionChars) || line || sentence(language, 'siteDescription');
  return [
    meta('name', 'description', description),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', siteName),
    meta('property', 'og:description', description),
    ...(coverPath ? [meta('property', 'og:image', origin + mediaUrl(coverPath))] : []),
    meta('name', 'twitter:card', coverPath ? 'summary_large_image' : 'summary'),
  ].join('');
}

function postTags(
  post: PostWithAuthor,
  files: readonly PostFile[],
  { origin, siteName }: { readonly origin: string; readonly siteName: string },
): string {
  const { content, format } = currentContent(post);
  const author = shownName({ username: post.username, displayName: post.display_name });
  const text = oneLine(textOf(content, format)) || oneLine(post.caption);
  const title = cut(oneLine(post.title) || text || `${author} · ${siteName}`, titleChars);
  const description = cut(text, descriptionChars) || author;
  const address = `${origin}/post/${post.id}`;
  const picture = pictureOf(files);
  return [
    `<title>${escapeAttribute(`${title} · ${siteName}`)}</title>`,
    ...(origin === '' ? [] : [`<link rel="canonical" href="${escapeAttribute(address)}">`]),
    meta('name', 'description', description),
    meta('name', 'author', author),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:type', 'article'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    ...(origin === '' ? [] : [meta('property', 'og:url', address)]),
    meta('name', 'twitter:card', picture ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    ...(picture ? pictureTags(picture, origin) : []),
  ].join('');
}

const pictureOf = (files: readonly PostFile[]): PostFile | undefined =>
  ['gallery', 'inline', 'poster'].flatMap((role) => files.filter((file) => file.role === role))[0];

function pictureTags({ path, width, height, alt, content_type }: PostFile, origin: string): string[] {
  const address = `${origin}${mediaUrl(path)}`;
  return [
    meta('property', 'og:image', address),
    meta('property', 'og:image:type', content_type),
    meta('property', 'og:image:width', String(width)),
    meta('property', 'og:image:height', String(height)),
    ...(alt ? [meta('property', 'og:image:alt', alt)] : []),
    meta('name', 'twitter:image', address),
  ];
}

const meta = (by: 'name' | 'property', key: string, content: string): string =>
  `<meta ${by}="${key}" content="${escapeAttribute(content)}">`;

const cut = (text: string, chars: number): string => cutPlainText(text, chars).text;
