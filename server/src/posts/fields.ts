import type { PostType, publishBody } from '@duet/contract/posts/shapes';
import { htmlPolicyVersion } from '@duet/contract/posts/text/html-policy';
import type { z } from 'zod';
import { setRefs } from '../media/attach.ts';
import { pathOf } from '../media/storage-path.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import type { PostRow } from '../platform/db/schema/posts.ts';
import { Failure } from '../platform/failure.ts';
import type { PostFile } from './store.ts';
import { type CleanContent, cleanContent } from './text/content.ts';
import { withPictureSizes } from './text/picture-sizes.ts';

/** What a person sent to be written to a post, clean and in the form in which it is stored. */
export interface PostFields {
  readonly postType: PostType | undefined;
  readonly content: CleanContent | undefined;
  readonly title: string | undefined;
  readonly caption: string | undefined;
  readonly adminOnly: 0 | 1 | undefined;
  readonly gallery: readonly GalleryEntry[] | undefined;
}

interface GalleryEntry {
  readonly path: string;
  readonly alt: string | undefined;
}

/** Cleans what was sent. Throws INVALID or TOO_LARGE for what cannot be stored. */
export function readFields({ config }: Context, body: z.output<typeof publishBody>): PostFields {
  const ownPath = (address: string) => pathOf(address, config.publicUrl);
  return {
    postType: body.postType,
    content: body.content === undefined ? undefined : cleanContent(body.content, ownPath),
    title: body.title,
    caption: body.caption,
    adminOnly: body.adminOnlyVisibility === undefined ? undefined : body.adminOnlyVisibility ? 1 : 0,
    gallery: body.mediaUrls?.map((entry) => {
      const { url, alt } = typeof entry === 'string' ? { url: entry, alt: undefined } : entry;
      const path = ownPath(url);
      if (path === null) throw new Failure('INVALID', { fields: { mediaUrls: 'fieldInvalid' } });
      return { path, alt };
    }),
  };
}

/** The gallery's pictures alone: the app sends a video's own address along, which is no picture. */
function pictures(fields: PostFields, files: readonly PostFile[]): readonly GalleryEntry[] | undefined {
  const videos = new Set(files.filter(({ role }) => role === 'video').map(({ path }) => path));
  return fields.gallery?.filter(({ path }) => !videos.has(path));
}

const formerAlts = (files: readonly PostFile[]): ReadonlyMap<string, string> =>
  new Map(files.filter(({ role }) => role === 'gallery').map(({ path, alt }) => [path, alt]));

/**
 * Makes a post's files those that the fields name, and answers the columns to write. `files` are those that it
 * has now. Throws MEDIA_GONE where a picture does not exist any more.
 */
export async function attachFields(
  context: Context,
  tx: Writes,
  postId: string,
  fields: PostFields,
  files: readonly PostFile[],
): Promise<Partial<PostRow>> {
  const owner = { type: 'post', id: postId } as const;
  const gallery = pictures(fields, files);
  if (gallery) {
    const alts = formerAlts(files);
    const entries = gallery.map(({ path, alt }) => ({ path, alt: alt ?? alts.get(path) ?? '' }));
    await setRefs(context, tx, owner, 'gallery', entries);
  }
  return {
    ...(fields.postType === undefined ? {} : { post_type: fields.postType }),
    ...(fields.title === undefined ? {} : { title: fields.title }),
    ...(fields.caption === undefined ? {} : { caption: fields.caption }),
    ...(fields.adminOnly === undefined ? {} : { admin_only: fields.adminOnly }),
    ...(fields.content === undefined ? {} : await attachContent(context, tx, postId, fields.content)),
  };
}

async function attachContent(context: Context, tx: Writes, postId: string, clean: CleanContent) {
  const entries = clean.images.map((path) => ({ path }));
  const rows = await setRefs(context, tx, { type: 'post', id: postId }, 'inline', entries);
  return {
    content: sized(clean, rows),
    content_format: clean.format,
    content_policy: htmlPolicyVersion,
  };
}

const sized = (clean: CleanContent, pictures: readonly { path: string; width: number; height: number }[]) =>
  clean.format === 'blocks'
    ? clean.content
    : withPictureSizes(clean.content, new Map(pictures.map((picture) => [picture.path, picture])));

/** Whether writing the fields would leave the post as it is: the same call arrived again. */
export function isUnchanged(fields: PostFields, post: PostRow, files: readonly PostFile[]): boolean {
  const gallery = pictures(fields, files);
  const now = files.filter(({ role }) => role === 'gallery');
  return (
    (fields.postType ?? post.post_type) === post.post_type &&
    (fields.title ?? post.title) === post.title &&
    (fields.caption ?? post.caption) === post.caption &&
    (fields.adminOnly ?? post.admin_only) === post.admin_only &&
    (fields.content === undefined || sized(fields.content, files) === post.content) &&
    (gallery === undefined ||
      (gallery.length === now.length &&
        gallery.every(({ path, alt }, at) => path === now[at]?.path && (alt ?? now[at].alt) === now[at].alt)))
  );
}
