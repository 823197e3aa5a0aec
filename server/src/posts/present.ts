import type { Post, PostMedia } from '@duet/contract/posts/shapes';
import { parseBlocks, type TextFormat } from '@duet/contract/posts/text/format';
import { htmlPolicyVersion } from '@duet/contract/posts/text/html-policy';
import { pictureUrl } from '../accounts/person.ts';
import { type Audience, pictureWithUrls, urlFor } from '../media/picture-urls.ts';
import { pathOf } from '../media/storage-path.ts';
import type { Context } from '../platform/context.ts';
import { granteeOf } from '../platform/http/grantee.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { mediaUrl } from '../platform/storage/media-url.ts';
import { isPlayable, presentProcessing } from './processing.ts';
import { isPublic } from './public-posts.ts';
import type { PostFile, PostWithAuthor } from './store.ts';
import { type CleanContent, cleanStored } from './text/content.ts';
import { type CutText, cutPlainText } from './text/guest-text.ts';
import { escapeAttribute } from './text/html-tree.ts';
import { mapPictures } from './text/pictures-in-html.ts';
import { seesEverything } from './visibility.ts';

/** A post as this person gets it. `files` are those of this post. Whether they may see it was asked before. */
export function presentPost(
  context: Context,
  post: PostWithAuthor,
  files: readonly PostFile[],
  viewer: Viewer | null,
): Post {
  const to: Audience = isPublic(post) || !viewer ? 'everybody' : { grantee: granteeOf(viewer) };
  const clean = currentContent(post);
  const content = viewer ? whole(clean.content) : context.cutCache.cut(clean.content, clean.format);
  const caption = viewer ? whole(post.caption) : cutPlainText(post.caption);
  const totalViews = post.view_count + post.views_extra;
  return {
    _id: post.id,
    postType: post.post_type,
    content: addressed(context, content.text, clean.format, to),
    contentTruncated: content.truncated || caption.truncated,
    title: post.title,
    caption: caption.text,
    user_id: post.user_id,
    username: post.username,
    displayName: post.display_name,
    profilePictureUrl: pictureUrl(post.picture_path),
    user_created_at: isoTime(post.user_created_at),
    created_at: isoTime(post.published_at ?? post.created_at),
    updated_at: isoTime(post.updated_at),
    ...presentMedia(context, files, to),
    ...(post.post_type === 'richText' ? { media: presentInline(context, files, content.text, to) } : {}),
    ...(seesEverything(viewer) ? presentProcessing(files, viewer?.language ?? 'en') : {}),
    totalLikes: post.like_count + post.likes_extra,
    hasUserLiked: post.own_likes !== null,
    comment_count: post.comment_count,
    views: totalViews,
    totalViews,
    adminOnlyVisibility: post.admin_only === 1,
    published: post.published === 1,
    ...(seesEverything(viewer) ? realCounts(post) : {}),
  };
}

/** The content, cleaned again where an older version of the HTML policy has cleaned it (security.md §8). */
export function currentContent({
  content,
  content_format,
  content_policy,
}: PostWithAuthor): Pick<CleanContent, 'content' | 'format'> {
  if (content_policy === htmlPolicyVersion) return { content, format: content_format };
  return cleanStored(content, (address) => pathOf(address, null));
}

const whole = (text: string): CutText => ({ text, truncated: false });

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

const realCounts = (post: PostWithAuthor) => ({
  likes: post.likes_extra,
  realLikesCount: post.like_count,
  realViewsCount: post.view_count,
  views_extra: post.views_extra,
});

/** The pictures in HTML or block JSON, which are stored as plain paths, by addresses that this person can open. */
function addressed(context: Context, content: string, format: TextFormat, to: Audience): string {
  if (to === 'everybody') return content;
  const urlOf = (src: string) => {
    const path = pathOf(src, null);
    return path === null ? src : urlFor(context, path, to);
  };
  if (format === 'html') {
    return mapPictures(content, (picture) => ({ ...picture, src: escapeAttribute(urlOf(picture.src)) }));
  }
  const blocks = parseBlocks(content).blocks.map((block) =>
    block.type === 'image'
      ? { ...block, data: { ...block.data, file: { url: urlOf(block.data.file.url) } } }
      : block,
  );
  return blocks.length === 0 ? '' : JSON.stringify({ blocks });
}

type MediaFields = Pick<
  Post,
  'mediaUrls' | 'media' | 'mediaUrl' | 'videoUrl' | 'thumbnailUrl' | 'imageUrl' | 'duration'
>;

function presentMedia(context: Context, files: readonly PostFile[], to: Audience): MediaFields {
  const gallery = files.filter(({ role }) => role === 'gallery');
  const video = files.find(({ role }) => role === 'video');
  const poster = files.find(({ role }) => role === 'poster');
  const picture = gallery[0] ?? files.find(({ role }) => role === 'inline') ?? poster;
  const pictures = gallery.map((file) => ({ ...pictureWithUrls(context, file, to), alt: file.alt }));
  const videoUrl = video && isPlayable(video) ? urlFor(context, video.path, to) : null;
  const still = video?.thumbnail_path ? urlFor(context, video.thumbnail_path, to) : null;
  return {
    mediaUrls: pictures.map(({ url }) => url),
    media: video ? [...pictures, presentVideo(context, video, poster, to)] : pictures,
    mediaUrl: videoUrl,
    videoUrl,
    thumbnailUrl: picture ? urlFor(context, picture.thumbnail_path ?? picture.path, to) : still,
    imageUrl: picture ? urlFor(context, picture.path, to) : still,
    duration: video?.duration ?? null,
  };
}

/** The pictures in as much of a text as this person gets, so that a page has their sizes before it asks for them. */
function presentInline(
  context: Context,
  files: readonly PostFile[],
  content: string,
  to: Audience,
): PostMedia[] {
  return files
    .filter(({ role, path }) => role === 'inline' && content.includes(mediaUrl(path)))
    .map((file) => ({ ...pictureWithUrls(context, file, to), alt: file.alt }));
}

/** A video with its poster as the picture that stands for it. */
function presentVideo(
  context: Context,
  video: PostFile,
  poster: PostFile | undefined,
  to: Audience,
): PostMedia {
  const own = pictureWithUrls(context, video, to);
  const shown = poster && pictureWithUrls(context, poster, to);
  return {
    url: isPlayable(video) ? own.url : '',
    thumbnailUrl: shown?.thumbnailUrl ?? (video.thumbnail_path === null ? '' : own.thumbnailUrl),
    alt: video.alt || (poster?.alt ?? ''),
    width: own.width || (shown?.width ?? 0),
    height: own.height || (shown?.height ?? 0),
    placeholder: shown?.placeholder ?? own.placeholder,
    ...(shown?.sources ? { sources: shown.sources } : {}),
    ...(video.duration === null ? {} : { duration: video.duration }),
  };
}
