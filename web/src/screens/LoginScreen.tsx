import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { call } from '../api/client.ts';
import { failureText } from '../api/failure.ts';
import { useTexts, withAllTexts } from '../i18n/language.ts';
import { canUsePasskeys } from '../session/passkeys.ts';
import { continueSignIn, dropStaleSignIn, usePendingSignIn } from '../session/pending-sign-in.ts';
import { forwardedSignInState, leaveSignIn } from '../session/return-to.ts';
import { useCanRegister, useSendsMail } from '../session/site.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Skeleton } from '../ui/Loading.tsx';
import { useArrival } from '../ui/page-visit.ts';
import { PasswordField, TextField } from '../ui/TextField.tsx';
import { useToast } from '../ui/toast.ts';
import { AuthFrame } from './account/AuthFrame.tsx';
import styles from './account/Form.module.css';

const PasskeySignIn = lazy(() => withAllTexts(import('./account/PasskeySignIn.tsx')));
const SecondStep = lazy(() => withAllTexts(import('./account/SecondStep.tsx')));

export default function LoginScreen() {
  const pending = usePendingSignIn();
  useArrival(dropStaleSignIn);
  if (!pending) return <FirstStep />;
  return (
    <Suspense fallback={<FirstStep />}>
      <SecondStep pending={pending} />
    </Suspense>
  );
}

function FirstStep() {
  const { t } = useTexts();
  const { state } = useLocation();
  const canRegister = useCanRegister();
  return (
    <AuthFrame
      title={t('session.signIn')}
      slogan={t('session.signInSlogan')}
      below={
        canRegister !== false && (
          <p className={canRegister ? undefined : styles.unknown}>
            {t('session.newHere')}{' '}
            <Link to="/register" state={forwardedSignInState(state)}>
              {t('session.createAccount')}
            </Link>
          </p>
        )
      }
    >
      <LoginForm />
    </AuthFrame>
  );
}

function LoginForm() {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const sendsMail = useSendsMail();
  const passkeys = canUsePasskeys();

  const missing = (value: string) => (asked && value === '' ? t('rules.fieldRequired') : undefined);

  async function signIn(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    const name = username.trim();
    if (busy || name === '' || password === '') return;
    setBusy(true);
    try {
      const { data } = await call('accounts.login', { body: { username: name, password }, anonymous: true });
      const user = continueSignIn(data);
      if (user) leaveSignIn(navigate, state, user);
    } catch (error) {
      toast.error(failureText(error, t('session.loginFailed')));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={signIn} noValidate>
      <TextField
        label={t('session.username')}
        name="username"
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={missing(username.trim())}
        autoComplete={passkeys ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
      />
      <PasswordField
        label={t('session.password')}
        name="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={missing(password)}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <Button type="submit" block busy={busy}>
        {t('session.signIn')}
      </Button>
      {passkeys && (
        // Without it one signs in by the password.
        <ErrorBoundary instead={null}>
          <Suspense fallback={<Skeleton shape="block" className={styles.ghost} />}>
            <PasskeySignIn />
          </Suspense>
        </ErrorBoundary>
      )}
      {sendsMail && (
        <Link className={styles.aside} to="/forgotten-password" state={state}>
          {t('session.forgotten')}
        </Link>
      )}
    </form>
  );
}
