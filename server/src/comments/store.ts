import { sql } from 'kysely';
import { picturePath } from '../accounts/person.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import { preparedRead, preparedWrite } from '../platform/db/prepared.ts';
import type { CommentRow, CommentVersionRow } from '../platform/db/schema/comments.ts';
import { countComment } from '../posts/counts.ts';

/** A comment beside its author, its post's visibility, and what one viewer said to it. */
export type CommentWithAuthor = CommentRow & {
  readonly username: string;
  readonly display_name: string;
  readonly picture_path: string | null;
  readonly published: number;
  readonly admin_only: number;
  readonly action: 'like' | 'dislike' | null;
};

export interface CommentsPage {
  readonly order: 'newest' | 'oldest';
  readonly offset: number;
  readonly limit: number;
}

export const commentsWithAuthor = (reads: Pick<Reads, 'selectFrom'>, viewerId: string | null) =>
  reads
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .leftJoin('comment_reactions as own', (join) =>
      join.onRef('own.comment_id', '=', 'comments.id').on('own.user_id', '=', viewerId),
    )
    .select([
      'comments.id',
      'comments.post_id',
      'comments.user_id',
      'comments.text',
      'comments.created_at',
      'comments.edited_at',
      'comments.like_count',
      'comments.dislike_count',
      'comments.client_id',
      'users.username',
      'users.display_name',
      picturePath.as('picture_path'),
      'posts.published',
      'posts.admin_only',
      'own.action',
    ]);

const byId = preparedRead((db, { id, viewerId }: { id: string; viewerId: string }) =>
  commentsWithAuthor(db, viewerId).where('comments.id', '=', id),
);

export const findComment = (
  reads: Reads,
  id: string,
  viewerId: string,
): Promise<CommentWithAuthor | undefined> => byId.first(reads, { id, viewerId });

export const listComments = (
  reads: Reads,
  postId: string,
  page: CommentsPage,
  viewerId: string | null,
): Promise<CommentWithAuthor[]> =>
  // Of the comments before the page only entries of an index are read.
  commentsWithAuthor(reads, viewerId)
    .where(
      'comments.id',
      'in',
      reads
        .selectFrom('comments')
        .select('id')
        .where('post_id', '=', postId)
        .orderBy('id', direction(page))
        .limit(page.limit)
        .offset(page.offset),
    )
    .orderBy('comments.id', direction(page))
    .execute();

const direction = ({ order }: CommentsPage) => (order === 'newest' ? 'desc' : 'asc');

const post = preparedRead((db, { id }: { id: string }) =>
  db.selectFrom('posts').select(['published', 'admin_only', 'comment_count']).where('id', '=', id),
);

/** What decides whether a post exists for somebody, and how many comments it has. */
export const findPost = (reads: Reads, id: string) => post.first(reads, { id });

interface SentComment {
  readonly userId: string;
  readonly postId: string;
  readonly clientId: string;
}

const byClientId = preparedRead((db, { userId, postId, clientId }: SentComment) =>
  db
    .selectFrom('comments')
    .select('id')
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .where('client_id', '=', clientId),
);

/** The id of the comment that an author's device has sent under this name before. */
export async function findByClientId(reads: Reads, comment: SentComment): Promise<string | null> {
  return (await byClientId.first(reads, comment))?.id ?? null;
}

const deleted = preparedRead((db, { userId, postId, clientId }: SentComment) =>
  db
    .selectFrom('deleted_comments')
    .select('client_id')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId),
);

/** Whether a comment that an author's device sent under this name was deleted. */
export const isDeleted = async (reads: Reads, comment: SentComment): Promise<boolean> =>
  (await deleted.first(reads, comment)) !== undefined;

type NewComment = Omit<CommentRow, 'edited_at' | 'like_count' | 'dislike_count'>;

const insert = preparedWrite((db, { id, post_id, user_id, text, client_id, created_at }: NewComment) =>
  db
    .insertInto('comments')
    .values({ id, post_id, user_id, text, client_id, created_at, like_count: 0, dislike_count: 0 }),
);

/** Adds a comment and counts it on its post. */
export async function insertComment(tx: Writes, comment: NewComment): Promise<void> {
  tx.concerns('comments', [comment.post_id]);
  await Promise.all([insert.run(tx, comment), countComment(tx, comment.post_id, 1)]);
}

/**
 * Removes a comment with its history, likes and reports, and takes it off its post's count. What its author's device called it
 * stays.
 */
export async function deleteComment(tx: Writes, id: string, postId: string): Promise<void> {
  await tx
    .insertInto('deleted_comments')
    .columns(['post_id', 'user_id', 'client_id'])
    .expression((eb) =>
      eb
        .selectFrom('comments')
        .select(['post_id', 'user_id'])
        .select((inner) => inner.ref('client_id').$notNull().as('client_id'))
        .where('id', '=', id)
        .where('client_id', 'is not', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.deleteFrom('comments').where('id', '=', id).execute();
  await countComment(tx, postId, -1);
}

/** Gives a comment another text; the former one goes to its history. */
export async function replaceText(
  tx: Writes,
  change: { readonly id: string; readonly text: string; readonly at: number },
  former: CommentVersionRow,
): Promise<void> {
  await tx.insertInto('comment_versions').values(former).execute();
  tx.concerns('comments', [change.id]);
  await tx
    .updateTable('comments')
    .set({ text: change.text, edited_at: change.at })
    .where('id', '=', change.id)
    .execute();
}

const versionIds = (reads: Reads, commentId: string, direction: 'asc' | 'desc', limit: number) =>
  reads
    .selectFrom('comment_versions')
    .select('id')
    .where('comment_id', '=', commentId)
    .orderBy('id', direction)
    .limit(limit);

/**
 * The texts of a comment, oldest first, the present one last; of those that it had before the first and the newest `newest`. In one
 * statement, so that no edit comes between.
 */
export const listTexts = (reads: Reads, commentId: string, newest: number) =>
  reads
    .selectFrom('comment_versions')
    .select(['id', 'text', 'created_at', sql<number>`0`.as('is_now')])
    .where(({ eb, or }) =>
      or([
        eb('id', 'in', versionIds(reads, commentId, 'asc', 1)),
        eb('id', 'in', versionIds(reads, commentId, 'desc', newest)),
      ]),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('comments')
        .select(({ fn }) => [
          'id',
          'text',
          fn.coalesce('edited_at', 'created_at').as('created_at'),
          sql<number>`1`.as('is_now'),
        ])
        .where('id', '=', commentId),
    )
    .orderBy('is_now')
    .orderBy('id')
    .execute();
