import { shownName } from '@duet/contract/accounts/shown-name';
import { commentFault } from '@duet/contract/comments/rules';
import type { Comment } from '@duet/contract/comments/shapes';
import { useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { failureText, needsSignIn } from '../../../api/failure.ts';
import { useKeptText } from '../../../device/kept-text.ts';
import { commentDraftKey } from '../../../device/storage-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { toast } from '../../../ui/toast.ts';
import { WriteBar } from '../../../ui/WriteBar.tsx';
import { askToSignIn } from '../sign-in-detour.ts';
import { useCharsLeft } from './chars-left.ts';
import { takeOverGuestDraft } from './draft.ts';
import { useSaid } from './use-said.ts';
import { writeComment } from './write-comment.ts';

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
  const { text, write, sent } = useKeptText(draft);
  const [busy, setBusy] = useState(false);
  const { said, say, sayWaiting } = useSaid(user?._id, postId);
  const left = useCharsLeft(text);

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
