import { concernsNobody, instead, type Plants } from './plant.ts';

const rows = '/src/cached-rows.ts';

/** What is cached without some of the rows of which it tells. */
export const ofRows: Plants = {
  // The answer drops with the page that it is made of, and with the post.
  'page-without-its-posts': {
    changes: [instead('/posts/feed.ts', 'narrowing: { posts: ids,', 'narrowing: { posts: [],')],
  },
  'page-without-its-authors': {
    changes: [instead('/posts/feed.ts', 'users: rows.map(({ user_id }) => user_id) },', 'users: [] },')],
  },
  'page-with-the-marks-of-others': {
    changes: [
      instead(
        '/posts/feed.ts',
        "key: page.rows.map(({ id }) => (liked.has(id) ? 1 : 0)).join(''),",
        "key: '',",
      ),
    ],
  },
  'post-without-its-counts': {
    changes: [instead('/posts/detail.ts', 'narrowing: { posts: [id],', 'narrowing: { posts: [],')],
  },
  'post-without-its-author': {
    changes: [instead('/posts/detail.ts', 'users: [row.user_id] },', 'users: [] },')],
  },
  'post-with-the-mark-of-others': {
    changes: [instead('/posts/detail.ts', "key: liked ? 'liked' : '',", "key: '',")],
  },
  'head-without-its-author': {
    changes: [instead('/posts/link-preview.ts', 'users: [post.user_id] }', 'users: [] }')],
  },
  // A new comment drops the list by either of the two.
  'list-without-its-post': {
    changes: [
      instead(
        rows,
        'posts: [params.id],\n        comments: [params.id, ...ids],',
        'posts: [],\n        comments: ids,',
      ),
    ],
  },
  'list-without-its-comments': {
    changes: [instead(rows, 'comments: [params.id, ...ids],', 'comments: [params.id],')],
  },
  // A reaction drops the list by either of the two.
  'list-without-its-reactions': {
    changes: [
      instead(rows, 'comment_reactions: ids,', 'comment_reactions: [],'),
      concernsNobody('/comments/store-reactions.ts', 'setReaction', 'comments', '[commentId]'),
    ],
  },
  'list-without-its-authors': {
    changes: [instead(rows, 'users: comments.map(({ user_id }) => user_id),', 'users: [],')],
  },
  'inbox-without-its-messages': {
    changes: [
      instead(rows, 'messages: [viewer.id],\n      conversations', 'messages: [],\n      conversations'),
    ],
  },
  // A message drops the inbox by either of the two.
  'inbox-without-its-threads': {
    changes: [
      instead(
        rows,
        'messages: [viewer.id],\n      conversations: [viewer.id],',
        'messages: [],\n      conversations: [],',
      ),
    ],
  },
  'inbox-without-its-partners': {
    changes: [instead(rows, 'users: conversations.map(({ partnerId }) => partnerId),', 'users: [],')],
  },
  'thread-without-its-messages': {
    changes: [instead(rows, '({ messages: [viewer.id], users', '({ messages: [], users')],
  },
  'thread-without-its-partner': {
    changes: [instead(rows, 'users: [viewer.id, partner.id]', 'users: [viewer.id]')],
  },
  'thread-without-its-reader': {
    changes: [instead(rows, 'users: [viewer.id, partner.id]', 'users: [partner.id]')],
  },
  'count-without-its-messages': {
    changes: [instead(rows, '({ messages: [viewer.id] })', '({ messages: [] })')],
  },
  'account-without-its-person': { changes: [instead(rows, '({ users: [viewer.id] })', '({ users: [] })')] },
  'session-without-itself': {
    changes: [
      instead(
        '/accounts/sessions/authenticate.ts',
        'narrowing: { sessions: [value.id]',
        'narrowing: { sessions: []',
      ),
    ],
  },
  'session-without-its-person': {
    changes: [instead('/accounts/sessions/authenticate.ts', 'users: [value.user_id] }', 'users: [] }')],
  },
  'token-without-itself': {
    changes: [
      instead('/personal-tokens/personal-token.ts', '{ personal_tokens: ids,', '{ personal_tokens: [],'),
    ],
  },
  'token-without-its-person': {
    changes: [instead('/personal-tokens/personal-token.ts', 'users: ids }', 'users: [] }')],
  },
};
