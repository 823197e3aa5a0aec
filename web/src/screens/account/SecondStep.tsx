import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { call } from '../../api/client.ts';
import { CallFailure, failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { canUsePasskeys, passkeyFault, signInWithPasskey } from '../../session/passkeys.ts';
import { continueSignIn, type PendingSignIn, setPendingSignIn } from '../../session/pending-sign-in.ts';
import { leaveSignIn } from '../../session/return-to.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/toast.ts';
import { AuthFrame } from './AuthFrame.tsx';
import styles from './Form.module.css';

/** Ends a sign-in: the code of the authenticator app, or a recovery code. */
export default function SecondStep({ pending }: { readonly pending: PendingSignIn }) {
  const { t } = useTexts();
  return (
    <AuthFrame
      title={t('signIn.title')}
      slogan={t(pending.by === 'passkey' ? 'passkeys.secondStep' : 'signIn.slogan')}
      below={
        <Button variant="quiet" onClick={() => setPendingSignIn(null)}>
          {t('signIn.back')}
        </Button>
      }
    >
      {pending.by !== 'passkey' && <CodeForm pending={pending} />}
      {pending.by !== 'code' && <PasskeyStep pending={pending} />}
    </AuthFrame>
  );
}

const digitsAlone = {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  pattern: '[0-9 ]*',
} as const;

function CodeForm({ pending }: { readonly pending: PendingSignIn }) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const [recovers, setRecovers] = useState(false);
  const [fault, setFault] = useState<string>();
  const { send, busy } = useSecondStep(pending, setFault, () => setCode(''));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() === '') return setFault(t('rules.fieldRequired'));
    void send(code);
  }

  function swap() {
    setRecovers(!recovers);
    setCode('');
    setFault(undefined);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        // Another field, so that a phone shows the keyboard of the new one.
        key={String(recovers)}
        label={t(recovers ? 'signIn.recoveryCode' : 'signIn.code')}
        hint={t(recovers ? 'signIn.recoveryHint' : 'signIn.codeHint')}
        name="code"
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setFault(undefined);
        }}
        error={fault}
        {...(recovers ? { autoComplete: 'off' } : digitsAlone)}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        autoFocus
      />
      <Button type="submit" block busy={busy}>
        {t('signIn.continue')}
      </Button>
      <Button variant="quiet" block disabled={busy} onClick={swap}>
        {t(recovers ? 'signIn.useApp' : 'signIn.useRecovery')}
      </Button>
    </form>
  );
}

/** Ends a sign-in with a passkey, in place of the code or where there is none. */
function PasskeyStep({ pending: { token, by } }: { readonly pending: PendingSignIn }) {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [busy, setBusy] = useState(false);
  if (!canUsePasskeys()) return by === 'passkey' ? <p>{t('passkeys.unsupported')}</p> : null;

  async function send() {
    setBusy(true);
    try {
      const user = continueSignIn(await signInWithPasskey(token));
      if (user) leaveSignIn(navigate, state, user);
    } catch (error) {
      const fault = passkeyFault(error);
      const isOver = error instanceof CallFailure && error.code === 'SIGN_IN_OVER';
      toast.warning(fault ? t(`passkeys.${fault}`) : failureText(error, t('network.unexpected')));
      if (isOver) setPendingSignIn(null);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant={by === 'passkey' ? 'primary' : 'secondary'}
      block
      busy={busy}
      icon={<KeyRound size={20} aria-hidden />}
      onClick={() => void send()}
    >
      {t('passkeys.use')}
    </Button>
  );
}

/** Sends a code. A wrong one is typed anew; what was not answered stays to be sent again. */
function useSecondStep(
  { token }: PendingSignIn,
  onFault: (sentence: string) => void,
  onWrong: () => void,
): { readonly send: (code: string) => Promise<void>; readonly busy: boolean } {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [busy, setBusy] = useState(false);

  async function send(code: string) {
    if (busy) return;
    setBusy(true);
    try {
      const { data } = await call('totp.signIn', { body: { token, code }, anonymous: true });
      const user = continueSignIn(data);
      if (user) leaveSignIn(navigate, state, user);
    } catch (error) {
      const is = (expected: string) => error instanceof CallFailure && error.code === expected;
      if (is('SIGN_IN_OVER')) {
        toast.warning(failureText(error, t('signIn.over')));
        return setPendingSignIn(null);
      }
      if (is('SECOND_STEP_FAILED')) onWrong();
      onFault(failureText(error, t('network.unexpected')));
    } finally {
      setBusy(false);
    }
  }

  return { send, busy };
}
