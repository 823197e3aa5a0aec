import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './TextField.module.css';

interface FieldFrame {
  readonly label: string;
  /** Why the value was not accepted; stands under the field and is announced. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

interface TextFieldProps extends FieldFrame, Omit<ComponentProps<'input'>, 'id'> {
  /** What stands inside the field at its end, such as a button. */
  readonly end?: ReactNode;
}

function useFieldIds(error: string | undefined, hint: string | undefined) {
  const id = useId();
  const note = error || hint ? `${id}-note` : undefined;
  return { id, note };
}

function Note({
  id,
  error,
  hint,
}: {
  id: string | undefined;
  error?: string | undefined;
  hint?: string | undefined;
}) {
  if (error) {
    return (
      <p id={id} className={styles.error} role="alert">
        {error}
      </p>
    );
  }
  return hint ? (
    <p id={id} className={styles.hint}>
      {hint}
    </p>
  ) : null;
}

/** One line of text with its label above, and its fault or hint below. */
export function TextField({ label, error, hint, end, className, ...input }: TextFieldProps) {
  const { id, note } = useFieldIds(error, hint);
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={id}>{label}</label>
      <div className={classes(styles.box, error && styles.wrong)}>
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={classes(input['aria-describedby'], note) || undefined}
        />
        {end}
      </div>
      <Note id={note} error={error} hint={hint} />
    </div>
  );
}

interface TextAreaProps extends FieldFrame, Omit<ComponentProps<'textarea'>, 'id'> {}

/** Several lines of text; grows with what is written. */
export function TextArea({ label, error, hint, className, ...area }: TextAreaProps) {
  const { id, note } = useFieldIds(error, hint);
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={id}>{label}</label>
      <div className={classes(styles.box, error && styles.wrong)}>
        <textarea
          rows={3}
          dir="auto"
          {...area}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={classes(area['aria-describedby'], note) || undefined}
        />
      </div>
      <Note id={note} error={error} hint={hint} />
    </div>
  );
}
