import { type FormEvent, useState } from 'react';
import { failureText } from '../../api/failure.ts';
import { type PlainKey, useTexts } from '../../i18n/language.ts';
import type { KnownUser } from '../../session/session.ts';
import { useUserVersion } from '../../session/use-user-version.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './Form.module.css';
import { passwordChangeFault } from './password-change.ts';
import { Section } from './Section.tsx';

/** Changes one's own password; the server then ends the person's other sessions. */
export function ChangePassword({ user }: { readonly user: KnownUser }) {
  const { t } = useTexts();
  const toast = useToast();
  const account = useUserVersion(user);
  const [password, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const [fault, setFault] = useState<PlainKey | null>(null);
  const [busy, setBusy] = useState(false);

  async function change(event: FormEvent) {
    event.preventDefault();
    const found = passwordChangeFault(password, confirmed);
    setFault(found);
    if (found || busy) return;
    setBusy(true);
    try {
      if (!(await account.save({ password }))) return;
      toast.success(t('profile.passwordChanged'));
      setPassword('');
      setConfirmed('');
    } catch (error) {
      toast.error(failureText(error, t('profile.passwordFailed')));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section title={t('profile.changePassword')}>
      <form className={styles.form} onSubmit={change} noValidate>
        <PasswordField
          label={t('profile.newPassword')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="new-password"
          strength
        />
        <PasswordField
          label={t('profile.confirmNewPassword')}
          value={confirmed}
          onChange={(event) => setConfirmed(event.target.value)}
          autoComplete="new-password"
        />
        {fault && (
          <p className={styles.fault} role="alert">
            {t(fault)}
          </p>
        )}
        {account.conflict && (
          <p className={styles.fault} role="alert">
            {t('profile.passwordMeanwhile')}
          </p>
        )}
        <Button type="submit" busy={busy}>
          {t('profile.changePassword')}
        </Button>
      </form>
    </Section>
  );
}
