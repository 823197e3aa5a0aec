import type { Context } from '../platform/context.ts';
import type { PostRow } from '../platform/db/schema/posts.ts';
import { entityTag } from '../platform/http/entity-tag.ts';
import type { PostFile } from './store.ts';

/**
 * The entity tag of what can be edited of a post: not its likes, comments and views, nor what is derived of it
 * (a video's poster, the pictures of a text, which stand in the text). `files` are those of this post, in order.
 */
export function postTag({ secrets }: Context, post: PostRow, files: readonly PostFile[]): string {
  const { post_type, title, content, caption, admin_only, published } = post;
  const media = files
    .filter(({ role }) => role === 'gallery' || role === 'video')
    .map(({ role, media_id, alt }) => [role, media_id, alt]);
  return entityTag(secrets.pepper, [post_type, title, content, caption, admin_only, published, media]);
}
