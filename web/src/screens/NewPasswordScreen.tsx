import { type FormEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { call } from '../api/client.ts';
import { CallFailure, failureText, isUnanswered } from '../api/failure.ts';
import { type PlainKey, useTexts } from '../i18n/language.ts';
import { takeUpSignIn } from '../session/pending-sign-in.ts';
import { Button } from '../ui/Button.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useToast } from '../ui/toast.ts';
import { AuthFrame } from './account/AuthFrame.tsx';
import styles from './account/Form.module.css';
import { passwordChangeFault } from './account/password-change.ts';

/** Where the one-time link leads that an admin can make: `/new-password#CODE`. The code never reaches a log. */
export default function NewPasswordScreen() {
  const { t } = useTexts();
  return (
    <AuthFrame
      title={t('session.newPasswordTitle')}
      slogan={t('session.newPasswordSlogan')}
      below={<Link to="/login">{t('session.signIn')}</Link>}
    >
      <NewPasswordForm />
    </AuthFrame>
  );
}

function NewPasswordForm() {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const code = useLocation().hash.slice(1);
  const [password, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const [fault, setFault] = useState<PlainKey | null>(null);
  const [busy, setBusy] = useState(false);
  // A call without an answer may have used the link up.
  const sent = useRef(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    const found = passwordChangeFault(password, confirmed);
    setFault(found);
    if (found || busy) return;
    setBusy(true);
    try {
      const { data } = await call('accounts.usePasswordLink', { body: { code, password }, anonymous: true });
      const user = takeUpSignIn(data);
      if (user && data.passkeys) {
        toast.warningWithLink(t('passkeys.stay'), { label: t('passkeys.look'), to: '/profile' });
      }
      if (location.pathname === '/new-password') navigate(user ? '/home' : '/login', { replace: true });
    } catch (error) {
      const isUsed = error instanceof CallFailure && error.code === 'PASSWORD_LINK_INVALID';
      if (isUsed && sent.current) toast.warning(t('session.newPasswordMaybeSet'));
      else toast.error(failureText(error, t('profile.passwordFailed')));
      sent.current ||= isUnanswered(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
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
      <Button type="submit" block busy={busy}>
        {t('session.newPasswordSave')}
      </Button>
    </form>
  );
}
