import { concernsNobody, instead, type Plants } from './plant.ts';

const sessions = '/accounts/sessions/session-store.ts';
const tokens = '/accounts/personal-tokens/personal-token-store.ts';

/**
 * Writers that say of a statement that it concerns nobody. Where something else beside it would drop the same answers, that is
 * taken away too.
 */
export const ofWrites: Plants = {
  'like-not-for-the-post': {
    changes: [concernsNobody('/posts/store.ts', 'addLike', 'posts', '[like.postId]')],
  },
  'comment-not-for-the-post': {
    changes: [concernsNobody('/posts/store-counts.ts', 'changeCommentCount', 'posts', '[id]')],
  },
  'view-not-for-the-post': {
    changes: [
      instead(
        '/posts/store-counts.ts',
        'batch.map(([id]) => id),\n',
        'batch.slice(0, 0).map(([id]) => id),\n',
      ),
    ],
  },
  // The count of its post's comments drops the list as well.
  'comment-not-in-the-list': {
    changes: [
      concernsNobody('/comments/store.ts', 'insertComment', 'comments', '[comment.post_id]'),
      instead('/src/cached-rows.ts', '        posts: [params.id],\n', '        posts: [],\n'),
    ],
  },
  'comment-keeps-its-text': {
    changes: [concernsNobody('/comments/store.ts', 'replaceText', 'comments', '[change.id]')],
  },
  'reaction-not-in-the-list': {
    changes: [
      concernsNobody('/comments/store-reactions.ts', 'setReaction', 'comment_reactions', '[commentId]'),
      concernsNobody('/comments/store-reactions.ts', 'setReaction', 'comments', '[commentId]'),
    ],
  },
  'message-not-for-its-recipient': {
    changes: [
      instead(
        '/messages/store.ts',
        "tx.concerns('messages', [sender_id, recipient_id]);",
        "tx.concerns('messages', [sender_id]);",
      ),
    ],
  },
  'message-not-for-its-sender': {
    changes: [
      instead(
        '/messages/store.ts',
        "tx.concerns('messages', [sender_id, recipient_id]);",
        "tx.concerns('messages', [recipient_id]);",
      ),
    ],
  },
  'message-not-in-the-inbox': {
    changes: [
      concernsNobody('/messages/store.ts', 'insertMessage', 'conversations', '[sender_id, recipient_id]'),
      instead(
        '/src/cached-rows.ts',
        'messages: [viewer.id],\n      conversations',
        'messages: [],\n      conversations',
      ),
    ],
  },
  'read-message-still-counted': {
    changes: [
      concernsNobody('/messages/store.ts', 'markRead', 'messages', '[read.recipientId, read.senderId]'),
    ],
  },
  'ended-session-still-open': { changes: [concernsNobody(sessions, 'deleteSession', 'sessions', '[id]')] },
  'change-of-a-person-not-seen': {
    changes: [concernsNobody('/accounts/store.ts', 'updateUser', 'users', '[id]')],
  },
  'name-of-a-person-not-seen': {
    changes: [concernsNobody('/names/identity-store.ts', 'writeIdentity', 'users', '[id]')],
  },
  // That its file is ready is a change of all that has pictures.
  'picture-of-a-person-not-seen': {
    changes: [
      concernsNobody('/accounts/person-store.ts', 'swapPicture', 'users', '[userId]'),
      instead(
        '/platform/cache/cache.ts',
        '    dependencies.add(tables, made.narrowing);\n',
        "    tables.delete('media');\n    dependencies.add(tables, made.narrowing);\n",
      ),
    ],
  },
  'revoked-token-still-good': {
    changes: [concernsNobody(tokens, 'deleteToken', 'personal_tokens', '[userId]')],
  },
  'ended-tokens-still-good': {
    changes: [concernsNobody(tokens, 'deleteTokens', 'personal_tokens', '[userId]')],
  },
  // The role is a change of the person as well.
  'token-of-a-former-admin-still-good': {
    changes: [
      concernsNobody(tokens, 'endTokens', 'personal_tokens', '[userId]'),
      instead('/personal-tokens/personal-token.ts', 'users: ids }', 'users: [] }'),
    ],
  },
};
