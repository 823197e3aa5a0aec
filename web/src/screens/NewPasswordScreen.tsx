import { type FormEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { call } from '../api/client.ts';
import { CallFailure, failureText, isUnanswered } from '../api/failure.ts';
import { useTexts } from '../i18n/language.ts';
import { continueSignIn } from '../session/pending-sign-in.ts';
import { Button } from '../ui/Button.tsx';
import { useToast } from '../ui/toast.ts';
import { AuthFrame } from './account/AuthFrame.tsx';
import styles from './account/Form.module.css';
import { NewPasswordFields } from './account/NewPasswordFields.tsx';
import { useNewPassword } from './account/new-password.ts';

/** Where the one-time link leads that an admin can make: `/new-password#CODE`. The code never reaches a log. */
export default function NewPasswordScreen() {
  const { t } = useTexts();
  return (
    <AuthFrame
      title={t('signIn.newPasswordTitle')}
      slogan={t('signIn.newPasswordSlogan')}
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
  const entry = useNewPassword();
  const [busy, setBusy] = useState(false);
  // A call without an answer may have used the link up.
  const sent = useRef(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!entry.check() || busy) return;
    setBusy(true);
    try {
      const { data } = await call('accounts.usePasswordLink', {
        body: { code, password: entry.password },
        anonymous: true,
      });
      const user = continueSignIn(data);
      if (user && data.passkeys) {
        toast.warningWithLink(t('passkeys.stay'), { label: t('passkeys.look'), to: '/profile' });
      }
      if (location.pathname === '/new-password') navigate(user ? '/home' : '/login', { replace: true });
    } catch (error) {
      const isUsed = error instanceof CallFailure && error.code === 'PASSWORD_LINK_INVALID';
      if (isUsed && sent.current) toast.warning(t('signIn.newPasswordMaybeSet'));
      else toast.error(failureText(error, t('profile.passwordFailed')));
      sent.current ||= isUnanswered(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <NewPasswordFields entry={entry} />
      <Button type="submit" block busy={busy}>
        {t('signIn.newPasswordSave')}
      </Button>
    </form>
  );
}
