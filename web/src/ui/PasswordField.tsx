import { passwordStrength } from '@duet/contract/accounts/rules';
import { limits } from '@duet/contract/limits';
import { Check, Circle, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import styles from './PasswordField.module.css';
import { TextField } from './TextField.tsx';

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
