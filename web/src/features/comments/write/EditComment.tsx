import { commentFault, keptComment } from '@duet/contract/comments/rules';
import type { Comment } from '@duet/contract/comments/shapes';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { CallFailure, failureText } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.ts';
import { changeComment } from '../cache.ts';
import { askToSignIn } from '../sign-in-detour.ts';
import { useCharsLeft } from './chars-left.ts';
import styles from './EditComment.module.css';

interface EditCommentProps {
  readonly comment: Comment;
  readonly onDone: () => void;
}

/** Changes one's own comment in its place. */
export function EditComment({ comment, onDone }: EditCommentProps) {
  const { t } = useTexts();
  const [text, setText] = useState(comment.text);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const left = useCharsLeft(text);
  const isValid = commentFault(text) === null;

  useEffect(() => {
    const area = field.current;
    // The menu gives the focus back to its button first.
    const frame = requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(area.value.length, area.value.length);
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  async function save() {
    if (busy || !isValid) return;
    if (keptComment(text) === comment.text) return onDone();
    setBusy(true);
    try {
      const { data } = await call('comments.update', { params: { id: comment._id }, body: { text } });
      changeComment(comment._id, data.comment);
      onDone();
    } catch (error) {
      setBusy(false);
      if (error instanceof CallFailure && error.status === 401) askToSignIn('comment', comment.post_id);
      else toast.error(failureText(error, t('comments.editFailed')));
    }
  }

  function press(event: KeyboardEvent) {
    // Escape leaves the field, not the sheet.
    if (event.key === 'Escape') {
      event.preventDefault();
      onDone();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
  }

  return (
    <div className={styles.edit}>
      <textarea
        ref={field}
        rows={2}
        aria-label={t('comments.edit')}
        aria-invalid={!isValid || undefined}
        value={text}
        readOnly={busy}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <div className={styles.ways}>
        {left && <span className={styles.left}>{left.text}</span>}
        <Button variant="quiet" size="small" onClick={onDone}>
          {t('actions.cancel')}
        </Button>
        <Button size="small" busy={busy} disabled={!isValid} onClick={() => void save()}>
          {t('actions.save')}
        </Button>
      </div>
    </div>
  );
}
