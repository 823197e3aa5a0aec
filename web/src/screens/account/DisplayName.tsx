import { displayNameFault } from '@duet/contract/accounts/display-name';
import { shownName } from '@duet/contract/accounts/shown-name';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../api/failure.ts';
import { keepText, keptText } from '../../device/kept-text.ts';
import { displayNameKey } from '../../device/storage-keys.ts';
import { useTexts } from '../../i18n/language.ts';
import { ruleText } from '../../i18n/rule.ts';
import { type KnownUser, updateUser } from '../../session/session.ts';
import { useUserVersion } from '../../session/use-user-version.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './Form.module.css';

/** The name under which others see one. What is typed stays on this device until it is saved. */
export function DisplayName({ user }: { readonly user: KnownUser }) {
  const { t } = useTexts();
  const toast = useToast();
  const account = useUserVersion(user);
  const key = displayNameKey(user._id);
  // Null while nothing was typed: what is saved shows.
  const [typed, setTyped] = useState<string | null>(() => keptText(key) || null);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const saved = user.displayName ?? '';
  const name = (typed ?? saved).trim();
  const fault = displayNameFault(name);

  function type(text: string) {
    keepText(key, text);
    setTyped(text);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (fault || busy) return;
    setBusy(true);
    try {
      if (!(await account.save({ displayName: name }))) return;
      updateUser({ displayName: name });
      keepText(key, '');
      // What was typed while it was saved stays.
      setTyped((now) => (now?.trim() === name ? null : now));
      toast.success(t('profile.nameSaved'));
    } catch (error) {
      toast.error(failureText(error, t('profile.nameFailed')));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <TextField
        label={t('profile.name')}
        hint={t('profile.nameHint', { username: user.username })}
        error={asked && fault ? t(ruleText(fault)) : undefined}
        name="displayName"
        dir="auto"
        value={typed ?? saved}
        onChange={(event) => type(event.target.value)}
        autoComplete="name"
        enterKeyHint="done"
      />
      {account.conflict && (
        <p className={styles.fault} role="alert">
          {t('profile.nameMeanwhile', { name: shownName(account.conflict.user) })}
        </p>
      )}
      {name !== saved && (
        <Button type="submit" busy={busy}>
          {t('profile.nameSave')}
        </Button>
      )}
    </form>
  );
}
