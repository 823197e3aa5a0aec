import { passwordStrength } from '@duet/contract/accounts/rules';
import { limits } from '@duet/contract/limits';
import { Check, Circle, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
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

interface PasswordFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'value'> {
  readonly value: string;
  /** Shows, while typing, which rules the password meets. */
  readonly strength?: boolean;
}

/** A password that can be shown and hidden. */
export function PasswordField({ strength = false, ...field }: PasswordFieldProps) {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  const rules = useId();
  const showRules = strength && field.value !== '';
  return (
    <div className={styles.password}>
      <TextField
        {...field}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-describedby={showRules ? rules : undefined}
        end={
          <IconButton
            label={t(shown ? 'session.hidePassword' : 'session.showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
          </IconButton>
        }
      />
      {showRules && <Strength id={rules} password={field.value} />}
    </div>
  );
}

function Strength({ id, password }: { id: string; password: string }) {
  const { t } = useTexts();
  const met = passwordStrength(password);
  const rows = [
    [met.chars, t('session.strengthChars', { count: limits.password.minChars })],
    [met.capital, t('session.strengthCapital')],
    [met.special, t('session.strengthSpecial')],
  ] as const;
  const score = rows.filter(([done]) => done).length;
  return (
    <div id={id} className={styles.strength}>
      <div className={classes(styles.bar, styles[`score${score}`])} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <ul aria-label={t('session.strengthLabel')}>
        {rows.map(([done, text]) => (
          <li key={text} className={classes(done && styles.met)}>
            {done ? <Check size={14} aria-hidden /> : <Circle size={14} aria-hidden />}
            {text}
            <span className="visually-hidden">
              : {t(done ? 'session.strengthMet' : 'session.strengthMissing')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LinkFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'readOnly' | 'className'> {
  readonly url: string;
  /** Names the field. */
  readonly label: string;
}

/** A link to be copied by hand: whoever comes to the field has all of it selected. */
export const LinkField = ({ url, label, ...input }: LinkFieldProps) => (
  <input
    {...input}
    className={styles.link}
    readOnly
    value={url}
    aria-label={label}
    dir="ltr"
    onFocus={(event) => event.target.select()}
  />
);
