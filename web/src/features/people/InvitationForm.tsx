import { emailFault } from '@duet/contract/accounts/rules';
import type { User } from '@duet/contract/accounts/shapes';
import type { Invitation } from '@duet/contract/joining/shapes';
import { limits } from '@duet/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/language.ts';
import { useSendsMail } from '../../session/site.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import styles from './Invitations.module.css';
import { notice } from './notices.ts';
import { RoleSelect } from './RoleSelect.tsx';

const { defaultUses, maxUses, defaultDays, maxDays, noteChars } = limits.invitation;

/** The number that was typed; null where it is none of those that may be. */
function wholeIn(text: string, max: number): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : null;
}

interface InvitationFormProps {
  readonly onMade: (invitation: Invitation) => void;
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** What a new invitation is: for which role, how many people and how many days, with a note. */
export function InvitationForm({ onMade, onUnsaved }: InvitationFormProps) {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [role, setRole] = useState<User['role']>('user');
  const [uses, setUses] = useState(String(defaultUses));
  const [days, setDays] = useState(String(defaultDays));
  const [note, setNote] = useState('');
  const [email, setEmail] = useState('');
  useUnsaved(note !== '' || email !== '', onUnsaved);
  const sendsMail = useSendsMail();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  // A second tap comes before the button is drawn as busy.
  const sending = useRef(false);
  const wanted = { uses: wholeIn(uses, maxUses), days: wholeIn(days, maxDays) };
  const emailWrong = sendsMail && email.trim() !== '' && emailFault(email.trim()) !== null;
  const faultOf = (number: number | null, max: number) =>
    asked && number === null ? t('people.numberBetween', { max }) : undefined;

  async function make(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (wanted.uses === null || wanted.days === null || emailWrong || sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      const body = { role, uses: wanted.uses, expiresInDays: wanted.days, note, ...(sendsMail && { email }) };
      onMade((await call('invitations.create', { body })).data.invitation);
    } catch (error) {
      notice.failure(error, { failed: 'people.inviteFailed', errored: 'people.inviteErrored' });
    } finally {
      sending.current = false;
      setBusy(false);
      // Where the answer was lost it may be there, to be revoked.
      void queries.invalidateQueries({ queryKey: queryKeys.invitations });
    }
  }

  return (
    <form className={styles.form} onSubmit={make} noValidate>
      <p className={styles.text}>{t('people.inviteText')}</p>
      <RoleSelect value={role} onChange={setRole} />
      <div className={styles.numbers}>
        <TextField
          label={t('people.inviteUses')}
          type="number"
          inputMode="numeric"
          min={1}
          max={maxUses}
          value={uses}
          error={faultOf(wanted.uses, maxUses)}
          onChange={(event) => setUses(event.target.value)}
        />
        <TextField
          label={t('people.inviteDays')}
          type="number"
          inputMode="numeric"
          min={1}
          max={maxDays}
          value={days}
          error={faultOf(wanted.days, maxDays)}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      {sendsMail && (
        <TextField
          label={t('people.inviteMail')}
          hint={t('people.inviteMailHint')}
          error={asked && emailWrong ? t('rules.emailInvalid') : undefined}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <TextField
        label={t('people.inviteNote')}
        hint={t('people.inviteNoteHint')}
        value={note}
        maxLength={noteChars}
        dir="auto"
        onChange={(event) => setNote(event.target.value)}
        autoComplete="off"
      />
      <Button type="submit" block busy={busy}>
        {t('people.makeLink')}
      </Button>
    </form>
  );
}
