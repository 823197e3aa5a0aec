import { emailFault } from '@duet/contract/accounts/rules';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { call } from '../api/client.ts';
import { failureText } from '../api/failure.ts';
import { type PlainKey, useTexts } from '../i18n/language.ts';
import { siteQuery } from '../session/site.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useToast } from '../ui/toast.ts';
import { AuthFrame } from './account/AuthFrame.tsx';
import styles from './account/Form.module.css';

/** Asks for a link by mail with which a person chooses a new password. It says the same for every address. */
export default function ForgottenPasswordScreen() {
  const { t } = useTexts();
  const { state } = useLocation();
  const { data } = useQuery(siteQuery);
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AuthFrame
      title={t(sentTo === null ? 'signIn.forgottenTitle' : 'signIn.forgottenSentTitle')}
      slogan={sentTo === null && data?.mail !== false ? t('signIn.forgottenSlogan') : ''}
      below={
        <Link to="/login" state={state}>
          {t('signIn.back')}
        </Link>
      }
    >
      {data?.mail === false ? (
        <p>{t('signIn.forgottenNone')}</p>
      ) : sentTo === null ? (
        <EmailForm email={email} onChange={setEmail} onSent={setSentTo} />
      ) : (
        <div className={styles.form}>
          <p className={styles.note} role="status">
            {t('signIn.forgottenSent', { email: sentTo })}
          </p>
          <p className={styles.quiet}>{t('signIn.forgottenSentHint')}</p>
          <Button variant="secondary" block onClick={() => setSentTo(null)}>
            {t('signIn.forgottenAgain')}
          </Button>
        </div>
      )}
    </AuthFrame>
  );
}

interface EmailFormProps {
  readonly email: string;
  readonly onChange: (email: string) => void;
  readonly onSent: (email: string) => void;
}

function EmailForm({ email, onChange, onSent }: EmailFormProps) {
  const { t } = useTexts();
  const toast = useToast();
  const [fault, setFault] = useState<PlainKey | null>(null);
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    const typed = email.trim();
    const found = emailFault(typed);
    setFault(
      found === null ? null : found === 'fieldRequired' ? 'rules.fieldRequired' : 'rules.emailInvalid',
    );
    if (found !== null || busy) return;
    setBusy(true);
    try {
      await call('accounts.forgotten', { body: { email: typed }, anonymous: true });
      onSent(typed);
    } catch (error) {
      toast.error(failureText(error, t('signIn.forgottenFailed')));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <TextField
        label={t('account.email')}
        name="email"
        type="email"
        value={email}
        onChange={(event) => onChange(event.target.value)}
        error={fault ? t(fault) : undefined}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
      />
      <Button type="submit" block busy={busy}>
        {t('signIn.forgottenButton')}
      </Button>
    </form>
  );
}
