import { sql } from 'kysely';
import { picturePath } from '../accounts/person.ts';
import type { Condition, Reads, Writes } from '../platform/db/database.ts';
import { preparedRead, preparedWrite, type WriteBuilder } from '../platform/db/prepared.ts';
import type { MediaRefRow, MediaRow } from '../platform/db/schema/media.ts';
import type { PostRow } from '../platform/db/schema/posts.ts';
import type { VideoConversionRow } from '../platform/db/schema/uploads.ts';
import { publicPosts } from './public-posts.ts';
import {
  type Counted,
  findStart,
  fromStart,
  type Listing,
  moveInTotals,
  type Start,
} from './store-totals.ts';

/** A post beside its author and the viewer's likes. */
export type PostWithAuthor = PostRow & {
  readonly username: string;
  readonly display_name: string;
  readonly user_created_at: number;
  readonly picture_path: string | null;
  /** How often the viewer has liked it; null for never. */
  readonly own_likes: number | null;
};

export interface FeedPage extends Listing {
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

const postsWithAuthor = (reads: Reads) =>
  reads
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .selectAll('posts')
    .select([
      'users.username',
      'users.display_name',
      'users.created_at as user_created_at',
      picturePath.as('picture_path'),
    ]);

const likedByNobody = sql<null>`null`.as('own_likes');

/** What a feed lists: all that is published, or of it what is public; of everybody or of one person. */
const listed =
  ({ adminOnlyToo, authorId }: Listing): Condition<'posts'> =>
  (eb) =>
    eb.and([
      adminOnlyToo ? eb('posts.published', '=', 1) : publicPosts(eb),
      ...(authorId === null ? [] : [eb('posts.user_id', '=', authorId)]),
    ]);

/** From here on the totals of days say where a page begins; up to here its index is walked as fast. */
const deepFrom = 1000;

/** A page of published posts by the moment of publication; of the posts before it only entries of an index are read. */
export async function findFeedPage(reads: Reads, page: FeedPage): Promise<PostWithAuthor[]> {
  const { order, limit } = page;
  const start = page.offset < deepFrom ? null : await findStart(reads, page, page.offset);
  if (page.offset >= deepFrom && start === null) return [];
  const ids = reads
    .selectFrom('posts')
    .select('id')
    .where(listed(page))
    .$if(start !== null, (query) => query.where(fromStart(start ?? none, order)))
    .orderBy('published_at', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(page.offset - (start ?? none).before);
  return postsWithAuthor(reads)
    .select(likedByNobody)
    .where('posts.id', 'in', ids)
    .orderBy('posts.published_at', order)
    .orderBy('posts.id', order)
    .execute();
}

const none: Start = { day: 0, before: 0 };

/** A post with this person's likes; with null, without anybody's. */
export function findPost(
  reads: Reads,
  id: string,
  viewerId: string | null,
): Promise<PostWithAuthor | undefined> {
  const post = postsWithAuthor(reads).where('posts.id', '=', id);
  if (viewerId === null) return post.select(likedByNobody).executeTakeFirst();
  return post
    .leftJoin('likes as own', (join) =>
      join.onRef('own.post_id', '=', 'posts.id').on('own.user_id', '=', viewerId),
    )
    .select('own.count as own_likes')
    .executeTakeFirst();
}

/** Which of these posts a person has liked. */
export async function findLiked(
  reads: Reads,
  userId: string | null,
  postIds: readonly string[],
): Promise<Set<string>> {
  if (userId === null || postIds.length === 0) return new Set();
  const rows = await reads
    .selectFrom('likes')
    .select('post_id')
    .where('user_id', '=', userId)
    .where('post_id', 'in', [...postIds])
    .execute();
  return new Set(rows.map(({ post_id }) => post_id));
}

export async function insertPost(tx: Writes, row: PostRow): Promise<void> {
  await tx.insertInto('posts').values(row).execute();
  await moveInTotals(tx, null, row);
}

/** Changes a post and, where that moves it in the feed, the totals. */
export async function updatePost(tx: Writes, id: string, change: Partial<PostRow>): Promise<void> {
  const moves = placing.some((column) => Object.hasOwn(change, column));
  const before = moves ? await findPlacing(tx, id) : undefined;
  await tx.updateTable('posts').set(change).where('id', '=', id).execute();
  if (before) await moveInTotals(tx, before, { ...before, ...change });
}

export async function deletePost(tx: Writes, id: string): Promise<void> {
  const before = await findPlacing(tx, id);
  await tx.deleteFrom('posts').where('id', '=', id).execute();
  if (before) await moveInTotals(tx, before, null);
}

const placing = ['user_id', 'published', 'admin_only', 'published_at'] as const satisfies (keyof Counted)[];

const findPlacing = (tx: Writes, id: string): Promise<Counted | undefined> =>
  tx.selectFrom('posts').select(placing).where('id', '=', id).executeTakeFirst();

/** A file that a post refers to, and as what. */
export type PostFile = Pick<MediaRefRow, 'owner_id' | 'role' | 'alt' | 'media_id'> &
  Pick<
    MediaRow,
    | 'path'
    | 'thumbnail_path'
    | 'source_widths'
    | 'width'
    | 'height'
    | 'placeholder'
    | 'duration'
    | 'content_type'
  > & {
    /** Of a video's conversion; null where it needs none. */
    readonly conversion: VideoConversionRow['state'] | null;
    readonly progress: number | null;
    readonly conversion_error: string | null;
  };

/** The files of these posts, gallery pictures in their order; uploads that no form has used are not among them. */
export async function findPostFiles(reads: Reads, postIds: readonly string[]): Promise<PostFile[]> {
  if (postIds.length === 0) return [];
  return reads
    .selectFrom('media_refs')
    .innerJoin('media', 'media.id', 'media_refs.media_id')
    .leftJoin('video_conversions', 'video_conversions.media_id', 'media_refs.media_id')
    .select([
      'media_refs.owner_id',
      'media_refs.media_id',
      'video_conversions.state as conversion',
      'video_conversions.progress',
      'video_conversions.error as conversion_error',
      'media_refs.role',
      'media_refs.alt',
      'media.path',
      'media.thumbnail_path',
      'media.source_widths',
      'media.width',
      'media.height',
      'media.placeholder',
      'media.duration',
      'media.content_type',
    ])
    .where('media_refs.owner_type', '=', 'post')
    .where('media_refs.owner_id', 'in', [...postIds])
    .where('media_refs.role', '!=', 'upload')
    .orderBy('media_refs.owner_id')
    .orderBy('media_refs.role')
    .orderBy('media_refs.position')
    .execute();
}

const likeable = preparedRead((db, { postId, userId }: { postId: string; userId: string }) =>
  db
    .selectFrom('posts')
    .leftJoin('likes as own', (join) =>
      join.onRef('own.post_id', '=', 'posts.id').on('own.user_id', '=', userId),
    )
    .select([
      'posts.published',
      'posts.admin_only',
      'posts.like_count',
      'posts.likes_extra',
      'own.count as own_likes',
      'own.client_ids',
    ])
    .where('posts.id', '=', postId),
);

/** What a like needs to know of its post, and of what this person has liked already. */
export async function findLikeable(reads: Reads, postId: string, userId: string) {
  const row = await likeable.first(reads, { postId, userId });
  // What the person's devices called their last likes of it, newest last.
  return row && { ...row, client_ids: row.client_ids?.split('\n').filter((one) => one !== '') ?? [] };
}

interface NewLike {
  readonly postId: string;
  readonly userId: string;
  readonly at: number;
  /** What the person's devices called their last likes of this post, this one included; newest last, one a line. */
  readonly clientIds: string;
}

const newLike = (db: WriteBuilder, { postId, userId, at, clientIds }: NewLike) =>
  db.insertInto('likes').values({
    post_id: postId,
    user_id: userId,
    count: 1,
    created_at: at,
    updated_at: at,
    client_ids: clientIds,
  });

const firstLike = preparedWrite(newLike);

const furtherLike = preparedWrite((db, values: NewLike) =>
  newLike(db, values).onConflict((conflict) =>
    conflict.columns(['post_id', 'user_id']).doUpdateSet((eb) => ({
      count: eb('likes.count', '+', 1),
      updated_at: values.at,
      client_ids: values.clientIds,
    })),
  ),
);

const countLike = preparedWrite((db, { postId }: { postId: string }) =>
  db
    .updateTable('posts')
    .set((eb) => ({ like_count: eb('like_count', '+', 1) }))
    .where('id', '=', postId)
    .returning(['like_count', 'likes_extra']),
);

/** Adds a like, be it the first of its person or a further one, and keeps the post's sum, which it answers. */
export async function addLike(
  tx: Writes,
  like: NewLike,
  isFirst: boolean,
): Promise<{ like_count: number; likes_extra: number }> {
  tx.concerns('likes', [like.userId]);
  tx.concerns('posts', [like.postId]);
  const [, counts] = await Promise.all([
    (isFirst ? firstLike : furtherLike).run(tx, like),
    countLike.first(tx, { postId: like.postId }),
  ]);
  if (!counts) throw new Error('a post that was there to be liked is gone');
  return counts;
}
