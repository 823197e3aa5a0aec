import type { User } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { type T, useTexts } from '../../i18n/language.ts';
import { useUserVersion, type VersionConflict } from '../../session/use-user-version.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { PasswordField, TextField } from '../../ui/TextField.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { changeOf } from './change.ts';
import styles from './EditPerson.module.css';
import { nameWithUsername } from './name-with-username.ts';
import { notice } from './notices.ts';
import { PasswordLink } from './PasswordLink.tsx';
import { RoleSelect } from './RoleSelect.tsx';
import { useReloadPeople } from './use-people.ts';

interface EditPersonProps {
  /** Whom to edit; null while the modal is closed. */
  readonly user: User | null;
  readonly onClose: () => void;
}

/** The modal for somebody's display name, new password and role. */
export function EditPerson({ user, onClose }: EditPersonProps) {
  const { t } = useTexts();
  // Who was edited stays to be read while the modal leaves.
  const last = useRef(user);
  const [unsaved, setUnsaved] = useState(false);
  if (user) last.current = user;
  const shown = last.current;
  return (
    <Sheet
      open={user !== null}
      onClose={onClose}
      unsaved={unsaved}
      title={shown ? t('people.editTitle', { username: nameWithUsername(shown) }) : ''}
    >
      {shown && (
        <div className={styles.edit}>
          <EditForm
            key={shown._id}
            user={shown}
            isOpen={user === shown}
            onUnsaved={setUnsaved}
            onClose={onClose}
          />
          <PasswordLink user={shown} />
        </div>
      )}
    </Sheet>
  );
}

interface EditFormProps {
  readonly user: User;
  readonly isOpen: boolean;
  readonly onUnsaved: (unsaved: boolean) => void;
  readonly onClose: () => void;
}

function EditForm({ user, isOpen, onUnsaved, onClose }: EditFormProps) {
  const { t } = useTexts();
  const reload = useReloadPeople();
  const [password, setPassword] = useState('');
  // Null until somebody chooses: the list may be older than what is there.
  const [chosen, setChosen] = useState<User['role'] | null>(null);
  const [typedName, setTypedName] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isSeen = useRef(isOpen);
  useLayoutEffect(() => {
    isSeen.current = isOpen;
    return () => {
      isSeen.current = false;
    };
  }, [isOpen]);
  const person = useUserVersion(user);
  const role = chosen ?? person.version.role;
  const name = typedName ?? person.version.displayName;
  useUnsaved(password !== '' || name !== person.version.displayName, onUnsaved);

  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      const base = await person.load();
      const change = changeOf(base, {
        password,
        role: chosen ?? base.role,
        displayName: typedName ?? base.displayName,
      });
      if (change.kind === 'fault') return notice.danger(t(change.fault));
      if (change.kind === 'none') {
        notice.warning(t('people.noChanges'));
        return onClose();
      }
      const taken = await person.save(change.body, (conflict) => {
        if (!isSeen.current) notice.warning(conflictText(conflict, t));
      });
      if (!taken) return;
      notice.success(
        taken === 'alone' ? t('people.updated') : t('people.updatedRoleToo', { role: t(`people.${taken}`) }),
      );
      onClose();
      await reload();
    } catch (error) {
      notice.failure(error, { failed: 'people.updateFailed', errored: 'people.updateErrored' });
    } finally {
      setBusy(false);
    }
  }

  function leaveTheirs() {
    if (person.conflict?.passwordChanged) setPassword('');
    if (person.conflict?.renamed) setTypedName(null);
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <TextField
        label={t('profile.name')}
        hint={t('people.nameHint')}
        name="displayName"
        dir="auto"
        value={name}
        onChange={(event) => setTypedName(event.target.value)}
        autoComplete="off"
      />
      <PasswordField
        label={t('people.newPassword')}
        hint={t('people.newPasswordHint')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        minLength={limits.password.minChars}
        autoComplete="new-password"
        strength
      />
      <RoleSelect value={role} onChange={setChosen} />
      {person.conflict && (
        <div className={styles.conflict} role="alert">
          <p>{conflictText(person.conflict, t)}</p>
          {(person.conflict.passwordChanged || person.conflict.renamed) && (
            <Button variant="secondary" size="small" onClick={leaveTheirs}>
              {t('people.leaveTheirs')}
            </Button>
          )}
        </div>
      )}
      <Button type="submit" block busy={busy}>
        {t('people.save')}
      </Button>
    </form>
  );
}

/** What somebody else did to the account meanwhile, and how to go on. */
function conflictText({ user, passwordChanged, renamed }: VersionConflict, t: T): string {
  const username = nameWithUsername(user);
  if (user.deleted) return t('people.deletedMeanwhile', { username });
  if (passwordChanged) return t('people.passwordMeanwhile', { username });
  return t(renamed ? 'people.nameMeanwhile' : 'people.restoredMeanwhile', { username });
}
