import type { Plugin } from 'vite';

interface Plant {
  /** The end of the file's path. */
  readonly file: string;
  /** What stands there, and what stands there instead. */
  readonly from: string | RegExp;
  readonly to: string;
}

/** Faults that are put into the app's modules while they are loaded, to see that they are found. Nothing of them is shipped. */
export const plants: Readonly<Record<string, Plant>> = {
  // A comment that is sent again is another one.
  'comment-without-client-id': {
    file: '/comments/write/write-comment.ts',
    from: '{ postId, text, clientId }',
    to: '{ postId, text }',
  },
  // What waits without a network is forgotten before the server has it.
  'unsent-comment-forgotten': {
    file: '/comments/write/send-unsent.ts',
    from: 'if (mayPass(error)) return false;',
    to: 'if (mayPass(error)) { unsentComments.remove(authorId, clientId); return true; }',
  },
  // A retry of a message is another message.
  'message-renamed': {
    file: '/messages/wire.ts',
    from: 'body: letter',
    to: 'body: { ...letter, clientId: crypto.randomUUID() }',
  },
  // An admin's like is sent again under no name.
  'like-without-client-id': {
    file: '/posts/like/like.ts',
    from: 'body: { postId, clientId }, keepalive',
    to: 'body: { postId }, keepalive',
  },
  // A reaction toggles what the server has.
  'reaction-toggles': {
    file: '/comments/reaction/react.ts',
    from: 'const body = { userAction: wanted };',
    to: "const body = { action: wanted ?? 'like' };",
  },
};

/** Puts one of them in. The load fails where what it replaces is not there: a plant never disappears unseen. */
export function planted(name: string): Plugin {
  const plant = plants[name];
  if (!plant) throw new Error(`There is no fault ${name}. Choose from ${Object.keys(plants).join(', ')}.`);
  return {
    name: 'duet:planted',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(plant.file)) return null;
      const changed = code.replace(plant.from, plant.to);
      if (changed === code) throw new Error(`${name} cannot be planted: ${plant.file} has changed.`);
      return changed;
    },
  };
}
