import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { CallFailure, failureText } from '../api/failure.ts';
import { useWantedProof } from '../api/proof.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { PasswordField } from '../ui/TextField.tsx';
import styles from './ProofSheet.module.css';
import { canUsePasskeys, passkeyFault, proveByPasskey } from './passkeys.ts';
import { useUser } from './session.ts';

/** The password once more, before something that gives an account away. Closing it leaves everything as it is. */
export default function ProofSheet() {
  const { t } = useTexts();
  const wanted = useWantedProof();
  return (
    <Sheet open={wanted !== null} onClose={() => wanted?.answer(false)} title={t('account.proofTitle')}>
      <ProofForm onProved={() => wanted?.answer(true)} />
    </Sheet>
  );
}

function ProofForm({ onProved }: { readonly onProved: () => void }) {
  const { t } = useTexts();
  const user = useUser();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function prove(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (password === '') return setFault(t('rules.fieldRequired'));
    setBusy(true);
    try {
      await call('accounts.prove', { body: { password } });
      onProved();
    } catch (error) {
      setFault(failureText(error, t('network.unexpected')));
      // What was wrong is typed anew; what was not answered is sent again.
      if (error instanceof CallFailure && error.code === 'WRONG_PASSWORD') setPassword('');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={prove} noValidate>
      <p className={styles.why}>{t('account.proofText')}</p>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
      <PasswordField
        label={t('session.password')}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          setFault(undefined);
        }}
        error={fault}
        autoComplete="current-password"
        // A dialog looks for this when it opens; React's own autoFocus acts before, and in vain.
        ref={(field) => field?.setAttribute('autofocus', '')}
      />
      <Button type="submit" block busy={busy}>
        {t('account.proofConfirm')}
      </Button>
      {canUsePasskeys() && <ProveByPasskey disabled={busy} onProved={onProved} onFault={setFault} />}
    </form>
  );
}

interface ProveByPasskeyProps {
  readonly disabled: boolean;
  readonly onProved: () => void;
  readonly onFault: (sentence: string) => void;
}

/** In place of the password, for those who have one. */
function ProveByPasskey({ disabled, onProved, onFault }: ProveByPasskeyProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: async ({ signal }) => (await call('passkeys.list', { signal })).data.passkeys,
  });
  if (!data?.some(({ cloned_at }) => cloned_at === undefined)) return null;

  async function prove() {
    setBusy(true);
    try {
      await proveByPasskey();
      onProved();
    } catch (error) {
      const fault = passkeyFault(error);
      onFault(fault ? t(`passkeys.${fault}`) : failureText(error, t('network.unexpected')));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="secondary"
      block
      busy={busy}
      disabled={disabled}
      icon={<KeyRound size={20} aria-hidden />}
      onClick={() => void prove()}
    >
      {t('passkeys.use')}
    </Button>
  );
}
