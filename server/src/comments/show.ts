import type { Comment, CommentVersion } from '@duet/contract/comments/shapes';
import { limits } from '@duet/contract/limits';
import type { Pagination } from '@duet/contract/posts/shapes';
import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isoTime } from '../platform/iso-time.ts';
import { seesEverything } from '../posts/visibility.ts';
import { requireAuthorOrAdmin, requireComment, requirePost } from './access.ts';
import { presentComment } from './present.ts';
import { type CommentsPage, listComments, listTexts } from './store.ts';
import { countReasons } from './store-reports.ts';

interface Query {
  readonly page: number;
  readonly limit: number;
  readonly sort: CommentsPage['order'];
}

/** A page of a post's comments as this person sees them. */
export async function showComments(
  { db }: Context,
  postId: string,
  { page, limit, sort }: Query,
  viewer: Viewer | null,
): Promise<{ comments: Comment[]; pagination: Pagination }> {
  const { comment_count: totalCount } = await requirePost(db.read, postId, viewer);
  const window = { order: sort, offset: (page - 1) * limit, limit };
  const found = await listComments(db.read, postId, window, viewer?.id ?? null);
  const reasons = seesEverything(viewer)
    ? await countReasons(
        db.read,
        found.map(({ id }) => id),
      )
    : undefined;
  return {
    comments: found.map((comment) => presentComment(comment, viewer?.id ?? null, reasons)),
    pagination: { page, limit, totalCount, hasMore: page * limit < totalCount },
  };
}

/** One comment as this person sees it. */
export async function showComment(reads: Reads, id: string, viewer: Viewer): Promise<Comment> {
  const comment = await requireComment(reads, id, viewer);
  return presentComment(
    comment,
    viewer.id,
    seesEverything(viewer) ? await countReasons(reads, [id]) : undefined,
  );
}

/**
 * The texts that a comment had, oldest first, the present one last; for its author and admins. Of one that was changed very often
 * the first and the newest: anybody may change theirs for as long as they like.
 */
export async function showHistory({ db }: Context, id: string, viewer: Viewer): Promise<CommentVersion[]> {
  const comment = await requireComment(db.read, id, viewer);
  requireAuthorOrAdmin(comment, viewer);
  const texts = await listTexts(db.read, id, limits.comment.shownVersions);
  return texts.map((version) => ({ text: version.text, created_at: isoTime(version.created_at) }));
}
