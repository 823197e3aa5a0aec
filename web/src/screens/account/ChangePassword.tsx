import { type FormEvent, useState } from 'react';
import { failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import type { KnownUser } from '../../session/stored-user.ts';
import { useUserVersion } from '../../session/use-user-version.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Section.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './Form.module.css';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { useNewPassword } from './new-password.ts';

/** Changes one's own password; the server then ends the person's other sessions. */
export function ChangePassword({ user }: { readonly user: KnownUser }) {
  const { t } = useTexts();
  const toast = useToast();
  const account = useUserVersion(user);
  const entry = useNewPassword();
  const [busy, setBusy] = useState(false);

  async function change(event: FormEvent) {
    event.preventDefault();
    if (!entry.check() || busy) return;
    setBusy(true);
    try {
      if (!(await account.save({ password: entry.password }))) return;
      toast.success(t('profile.passwordChanged'));
      entry.clear();
    } catch (error) {
      toast.error(failureText(error, t('profile.passwordFailed')));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section title={t('profile.changePassword')}>
      <form className={styles.form} onSubmit={change} noValidate>
        <NewPasswordFields entry={entry} />
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
