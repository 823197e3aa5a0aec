import { sizeOfRows } from '../platform/cache/size.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { SharedAnswers } from '../platform/http/shared-answers.ts';
import { postTag } from './post-tag.ts';
import { presentPost } from './present.ts';
import type { PostVersion } from './show.ts';
import { findLiked, findPost, findPostFiles, type PostFile, type PostWithAuthor } from './store.ts';
import { isVisible } from './visibility.ts';

/** A post without the mark of who reads it. */
interface StoredPost {
  readonly row: PostWithAuthor;
  readonly files: readonly PostFile[];
  /** What was made of it, by the mark of those who get it; it is dropped with the post. */
  readonly answers: SharedAnswers;
}

/** A post as this person gets it, with its entity tag; throws POST_NOT_FOUND. */
export async function showDetail(context: Context, id: string, viewer: Viewer | null): Promise<PostVersion> {
  const post = await cachedPost(context, id, viewer);
  return presentDetail(context, post, await hasLiked(context, id, viewer), viewer);
}

/** The same for a person who is no admin: all who have liked it, and all who have not, get the same bytes. */
export async function shareDetail(context: Context, id: string, viewer: Viewer) {
  const post = await cachedPost(context, id, viewer);
  const liked = await hasLiked(context, id, viewer);
  return {
    among: post.answers,
    key: liked ? 'liked' : '',
    answer: () => {
      const { post: shown, entityTag } = presentDetail(context, post, liked, viewer);
      return { data: { post: shown }, entityTag };
    },
    narrowing: { likes: [viewer.id] },
  };
}

async function cachedPost({ cache }: Context, id: string, viewer: Viewer | null): Promise<StoredPost> {
  const post = await cache.get(`post ${id}`, async ({ reads }) => {
    const row = await findPost(reads, id, null);
    if (!row) return null;
    const files = await findPostFiles(reads, [id]);
    return {
      value: { row, files, answers: new SharedAnswers() } satisfies StoredPost,
      bytes: sizeOfRows([row, ...files]),
      narrowing: { posts: [id], users: [row.user_id] },
    };
  });
  if (!post || !isVisible(post.row, viewer)) throw new Failure('POST_NOT_FOUND');
  return post;
}

async function hasLiked({ db }: Context, id: string, viewer: Viewer | null): Promise<boolean> {
  return (await findLiked(db.read, viewer?.id ?? null, [id])).has(id);
}

function presentDetail(
  context: Context,
  { row, files }: StoredPost,
  liked: boolean,
  viewer: Viewer | null,
): PostVersion {
  const post = presentPost(context, { ...row, own_likes: liked ? 1 : null }, files, viewer);
  return { post, entityTag: postTag(context, row, files) };
}
