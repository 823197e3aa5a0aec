import { useRef } from 'react';
import { useTexts } from '../i18n/language.ts';
import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';
import { type Question, useQuestion } from './confirm.ts';
import { Sheet } from './Sheet.tsx';

interface ConfirmSheetProps extends Question {
  readonly open: boolean;
  readonly onAnswer: (yes: boolean) => void;
  /** It has closed, and left the screen. */
  readonly onClosed?: (() => void) | undefined;
}

/** A question with two answers. */
export function ConfirmSheet({ open, onAnswer, onClosed, ...question }: ConfirmSheetProps) {
  const { t } = useTexts();
  const { title, text, confirmLabel, danger } = question;
  return (
    <Sheet open={open} onClose={() => onAnswer(false)} {...(onClosed && { onClosed })} title={title}>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={() => onAnswer(false)}>
          {t('actions.cancel')}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
          {confirmLabel}
        </Button>
      </div>
    </Sheet>
  );
}

/** Shows what `confirm` asks. Stands once, in the shell. */
export function ConfirmDialog() {
  const question = useQuestion();
  // What was asked stays to be read while the dialog leaves.
  const last = useRef(question);
  if (question) last.current = question;
  const shown = last.current ?? { title: '', confirmLabel: '' };
  return <ConfirmSheet {...shown} open={question !== null} onAnswer={(yes) => question?.answer(yes)} />;
}
