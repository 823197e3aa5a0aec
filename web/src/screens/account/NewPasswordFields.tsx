import { useTexts } from '../../i18n/language.ts';
import { PasswordField } from '../../ui/TextField.tsx';
import styles from './Form.module.css';
import type { NewPassword } from './new-password.ts';

/** The fields in which a new password is typed twice, and what is wrong with it. */
export function NewPasswordFields({ entry }: { readonly entry: NewPassword }) {
  const { t } = useTexts();
  return (
    <>
      <PasswordField
        label={t('profile.newPassword')}
        value={entry.password}
        onChange={(event) => entry.setPassword(event.target.value)}
        autoComplete="new-password"
        strength
      />
      <PasswordField
        label={t('profile.confirmNewPassword')}
        value={entry.confirmed}
        onChange={(event) => entry.setConfirmed(event.target.value)}
        autoComplete="new-password"
      />
      {entry.fault && (
        <p className={styles.fault} role="alert">
          {t(entry.fault)}
        </p>
      )}
    </>
  );
}
