import { displayNameFault } from '@duet/contract/accounts/display-name';
import { shownName } from '@duet/contract/accounts/shown-name';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { mediaAddress } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { persistedText, persistText } from '../../device/persisted-text.ts';
import { displayNameKey } from '../../device/storage-keys.ts';
import { ruleText, useTexts } from '../../i18n/language.ts';
import { fullDate } from '../../i18n/time.ts';
import { updateUser } from '../../session/session.ts';
import type { KnownUser } from '../../session/stored-user.ts';
import { useUserVersion } from '../../session/use-user-version.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/toast.ts';
import { Username } from '../../ui/Username.tsx';
import { ChangeUsername } from './ChangeUsername.tsx';
import form from './Form.module.css';
import styles from './Identity.module.css';
import { PhotoButtons } from './PhotoButtons.tsx';

/** Who one is: photo, name, since when, and the email, which is changed below, among the mails. */
export function Identity({ user }: { user: KnownUser }) {
  const words = useTexts();
  const { t } = words;
  return (
    <section className={styles.identity} aria-label={shownName(user)}>
      <Avatar
        name={shownName(user)}
        src={user.profilePictureUrl && mediaAddress(user.profilePictureUrl)}
        size="huge"
      />
      <div className={styles.name}>
        <p dir="auto">{shownName(user)}</p>
        <Username of={user} />
        <p>{t('profile.memberSince', { date: fullDate(user.created_at, words) })}</p>
        <div className={styles.ways}>
          <Link to={`/people/${user._id}`}>{t('profile.seeOwn')}</Link>
          <Link to="/about">{t('shell.about')}</Link>
        </div>
      </div>
      <PhotoButtons />
      <DisplayName user={user} />
      <ChangeUsername user={user} />
      <TextField
        label={t('profile.email')}
        type="email"
        value={user.email ?? ''}
        placeholder={user.email === null ? t('profile.noEmail') : undefined}
        readOnly
        autoComplete="off"
        className={styles.email}
      />
    </section>
  );
}

/** The name under which others see one. What is typed stays on this device until it is saved. */
function DisplayName({ user }: { readonly user: KnownUser }) {
  const { t } = useTexts();
  const toast = useToast();
  const account = useUserVersion(user);
  const key = displayNameKey(user._id);
  // Null while nothing was typed: what is saved shows.
  const [typed, setTyped] = useState<string | null>(() => persistedText(key) || null);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const saved = user.displayName ?? '';
  const name = (typed ?? saved).trim();
  const fault = displayNameFault(name);

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
      if (!(await account.save({ displayName: name }))) return;
      updateUser(user._id, { displayName: name });
      persistText(key, '');
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
    <form className={form.form} onSubmit={save} noValidate>
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
        <p className={form.fault} role="alert">
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
