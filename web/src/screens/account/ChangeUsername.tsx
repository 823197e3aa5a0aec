import { usernameFault } from '@duet/contract/accounts/rules';
import { type FormEvent, useState } from 'react';
import { CallFailure, failureText } from '../../api/failure.ts';
import { retryOnce } from '../../api/retry-once.ts';
import { persistedText, persistText } from '../../device/persisted-text.ts';
import { usernameKey } from '../../device/storage-keys.ts';
import { ruleText, useTexts } from '../../i18n/language.ts';
import { callAs } from '../../session/call-as.ts';
import { updateUser } from '../../session/session.ts';
import type { KnownUser } from '../../session/stored-user.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './Form.module.css';

/** Another username, chosen in a sheet. */
export function ChangeUsername({ user }: { readonly user: KnownUser }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('address.changeUsername')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('address.changeUsername')}>
        <UsernameForm user={user} onSaved={() => setOpen(false)} />
      </Sheet>
    </>
  );
}

/** What is typed stays on this device until it is saved. */
function UsernameForm({ user, onSaved }: { readonly user: KnownUser; readonly onSaved: () => void }) {
  const { t } = useTexts();
  const toast = useToast();
  const key = usernameKey(user._id);
  const [typed, setTyped] = useState(() => persistedText(key) || user.username);
  const [asked, setAsked] = useState(false);
  const [taken, setTaken] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const username = typed.trim();
  const fault = usernameFault(username);

  function type(text: string) {
    persistText(key, text);
    setTyped(text);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (fault || busy) return;
    setBusy(true);
    try {
      const attempt = () => callAs(user._id, 'identity.changeUsername', { body: { username } });
      const { data } = await retryOnce(attempt);
      updateUser(user._id, { username: data.user.username });
      persistText(key, '');
      toast.success(t('address.usernameChanged'));
      onSaved();
    } catch (error) {
      if (error instanceof CallFailure && error.code === 'USERNAME_TAKEN') setTaken(username);
      else toast.error(failureText(error, t('address.usernameFailed')));
    } finally {
      setBusy(false);
    }
  }

  const said = taken === username ? 'USERNAME_TAKEN' : asked ? fault : null;
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <p className={styles.quiet}>{t('address.usernameText', { username: user.username })}</p>
      <TextField
        label={t('address.newUsername')}
        name="username"
        value={typed}
        onChange={(event) => type(event.target.value)}
        error={said ? t(ruleText(said)) : undefined}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
      />
      <Button type="submit" block busy={busy} disabled={username === user.username}>
        {t('address.saveUsername')}
      </Button>
    </form>
  );
}
