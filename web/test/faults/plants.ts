import type { Plugin } from 'vite';

/** Where in a module's source, and what stands there instead. */
interface Change {
  /** The end of the file's path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Deletes whatever is under the id: what a draft's deletion was before it said that it means one. */
const anyPostDeleted: Change = {
  file: '/composer/form/draft-calls.ts',
  from: ', query: { draft: true }',
  to: '',
};

/** Faults that are put into the app's modules while they are loaded, to see that they are found. Nothing of them is shipped. */
export const plants: Readonly<Record<string, readonly Change[]>> = {
  // As it was: another tab has published the draft.
  'draft-deleted-after-conflict': [
    anyPostDeleted,
    {
      file: '/composer/form/publish.ts',
      from: '401, 404, 408, 409, 425, 429',
      to: '401, 404, 408, 425, 429',
    },
  ],
  // As it was: the server has published it, and the line broke.
  'draft-deleted-after-lost-answer': [
    anyPostDeleted,
    {
      file: '/composer/form/publish.ts',
      from: 'error.status >= 400 &&',
      to: '(error.status === 0 || error.status >= 400) &&',
    },
  ],
  // As it was: the later save takes the earlier away.
  'edit-without-if-match': [
    { file: '/composer/edit/version.ts', from: 'body, ifMatch: tag }', to: 'body, ifMatch: null }' },
  ],
  'failure-told-as-published': [
    {
      file: '/composer/form/use-publishing.ts',
      from: '      await failed(error);',
      to: '      published("", local.now());',
    },
  ],
  'comment-without-client-id': [
    {
      file: '/comments/write/WriteComment.tsx',
      from: '{ postId, text, clientId } })',
      to: '{ postId, text } })',
    },
  ],
  // What waits without a network is forgotten before the server has it.
  'unsent-comment-forgotten': [
    {
      file: '/comments/write/send-unsent.ts',
      from: 'if (isTransient(error)) return false;',
      to: 'if (isTransient(error)) { unsentComments.remove(authorId, clientId); return true; }',
    },
  ],
  // A retry of a message is another message.
  'message-renamed': [
    {
      file: '/messages/message-api.ts',
      from: 'body: message',
      to: 'body: { ...message, clientId: crypto.randomUUID() }',
    },
  ],
  // As it was: an admin's like that is sent twice counts twice.
  'like-without-client-id': [
    {
      file: '/posts/like/like.ts',
      from: 'body: { postId, clientId }, keepalive',
      to: 'body: { postId }, keepalive',
    },
  ],
  // As it was: a reaction toggles what the server has.
  'reaction-toggles': [
    {
      file: '/comments/reaction/react.ts',
      from: 'const body = { ...(wanted && { action: wanted }), userAction: wanted };',
      to: "const body = { action: wanted ?? 'like' };",
    },
  ],
};

/** Puts one of them in. The load fails where what it replaces is not there: a plant never disappears unseen. */
export function planted(name: string): Plugin {
  const changes = plants[name];
  if (!changes) throw new Error(`There is no fault ${name}. Choose from ${Object.keys(plants).join(', ')}.`);
  return {
    name: 'duet:planted',
    enforce: 'pre',
    transform(code, id) {
      const here = changes.filter(({ file }) => id.endsWith(file));
      if (here.length === 0) return null;
      return here.reduce((source, { file, from, to }) => {
        if (!source.includes(from)) throw new Error(`${name} cannot be planted: ${file} has changed.`);
        return source.replace(from, to);
      }, code);
    },
  };
}
