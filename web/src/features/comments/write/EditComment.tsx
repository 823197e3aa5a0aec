import { commentFault } from '@duet/contract/comments/rules';
import type { Comment } from '@duet/contract/comments/shapes';
import { limits } from '@duet/contract/limits';
import { storedText } from '@duet/contract/plain-text';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText, needsSignIn } from '../../../api/failure.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { persistedText, persistText } from '../../../device/persisted-text.ts';
import { editedCommentKey } from '../../../device/storage-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { useCharsLeft } from '../../../ui/chars-left.ts';
import { toast } from '../../../ui/toast.ts';
import { changeComment } from '../cache.ts';
import { askToSignIn } from '../sign-in-detour.ts';
import styles from './EditComment.module.css';

interface EditCommentProps {
  readonly comment: Comment;
  readonly onDone: () => void;
}

/** Changes one's own comment in its place. What is typed stays on this device until it is saved or given up. */
export function EditComment({ comment, onDone }: EditCommentProps) {
  const { t } = useTexts();
  const key = editedCommentKey(comment._id);
  const [text, setText] = useState(() => persistedText(key) || comment.text);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const left = useCharsLeft(text, limits.comment.maxChars);
  const isValid = commentFault(text) === null;

  useEffect(() => {
    const area = field.current;
    // The menu gives the focus back to its button first.
    const frame = requestAnimationFrame(() => {
      // Who is there already has put the caret where it is.
      if (!area || area === document.activeElement) return;
      area.focus();
      area.setSelectionRange(area.value.length, area.value.length);
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  function change(changed: string) {
    setText(changed);
    persistText(key, changed === comment.text ? '' : changed);
  }

  function leave() {
    persistText(key, '');
    onDone();
  }

  async function save() {
    if (busy || !isValid) return;
    if (storedText(text) === comment.text) return leave();
    setBusy(true);
    try {
      const update = () => call('comments.update', { params: { id: comment._id }, body: { text } });
      const { data } = await retryOnce(update);
      changeComment(comment._id, data.comment);
      leave();
    } catch (error) {
      setBusy(false);
      if (needsSignIn(error)) askToSignIn('comment', comment.post_id);
      else toast.error(failureText(error, t('comments.editFailed')));
    }
  }

  function press(event: KeyboardEvent) {
    // Escape leaves the field, not the sheet.
    if (event.key === 'Escape') {
      event.preventDefault();
      leave();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
  }

  return (
    <div className={styles.edit} data-writing>
      <textarea
        ref={field}
        rows={2}
        dir="auto"
        aria-label={t('comments.edit')}
        aria-invalid={!isValid || undefined}
        value={text}
        readOnly={busy}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
      />
      <div className={styles.ways}>
        {left && <span className={styles.left}>{left.text}</span>}
        <Button variant="quiet" size="small" onClick={leave}>
          {t('actions.cancel')}
        </Button>
        <Button size="small" busy={busy} disabled={!isValid} onClick={() => void save()}>
          {t('actions.save')}
        </Button>
      </div>
    </div>
  );
}
