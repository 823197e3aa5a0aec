/** Where in a module's source, and what stands there instead. */
interface Change {
  /** The end of the file's path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Of one statement: that nothing changes by it. */
const concernsNobody = (file: string, table: string, ids: string): Change => ({
  file,
  from: `tx.concerns('${table}', ${ids});`,
  to: `tx.concerns('${table}', []);`,
});

/** A dropped invalidation, and the database on which it shows where that is one of the two. */
interface Plant {
  readonly changes: readonly Change[];
  readonly on?: 'sqlite' | 'postgres';
}

/** Faults that are put into the server's modules while they are loaded, to see that they are found: one dropped invalidation each. */
export const plants: Readonly<Record<string, Plant>> = {
  // Whose like it is needs no fault of its own: what shows it shows the post as well.
  'like-not-for-the-post': { changes: [concernsNobody('/posts/store.ts', 'posts', '[like.postId]')] },
  'comment-not-for-the-post': { changes: [concernsNobody('/posts/store-counts.ts', 'posts', '[id]')] },
  'view-not-for-the-post': {
    changes: [
      {
        file: '/posts/store-counts.ts',
        from: 'batch.map(([id]) => id),\n',
        to: 'batch.slice(0, 0).map(([id]) => id),\n',
      },
    ],
  },
  'comment-not-in-the-list': {
    changes: [concernsNobody('/comments/store.ts', 'comments', '[comment.post_id]')],
  },
  'comment-keeps-its-text': { changes: [concernsNobody('/comments/store.ts', 'comments', '[change.id]')] },
  // Either of the two tables would drop the list by itself.
  'reaction-not-in-the-list': {
    changes: [
      concernsNobody('/comments/store-reactions.ts', 'comment_reactions', '[commentId]'),
      concernsNobody('/comments/store-reactions.ts', 'comments', '[commentId]'),
    ],
  },
  'message-not-for-its-recipient': {
    changes: [
      {
        file: '/messages/store.ts',
        from: "tx.concerns('messages', [sender_id, recipient_id]);",
        to: "tx.concerns('messages', [sender_id]);",
      },
    ],
  },
  'message-not-for-its-sender': {
    changes: [
      {
        file: '/messages/store.ts',
        from: "tx.concerns('messages', [sender_id, recipient_id]);",
        to: "tx.concerns('messages', [recipient_id]);",
      },
    ],
  },
  'read-message-still-counted': {
    changes: [concernsNobody('/messages/store.ts', 'messages', '[read.recipientId, read.senderId]')],
  },
  'ended-session-still-open': {
    changes: [
      {
        file: '/accounts/sessions/session-store.ts',
        from: "  tx.concerns('sessions', [id]);\n  const ended",
        to: "  tx.concerns('sessions', []);\n  const ended",
      },
    ],
  },
  'change-of-a-person-not-seen': { changes: [concernsNobody('/accounts/store.ts', 'users', '[id]')] },
  'picture-of-a-person-not-seen': {
    changes: [concernsNobody('/accounts/person-store.ts', 'users', '[userId]')],
  },
  'session-without-its-person': {
    changes: [
      {
        file: '/accounts/sessions/authenticate.ts',
        from: 'sessions: [value.id], users: [value.user_id]',
        to: 'sessions: [value.id], users: []',
      },
    ],
  },
  'inbox-without-its-partners': {
    changes: [
      {
        file: '/src/kept-rows.ts',
        from: 'users: conversations.map(({ partnerId }) => partnerId),',
        to: 'users: [],',
      },
    ],
  },
  'page-without-its-authors': {
    changes: [
      {
        file: '/posts/feed.ts',
        from: 'narrowing: { posts: ids, users: rows.map(({ user_id }) => user_id) },',
        to: 'narrowing: { posts: ids, users: [] },',
      },
    ],
  },
  'head-without-its-post': {
    changes: [
      {
        file: '/posts/link-preview.ts',
        from: 'narrowing: { posts: [id], users: [post.user_id] }',
        to: 'narrowing: { posts: [], users: [post.user_id] }',
      },
    ],
  },
  'made-while-it-was-changed': {
    changes: [
      {
        file: '/platform/kept/kept.ts',
        from: 'if (meanwhile.some((changes) => entry.dependencies.areTouchedBy(changes))) return;',
        to: '',
      },
    ],
  },
  'nothing-seen-of-other-programs': {
    changes: [
      { file: '/platform/kept/kept.ts', from: '    this.#options.db.lookForOtherPrograms();\n', to: '' },
    ],
    on: 'sqlite',
  },
  'nothing-seen-of-other-servers': {
    changes: [
      {
        file: '/dialect/postgres-other-servers.ts',
        from: 'if (from !== this.#me) this.#options.onChanges(read(changes));',
        to: '',
      },
    ],
    on: 'postgres',
  },
};

/** As a plugin of Vite. The load fails where what it replaces is not there: a plant never disappears unseen. */
export function planted(name: string) {
  const plant = plants[name];
  if (!plant) throw new Error(`There is no fault ${name}. Choose from ${Object.keys(plants).join(', ')}.`);
  return {
    name: 'duet:planted',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | null {
      const here = plant.changes.filter(({ file }) => id.includes('/server/src/') && id.endsWith(file));
      if (here.length === 0) return null;
      return here.reduce((source, { file, from, to }) => {
        if (!source.includes(from)) throw new Error(`${name} cannot be planted: ${file} has changed.`);
        return source.replace(from, to);
      }, code);
    },
  };
}
