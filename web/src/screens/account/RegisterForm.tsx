import { limits } from '@duet/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { CallFailure, failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { beginSession } from '../../session/session.ts';
import { siteQuery } from '../../session/site.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField, TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/toast.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { type Codes, createAccount } from './create-account.ts';
import styles from './Form.module.css';
import { isAboutInput, type Registration, registrationFaults } from './registration.ts';

const empty: Registration = { username: '', email: '', password: '', confirmed: '' };

interface RegisterFormProps {
  /** The code of the invitation by which one came. */
  readonly invitation?: string;
  /** The account is made, and waits for an admin's approval. */
  readonly onWaiting?: () => void;
}

/** Makes an account. `?setup=CODE` of the one-time set-up link makes it an admin's. */
export function RegisterForm({ invitation, onWaiting }: RegisterFormProps) {
  const { t } = useTexts();
  const { search } = useLocation();
  const setupCode = new URLSearchParams(search).get('setup');
  const [values, setValues] = useState(empty);
  const [asked, setAsked] = useState(false);
  const { state, register } = useRegister(onWaiting);

  const faults = asked ? registrationFaults(values) : {};
  const field = (name: keyof Registration) => ({
    name,
    value: values[name],
    error: faults[name] && t(faults[name]),
    disabled: state === 'done',
    onChange: (event: ChangeEvent<HTMLInputElement>) => setValues({ ...values, [name]: event.target.value }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    const ready = Object.keys(registrationFaults(values)).length === 0;
    if (ready && state === 'open')
      void register(values, { ...(setupCode && { setupCode }), ...(invitation && { invitation }) });
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {setupCode && <p className={styles.note}>{t('account.setupNote')}</p>}
      <TextField
        {...field('username')}
        label={t('session.username')}
        hint={t('account.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField
        {...field('email')}
        label={t('account.email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...field('password')}
        label={t('session.password')}
        autoComplete="new-password"
        strength
      />
      <PasswordField
        {...field('confirmed')}
        label={t('account.confirmPassword')}
        autoComplete="new-password"
      />
      <Button type="submit" block busy={state !== 'open'}>
        {t('session.createAccount')}
      </Button>
    </form>
  );
}

/** Sends the registration; 2 s after it succeeded the photo comes next, unless the person has gone elsewhere. */
function useRegister(onWaiting?: () => void) {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [state, setState] = useState<'open' | 'sending' | 'done'>('open');

  useEffect(() => {
    if (state !== 'done') return;
    const timer = setTimeout(() => {
      if (['/register', '/join'].includes(location.pathname)) navigate('/setup-profile', { replace: true });
    }, limits.register.redirectMs);
    return () => clearTimeout(timer);
  }, [state, navigate]);

  async function register(typed: Registration, codes: Codes) {
    setState('sending');
    try {
      const session = await createAccount(typed, codes);
      if (!session) return onWaiting?.();
      beginSession(session.token, session.user);
      toast.success(t('account.created'));
      setState('done');
    } catch (error) {
      const sentence = failureText(error, t('network.unexpected'));
      if (isAboutInput(error)) toast.warning(sentence);
      else toast.error(sentence);
      setState('open');
      // Somebody closed the site meanwhile, or what it allows was not known.
      if (error instanceof CallFailure && error.code === 'REGISTRATION_CLOSED')
        await queries.invalidateQueries({ queryKey: siteQuery.queryKey });
    }
  }

  return { state, register };
}

/** After making an account that an admin has to approve. */
export function AwaitingApproval() {
  const { t } = useTexts();
  return (
    <AuthFrame
      title={t('account.waitsTitle')}
      slogan={t('account.waitsSlogan')}
      below={<Link to="/login">{t('session.signIn')}</Link>}
    >
      <p className={styles.note} role="status">
        {t('account.waitsText')}
      </p>
    </AuthFrame>
  );
}
