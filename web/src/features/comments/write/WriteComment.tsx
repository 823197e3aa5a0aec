import { shownName } from '@duet/contract/accounts/shown-name';
import { commentFault } from '@duet/contract/comments/rules';
import type { Comment } from '@duet/contract/comments/shapes';
import { limits } from '@duet/contract/limits';
import { useCallback, useEffect, useState } from 'react';
import { call, mediaAddress } from '../../../api/client.ts';
import { failureText, isOfflineFailure, needsSignIn } from '../../../api/failure.ts';
import { usePersistedText } from '../../../device/persisted-text.ts';
import { commentDraftKey } from '../../../device/storage-keys.ts';
import { t, useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { useCharsLeft } from '../../../ui/chars-left.ts';
import { toast } from '../../../ui/toast.ts';
import { WriteBar } from '../../../ui/WriteBar.tsx';
import { addComment } from '../cache.ts';
import { askToSignIn } from '../sign-in-detour.ts';
import { clientIdOf, forgetClientId, isDeletedSince } from './client-id.ts';
import { takeOverGuestDraft } from './draft.ts';
import { onCommentPosted, unsentComments, useUnsentComments } from './unsent-comments.ts';

interface WriteCommentProps {
  readonly postId: string;
  readonly onWritten: (comment: Comment) => void;
  /** The button that posts comes with the focus or the first word. */
  readonly sendHiddenWhenIdle?: boolean;
}

/** Where one writes a comment. What is typed stays on this device until it is posted, also over signing in. */
export function WriteComment({ postId, onWritten, sendHiddenWhenIdle = false }: WriteCommentProps) {
  const { t } = useTexts();
  const user = useUser();
  useState(() => user && takeOverGuestDraft(user._id, postId));
  const draft = commentDraftKey(user?._id ?? null, postId);
  const { text, write, sent } = usePersistedText(draft);
  const [busy, setBusy] = useState(false);
  const { said, say, sayWaiting } = useSaid(user?._id, postId);
  const left = useCharsLeft(text, limits.comment.maxChars);

  async function post() {
    if (!user) return askToSignIn('comment', postId);
    setBusy(true);
    say('');
    try {
      const comment = await writeComment({ authorId: user._id, postId, text });
      sent(text);
      if (!comment) return sayWaiting();
      say(t('comments.posted'));
      onWritten(comment);
    } catch (error) {
      if (needsSignIn(error)) askToSignIn('comment', postId);
      else toast.error(failureText(error, t('comments.writeFailed')));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <WriteBar
        label={t('comments.placeholder')}
        placeholder={t('comments.placeholder')}
        sendLabel={t('comments.send')}
        value={text}
        onChange={write}
        onSend={() => void post()}
        canSend={commentFault(text) === null}
        busy={busy}
        sendHiddenWhenIdle={sendHiddenWhenIdle}
        sendsOn="modifiedEnter"
        left={left}
        start={
          user && (
            <Avatar
              name={shownName(user)}
              src={user.profilePictureUrl && mediaAddress(user.profilePictureUrl)}
              size="small"
            />
          )
        }
      />
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}

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
function useSaid(authorId: string | undefined, postId: string) {
  const [{ text, waiting }, set] = useState(nothing);
  const unsent = useUnsentComments(authorId);
  const still = unsent.some(({ clientId, refused }) => clientId === waiting && !refused);

  useEffect(
    () =>
      onCommentPosted((clientId) =>
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

interface Written {
  readonly authorId: string;
  readonly postId: string;
  readonly text: string;
}

/**
 * Writes a comment and puts it into the lists. The same text again after a call without an answer, even after a
 * reload, answers the comment that the server may have already, so that it does not stand twice; where that was deleted since, it
 * is another comment. Without a network it is kept, to be sent under the same name when there is one; then the answer is null.
 * @throws CallFailure
 */
async function writeComment(written: Written): Promise<Comment | null> {
  const { authorId, postId, text } = written;
  const clientId = clientIdOf(written);
  try {
    const { comment } = (await call('comments.create', { body: { postId, text, clientId } })).data;
    forgetClientId(written);
    addComment(comment);
    return comment;
  } catch (error) {
    const isGone = isDeletedSince(error);
    if (!isGone && !isOfflineFailure(error)) throw error;
    forgetClientId(written);
    if (isGone) return writeComment(written);
    unsentComments.put(authorId, { clientId, postId, text, refused: false, reason: null });
    return null;
  }
}
