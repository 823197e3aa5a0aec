import type { Post } from '@duet/contract/posts/shapes';
import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { postTag } from './post-tag.ts';
import { presentPost } from './present.ts';
import { findPost, findPostFiles, type PostWithAuthor } from './store.ts';
import { isVisible } from './visibility.ts';

/** The post, or POST_NOT_FOUND where it does not exist for this person. */
export async function requireVisiblePost(
  reads: Reads,
  id: string,
  viewer: Viewer | null,
): Promise<PostWithAuthor> {
  const post = await findPost(reads, id, viewer?.id ?? null);
  if (!post || !isVisible(post, viewer)) throw new Failure('POST_NOT_FOUND');
  return post;
}

/** The post as this person gets it; throws POST_NOT_FOUND. `reads` may be a transaction that changed it. */
export async function showPost(
  context: Context,
  reads: Reads,
  id: string,
  viewer: Viewer | null,
): Promise<Post> {
  return (await showPostVersion(context, reads, id, viewer)).post;
}

/** A post with the entity tag of what of it can be edited. */
export interface PostVersion {
  readonly post: Post;
  readonly entityTag: string;
}

/** The same with its entity tag, of the same rows. */
export async function showPostVersion(
  context: Context,
  reads: Reads,
  id: string,
  viewer: Viewer | null,
): Promise<PostVersion> {
  const post = await requireVisiblePost(reads, id, viewer);
  const files = await findPostFiles(reads, [id]);
  return { post: presentPost(context, post, files, viewer), entityTag: postTag(context, post, files) };
}
