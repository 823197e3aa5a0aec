import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { bearer } from '../../api/bearer.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { untilGone } from '../../api/retry-once.ts';
import { useTexts } from '../../i18n/language.ts';
import { leaveSession } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Section.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { PasswordField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './Form.module.css';

/** Deletes one's own account, after the password was given once more. */
export function DeleteAccount() {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <Section title={t('profile.deleteTitle')}>
      <p className={styles.quiet}>{t('profile.deleteText')}</p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('profile.delete')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('profile.deleteTitle')}>
        <DeleteForm />
      </Sheet>
    </Section>
  );
}

function DeleteForm() {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);

  async function deleteMe(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (password === '' || busy) return;
    setBusy(true);
    try {
      // The token dies with the account: sent by hand, so that a second try is told so and not taken for a guest's.
      const token = bearer.token() ?? '';
      const deleteIt = () => call('accounts.deleteMe', { body: { password }, token });
      await untilGone(deleteIt, 'SESSION_ENDED', 'deleted');
      leaveSession('deleted');
      navigate('/home', { replace: true });
      toast.success(t('profile.deleted'));
    } catch (error) {
      toast.error(failureText(error, t('network.unexpected')));
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={deleteMe} noValidate>
      <p className={styles.quiet}>{t('profile.deleteWarning')}</p>
      <PasswordField
        label={t('session.password')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={asked && password === '' ? t('rules.fieldRequired') : undefined}
        autoComplete="current-password"
      />
      <Button type="submit" variant="danger" block busy={busy}>
        {t('profile.delete')}
      </Button>
    </form>
  );
}
