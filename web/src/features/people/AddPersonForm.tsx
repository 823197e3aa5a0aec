import type { PasswordLink as Link, User } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { CallFailure, failureTextOf, isTransient } from '../../api/failure.ts';
import { ruleText, useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './AddPerson.module.css';
import {
  findByUsername,
  type NewPerson,
  newPersonFaults,
  savedNewPerson,
  saveNewPerson,
} from './new-person.ts';
import { PasswordLink } from './PasswordLink.tsx';
import { RoleSelect } from './RoleSelect.tsx';
import { useReloadPeople } from './use-people.ts';

const failures = { failed: 'people.addFailed', errored: 'people.addErrored' } as const;

/** What became of the last try. */
interface Outcome {
  /** What the server says of single fields. */
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string | null;
  /** Somebody of this name is there already, perhaps from a try whose answer was lost. */
  readonly there: User | null;
}

const untried: Outcome = { fields: {}, text: null, there: null };

interface AddPersonFormProps {
  /** The admin who adds. */
  readonly me: string;
  readonly onAdded: (user: User, link: Link) => void;
}

export function AddPersonForm({ me, onAdded }: AddPersonFormProps) {
  const { t } = useTexts();
  const reload = useReloadPeople();
  const [values, setValues] = useState(() => savedNewPerson(me));
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState(untried);
  // A second tap comes before the button is drawn as busy.
  const sending = useRef(false);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  function change(part: Partial<NewPerson>) {
    const next = { ...values, ...part };
    setValues(next);
    saveNewPerson(me, next);
    setOutcome(untried);
  }

  async function add(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (sending.current || Object.keys(newPersonFaults(values)).length > 0) return;
    sending.current = true;
    setBusy(true);
    setOutcome(untried);
    const username = values.username.trim();
    try {
      const body = {
        username,
        email: values.email.trim() || null,
        displayName: values.displayName.trim(),
        role: values.role,
      };
      const { data } = await call('accounts.createUser', { body });
      saveNewPerson(me, { ...values, username: '', displayName: '' });
      if (shown.current) onAdded(data.user, data.passwordLink);
    } catch (error) {
      setOutcome(await outcomeOf(error, username));
    } finally {
      sending.current = false;
      setBusy(false);
      void reload();
    }
  }

  const faults = asked ? newPersonFaults(values) : {};
  const faultOf = (field: 'username' | 'email' | 'displayName') => {
    const key = faults[field];
    return key ? t(ruleText(key)) : outcome.fields[field];
  };
  return (
    <form className={styles.form} onSubmit={add} noValidate>
      <TextField
        label={t('session.username')}
        hint={t('account.usernameHint')}
        name="username"
        value={values.username}
        error={faultOf('username')}
        onChange={(event) => change({ username: event.target.value })}
        maxLength={limits.username.maxChars}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {outcome.there && <AlreadyThere user={outcome.there} me={me} />}
      <TextField
        label={t('profile.name')}
        hint={t('people.nameHint')}
        name="displayName"
        dir="auto"
        value={values.displayName}
        error={faultOf('displayName')}
        onChange={(event) => change({ displayName: event.target.value })}
        autoComplete="off"
      />
      <TextField
        label={t('account.email')}
        hint={t('people.emailHint')}
        name="email"
        type="email"
        value={values.email}
        error={faultOf('email')}
        onChange={(event) => change({ email: event.target.value })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <RoleSelect value={values.role} onChange={(role) => change({ role })} />
      {outcome.text && (
        <p className={styles.fault} role="alert">
          {outcome.text}
        </p>
      )}
      <Button type="submit" block busy={busy}>
        {t('people.addConfirm')}
      </Button>
    </form>
  );
}

/** Where the answer was lost the person may have been added all the same; the server is asked, not guessed at. */
async function outcomeOf(error: unknown, username: string): Promise<Outcome> {
  const fields = error instanceof CallFailure ? error.fields : {};
  const isTaken = error instanceof CallFailure && error.code === 'USERNAME_TAKEN';
  const there = isTaken || isTransient(error) ? await findByUsername(username) : null;
  const told = there !== null || Object.keys(fields).length > 0;
  return { fields, there, text: told ? null : failureTextOf(error, failures) };
}

function AlreadyThere({ user, me }: { readonly user: User; readonly me: string }) {
  const { t } = useTexts();
  const { username } = user;
  return (
    <div className={styles.there} role="status">
      <p>{t(user.deleted ? 'people.thereDeleted' : 'people.there', { username })}</p>
      {user._id !== me && <PasswordLink user={user} />}
    </div>
  );
}
