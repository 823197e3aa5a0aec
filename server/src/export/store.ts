import type { Reads } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { publicPosts } from '../posts/public-posts.ts';

/** A page of rows in the order of their ids, after the id that the former one ended with. */
export interface Window {
  readonly after: string;
  readonly limit: number;
}

type Owner = Pick<Viewer, 'id' | 'role'>;

export const findProfile = (reads: Reads, { id }: Owner) =>
  reads
    .selectFrom('users')
    .leftJoin('media', 'media.id', 'users.picture_media_id')
    .leftJoin('digest_readers', 'digest_readers.user_id', 'users.id')
    .select([
      'users.id',
      'users.username',
      'users.display_name',
      'users.email',
      'users.email_verified_at',
      'users.role',
      'users.language',
    ])
    .select(['users.notifications_push', 'users.notifications_off_until'])
    .select(['users.notifications_posts', 'users.notifications_text', 'users.created_at'])
    .select(['media.path as picture_path', 'digest_readers.since as digest_since'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();

/** The usernames that somebody had before, the first one first. */
export const listFormerUsernames = (reads: Reads, { id }: Owner) =>
  reads
    .selectFrom('former_usernames')
    .select(['username', 'changed_at'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();

export const listSessions = (reads: Reads, { id }: Owner, { after, limit }: Window) =>
  reads
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'user_agent', 'address'])
    .where('user_id', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export const listPasskeys = (reads: Reads, { id }: Owner, { after, limit }: Window) =>
  reads
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'synced'])
    .where('user_id', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** One's own posts and drafts; what is for admins only does not exist for an author who is none any more. */
export const listPosts = (reads: Reads, { id, role }: Owner, { after, limit }: Window) =>
  reads
    .selectFrom('posts')
    .select(['id', 'post_type', 'title', 'caption', 'content', 'content_format', 'admin_only', 'published'])
    .select(['created_at', 'published_at', 'updated_at', 'like_count', 'view_count', 'comment_count'])
    .where('user_id', '=', id)
    .$if(role !== 'admin', (query) => query.where(publicPosts))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** The files of these posts, pictures in their order. */
export async function listPostFiles(reads: Reads, postIds: readonly string[]) {
  if (postIds.length === 0) return [];
  return reads
    .selectFrom('media_refs')
    .innerJoin('media', 'media.id', 'media_refs.media_id')
    .select(['media_refs.owner_id', 'media_refs.role', 'media_refs.alt', 'media.path', 'media.content_type'])
    .where('media_refs.owner_type', '=', 'post')
    .where('media_refs.owner_id', 'in', [...postIds])
    .where('media.state', '=', 'ready')
    .orderBy('media_refs.owner_id')
    .orderBy('media_refs.role')
    .orderBy('media_refs.position')
    .execute();
}

/** What one brought here or shows in a post of one's own, as far as one may still see it. */
export const listMedia = (reads: Reads, { id, role }: Owner, { after, limit }: Window) =>
  reads
    .selectFrom('media')
    .select(['id', 'kind', 'path', 'file_name', 'content_type', 'size', 'width', 'height', 'duration'])
    .select('created_at')
    .where('state', '=', 'ready')
    .where((eb) =>
      eb.or([
        eb('owner_id', '=', id),
        eb(
          'id',
          'in',
          eb
            .selectFrom('media_refs')
            .innerJoin('posts', 'posts.id', 'media_refs.owner_id')
            .select('media_refs.media_id')
            .where('media_refs.owner_type', '=', 'post')
            .where('posts.user_id', '=', id),
        ),
      ]),
    )
    .$if(role !== 'admin', (query) =>
      query.where((eb) =>
        eb(
          'id',
          'not in',
          eb
            .selectFrom('media_refs')
            .innerJoin('posts', 'posts.id', 'media_refs.owner_id')
            .select('media_refs.media_id')
            .where('media_refs.owner_type', '=', 'post')
            .where((inner) => inner.not(publicPosts(inner))),
        ),
      ),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** One's comments; the title of their post only where one may see the post. */
export const listComments = (reads: Reads, { id, role }: Owner, { after, limit }: Window) =>
  reads
    .selectFrom('comments')
    .leftJoin('posts', (join) =>
      role === 'admin'
        ? join.onRef('posts.id', '=', 'comments.post_id')
        : join.onRef('posts.id', '=', 'comments.post_id').on(publicPosts),
    )
    .select(['comments.id', 'comments.post_id', 'comments.text', 'comments.created_at', 'comments.edited_at'])
    .select(['comments.like_count', 'comments.dislike_count', 'posts.title', 'posts.caption'])
    .where('comments.user_id', '=', id)
    .where('comments.id', '>', after)
    .orderBy('comments.id')
    .limit(limit)
    .execute();

/** The texts that these comments had before. */
export async function listVersions(reads: Reads, commentIds: readonly string[]) {
  if (commentIds.length === 0) return [];
  return reads
    .selectFrom('comment_versions')
    .select(['comment_id', 'text', 'created_at'])
    .where('comment_id', 'in', [...commentIds])
    .orderBy('id')
    .execute();
}

export const listLikes = (reads: Reads, { id }: Owner, { after, limit }: Window) =>
  reads
    .selectFrom('likes')
    .select(['post_id as id', 'post_id', 'count', 'created_at', 'updated_at'])
    .where('user_id', '=', id)
    .where('post_id', '>', after)
    .orderBy('post_id')
    .limit(limit)
    .execute();

export const listReactions = (reads: Reads, { id }: Owner, { after, limit }: Window) =>
  reads
    .selectFrom('comment_reactions')
    .select(['comment_id as id', 'comment_id', 'action', 'created_at'])
    .where('user_id', '=', id)
    .where('comment_id', '>', after)
    .orderBy('comment_id')
    .limit(limit)
    .execute();

export const listReports = (reads: Reads, { id }: Owner, { after, limit }: Window) =>
  reads
    .selectFrom('comment_reports')
    .select(['comment_id as id', 'comment_id', 'reason', 'created_at'])
    .where('user_id', '=', id)
    .where('comment_id', '>', after)
    .orderBy('comment_id')
    .limit(limit)
    .execute();

/** The messages that one has sent or received. */
export const listMessages = (reads: Reads, { id }: Owner, { after, limit }: Window) =>
  reads
    .selectFrom('messages')
    .innerJoin('users as sender', 'sender.id', 'messages.sender_id')
    .innerJoin('users as recipient', 'recipient.id', 'messages.recipient_id')
    .select(['messages.id', 'messages.sender_id', 'messages.recipient_id', 'messages.text'])
    .select(['messages.created_at', 'messages.read_at'])
    .select(['sender.username as sender', 'sender.display_name as senderDisplayName'])
    .select(['recipient.username as recipient', 'recipient.display_name as recipientDisplayName'])
    .where((eb) => eb.or([eb('messages.sender_id', '=', id), eb('messages.recipient_id', '=', id)]))
    .where('messages.id', '>', after)
    .orderBy('messages.id')
    .limit(limit)
    .execute();

/** The people whom one has messages with. */
export const listPartners = (reads: Reads, { id }: Owner, { after, limit }: Window) =>
  reads
    .selectFrom('conversations')
    .innerJoin('users', 'users.id', 'conversations.partner_id')
    .select(['users.id', 'users.username', 'users.display_name as displayName'])
    .where('conversations.user_id', '=', id)
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(limit)
    .execute();

/** The messages of one thread. */
export const listThread = (reads: Reads, thread: string, { after, limit }: Window) =>
  reads
    .selectFrom('messages')
    .select(['id', 'sender_id', 'text', 'created_at'])
    .where('thread', '=', thread)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export const listBlocks = (reads: Reads, { id }: Owner, { after, limit }: Window) =>
  reads
    .selectFrom('message_blocks')
    .innerJoin('users', 'users.id', 'message_blocks.blocked_id')
    .select(['message_blocks.blocked_id as id', 'message_blocks.created_at'])
    .select(['users.username', 'users.display_name as displayName'])
    .where('message_blocks.user_id', '=', id)
    .where('message_blocks.blocked_id', '>', after)
    .orderBy('message_blocks.blocked_id')
    .limit(limit)
    .execute();

export type PostRow = Awaited<ReturnType<typeof listPosts>>[number];
export type PostFile = Awaited<ReturnType<typeof listPostFiles>>[number];
export type Profile = Awaited<ReturnType<typeof findProfile>>;
