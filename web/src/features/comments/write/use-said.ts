import { useCallback, useEffect, useState } from 'react';
import { t } from '../../../i18n/language.ts';
import { onPosted, unsentComments, useUnsentComments } from './unsent-comments.ts';

interface Said {
  readonly text: string;
  /** The comment of which it is said that it waits. */
  readonly waiting: string | null;
}

const nothing: Said = { text: '', waiting: null };

/**
 * What a live region says of the comment that was written last. Of one that waits for a connection it is said once it
 * was posted; where it was discarded, refused or posted by another tab, nothing is: whoever listens must not hear that
 * they are offline when they are not.
 */
export function useSaid(authorId: string | undefined, postId: string) {
  const [{ text, waiting }, set] = useState(nothing);
  const unsent = useUnsentComments(authorId);
  const still = unsent.some(({ clientId, refused }) => clientId === waiting && !refused);

  useEffect(
    () =>
      onPosted((clientId) =>
        set((now) => (clientId === now.waiting ? { text: t('comments.posted'), waiting: null } : now)),
      ),
    [],
  );
  useEffect(() => {
    if (waiting !== null && !still) set((now) => (now.waiting === waiting ? nothing : now));
  }, [waiting, still]);

  const say = useCallback((words: string) => set({ text: words, waiting: null }), []);
  const sayWaiting = useCallback(() => {
    const newest = unsentComments.of(authorId ?? '').findLast((comment) => comment.postId === postId);
    set({ text: t('comments.kept'), waiting: newest?.clientId ?? null });
  }, [authorId, postId]);
  return { said: text, say, sayWaiting };
}
