import { useRef } from 'react';
import { useTexts } from '../i18n/language.ts';
import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';
import { useQuestion } from './confirm.ts';
import { Sheet } from './Sheet.tsx';

/** Shows what `confirm` asks. Stands once, in the shell. */
export function ConfirmDialog() {
  const { t } = useTexts();
  const question = useQuestion();
  // What was asked stays to be read while the dialog leaves.
  const last = useRef(question);
  if (question) last.current = question;
  const shown = last.current;
  return (
    <Sheet open={question !== null} onClose={() => question?.answer(false)} title={shown?.title ?? ''}>
      {shown?.text && <p className={styles.text}>{shown.text}</p>}
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={() => question?.answer(false)}>
          {t('actions.cancel')}
        </Button>
        <Button variant={shown?.danger ? 'danger' : 'primary'} onClick={() => question?.answer(true)}>
          {shown?.confirmLabel}
        </Button>
      </div>
    </Sheet>
  );
}
