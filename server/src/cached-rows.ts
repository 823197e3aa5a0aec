import type { Endpoints } from '@duet/contract/endpoints';
import type { CachedRows } from './platform/http/cached-rows.ts';
import { shareDetail } from './posts/detail.ts';
import { shareFeed } from './posts/feed.ts';

/** Addresses that are signed for an admin change with time. */
const signedMs = 60_000;

/**
 * The rows of the contract whose answers are cached, each with the rows of tables of which an answer tells; what ids mean in a
 * table stands at its `concerns` (docs/inside/cache.md). A table that is not named drops the answer with every change.
 */
export const cachedRows: CachedRows<Endpoints> = {
  'posts.feed': {
    narrowing: ({ viewer }, { posts }) => ({
      posts: posts.map(({ _id }) => _id),
      users: posts.map(({ user_id }) => user_id),
      likes: viewer ? [viewer.id] : [],
    }),
    share: (context, { query, viewer }) =>
      viewer?.role === 'user' ? shareFeed(context, query, viewer) : null,
    maxAgeMs: ({ viewer }) => (viewer ? signedMs : undefined),
  },
  'posts.detail': {
    narrowing: ({ viewer }, { post }) => ({
      posts: [post._id],
      users: [post.user_id],
      likes: viewer ? [viewer.id] : [],
    }),
    share: (context, { params, viewer }) =>
      viewer?.role === 'user' ? shareDetail(context, params.id, viewer) : null,
    maxAgeMs: ({ viewer }) => (viewer ? signedMs : undefined),
  },
  'comments.list': {
    narrowing: ({ params }, { comments }) => {
      const ids = comments.map(({ _id }) => _id);
      return {
        posts: [params.id],
        comments: [params.id, ...ids],
        comment_reactions: ids,
        users: comments.map(({ user_id }) => user_id),
      };
    },
  },
  'messages.conversations': {
    narrowing: ({ viewer }, { conversations }) => ({
      messages: [viewer.id],
      conversations: [viewer.id],
      users: conversations.map(({ partnerId }) => partnerId),
    }),
  },
  'messages.conversation': {
    narrowing: ({ viewer }, { partner }) => ({ messages: [viewer.id], users: [viewer.id, partner.id] }),
  },
  'messages.unreadCount': {
    narrowing: ({ viewer }) => ({ messages: [viewer.id] }),
  },
  'accounts.currentUser': {
    narrowing: ({ viewer }) => ({ users: [viewer.id] }),
  },
};
