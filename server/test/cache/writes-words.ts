import { ofComment, type Writes } from './act.ts';
import { picked, type SiteState } from './site-state.ts';

/** What is done to a comment that is there. */
export const commentWrites = {
  editComment: ofComment(
    (client, id, { choice }) =>
      client.call('comments.update', { params: { id }, body: { text: `Again ${choice}` } }),
    'author',
  ),
  removeComment: ofComment((client, id) => client.call('comments.delete', { params: { id } }), 'author'),
  react: ofComment((client, id, { choice }) =>
    client.call('comments.like', { params: { id }, body: { action: choice % 2 ? 'like' : 'dislike' } }),
  ),
  report: ofComment((client, id) =>
    client.call('comments.report', { params: { id }, body: { reason: 'Spam' } }),
  ),
  handleReport: ofComment(
    (client, commentId, { choice }) =>
      client.call('comments.handleReport', {
        params: { commentId },
        body: { action: choice % 2 ? 'keep' : 'delete' },
      }),
    'admin',
  ),
} as const satisfies Writes;

export const newComment = {
  comment: async (state, { server, who, what, choice }) => {
    const postId = picked(state.posts, what);
    if (postId === undefined) return undefined;
    const body = { postId, text: `Comment ${choice}` };
    const answer = await state.as(who, server).call('comments.create', { body });
    if (answer.status === 200)
      state.add('comments', {
        id: answer.body.data.comment._id,
        postId,
        authorId: state.person(who).id,
      });
    return answer;
  },
} as const satisfies Writes;

interface Sent {
  readonly server: number;
  readonly from: number;
  readonly toId: string;
  readonly text: string;
}

async function send(state: SiteState, { server, from, toId, text }: Sent) {
  const body = { recipientId: toId, message: text };
  const answer = await state.as(from, server).call('messages.send', { body });
  if (answer.status === 200) {
    state.add('messages', { id: answer.body.data.message._id, fromId: state.person(from).id, toId });
  }
  return answer;
}

/** Between two people. */
export const messageWrites = {
  message: (state, { server, who, what, choice }) =>
    send(state, { server, from: who, toId: state.partner(who, what).id, text: `Message ${choice}` }),
  block: (state, { server, who, what }) =>
    state.as(who, server).call('messages.setBlock', { params: { userId: state.partner(who, what).id } }),
  unblock: (state, { server, who, what }) =>
    state.as(who, server).call('messages.liftBlock', { params: { userId: state.partner(who, what).id } }),
} as const satisfies Writes;

/** What was written to somebody is read, or answered. */
export const threadWrites = {
  /** To whoever wrote the message, or once more to whom it was written. */
  reply: async (state, { server, what, choice }) => {
    const message = picked(state.messages, what);
    if (!message) return undefined;
    const { fromId, toId } = message;
    const [byId, otherId] = choice % 3 === 0 ? [fromId, toId] : [toId, fromId];
    const from = state.people.findIndex(({ id }) => id === byId);
    return from < 0 ? undefined : send(state, { server, from, toId: otherId, text: `Reply ${choice}` });
  },
  read: async (state, { server, what }) => {
    const message = picked(state.messages, what);
    const reader = state.people.findIndex(({ id }) => id === message?.toId);
    if (!message || reader < 0) return undefined;
    return state.as(reader, server).call('messages.conversation', { params: { id: message.fromId } });
  },
} as const satisfies Writes;
