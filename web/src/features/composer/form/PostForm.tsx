import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import styles from './PostForm.module.css';

/** What the form gives the fields of a kind to stand among. */
export interface FormParts {
  /** While the post is being sent. */
  readonly disabled: boolean;
  /** The row of buttons below the fields. */
  readonly actions: ReactNode;
}

/** What the fields of a kind hand to the form. */
export interface FormContent {
  /** Whether the post may be sent; says or asks what stands in the way. */
  readonly validate: () => boolean | Promise<boolean>;
  /** Nothing can be sent yet: the button that sends is disabled. */
  readonly incomplete?: boolean;
  /** Nothing has been chosen yet: the button that sends does not look like the next step. Pressed, it says what is missing. */
  readonly unchosen?: boolean;
  /** Something was changed that the draft does not hold, such as a picked file. */
  readonly changed?: boolean;
  /** Handles a failure that only this kind knows; answers whether it did. */
  readonly handleError?: (error: unknown) => boolean;
  /** Everything was thrown away. */
  readonly onDiscarded?: () => void;
}

interface PostFormProps {
  /** The name of the form. */
  readonly label: string;
  /** Stands above the fields. */
  readonly notice?: ReactNode;
  /** There is something to keep or to discard. */
  readonly changed: boolean;
  /** What the form says of keeping it. */
  readonly keptText: string;
  readonly discard: {
    readonly title: string;
    readonly text: string;
    readonly disabled?: boolean;
    /** After the person agreed. */
    readonly run: () => void;
  };
  readonly submit: {
    readonly label: string;
    readonly disabled: boolean;
    readonly unchosen: boolean;
    readonly busy: boolean;
    readonly run: () => void;
  };
  readonly children: (parts: FormParts) => ReactNode;
}

/** The form of every post, new or edited: fields, whether this device keeps them, and the buttons below. */
export function PostForm({ label, notice, changed, keptText, discard, submit, children }: PostFormProps) {
  const { t } = useTexts();

  async function askAndDiscard(): Promise<void> {
    const { title, text, run } = discard;
    const question = { title, text, confirmLabel: t('composer.discard'), danger: true };
    if (!changed || (await confirm(question))) run();
  }

  const actions = (
    <div className={styles.actions}>
      <span className={styles.kept}>{changed && keptText}</span>
      <Button variant="quiet" disabled={discard.disabled} onClick={() => void askAndDiscard()}>
        {t('composer.discard')}
      </Button>
      <Button
        variant={submit.unchosen ? 'secondary' : 'primary'}
        disabled={submit.disabled}
        busy={submit.busy}
        onClick={submit.run}
      >
        {submit.label}
      </Button>
    </div>
  );
  return (
    <form className={styles.form} aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {notice}
      {children({ disabled: submit.busy, actions })}
    </form>
  );
}
