import type { OwnEmail } from '@duet/contract/accounts/identity-shapes';
import { emailFault } from '@duet/contract/accounts/rules';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import { CallFailure, failureText } from '../../../api/failure.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { ruleText, useTexts } from '../../../i18n/language.ts';
import { useSendsMail } from '../../../session/site.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useToast } from '../../../ui/toast.ts';
import { useUnsaved } from '../../../ui/unsaved.ts';
import styles from '../Form.module.css';

interface AddressFormProps {
  readonly onChanged: (now: OwnEmail) => void;
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Asks for another address of one's account. An address is never kept on the device, so what is typed is not either. */
export function AddressForm({ onChanged, onUnsaved }: AddressFormProps) {
  const { t } = useTexts();
  const toast = useToast();
  const sendsMail = useSendsMail();
  const [email, setEmail] = useState('');
  const [asked, setAsked] = useState(false);
  const [taken, setTaken] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const typed = email.trim();
  useUnsaved(typed !== '', onUnsaved);
  const fault = emailFault(typed);

  async function save(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (fault || busy) return;
    setBusy(true);
    try {
      onChanged((await retryOnce(() => call('identity.changeEmail', { body: { email: typed } }))).data);
    } catch (error) {
      if (error instanceof CallFailure && error.code === 'EMAIL_TAKEN') setTaken(typed);
      else toast.error(failureText(error, t('address.failed')));
    } finally {
      setBusy(false);
    }
  }

  const said = taken === typed && taken !== '' ? 'EMAIL_TAKEN' : asked ? fault : null;
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <p className={styles.quiet}>{t(sendsMail ? 'address.changeByLink' : 'address.changeAtOnce')}</p>
      <TextField
        label={t('address.new')}
        name="email"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={said ? t(ruleText(said)) : undefined}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
      />
      <Button type="submit" block busy={busy}>
        {t('address.save')}
      </Button>
    </form>
  );
}
