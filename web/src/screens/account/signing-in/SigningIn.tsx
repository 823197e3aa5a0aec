import { ShieldAlert } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../../i18n/language.ts';
import { refreshUser } from '../../../session/session.ts';
import { Section } from '../../../ui/Section.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { Passkeys } from './Passkeys.tsx';
import styles from './SigningIn.module.css';

interface SigningInProps {
  readonly username: string;
  /** The person is an admin and has to set up a second step. */
  readonly needed: boolean;
  /** Where to go once it is set up; null to stay. */
  readonly from: string | null;
}

/** How one shows that it is oneself, beside the password. */
export function SigningIn({ username, needed, from }: SigningInProps) {
  const { t } = useTexts();
  const navigate = useNavigate();

  async function goOn() {
    if (needed) await refreshUser();
    if (from && location.pathname === '/profile') navigate(from, { replace: true });
  }

  return (
    <Section title={t('signIn.section')}>
      {(needed || from) && (
        <p className={styles.needed} role="status">
          <ShieldAlert size={20} aria-hidden />
          {t(needed ? 'signIn.needed' : 'signIn.neededFirst')}
        </p>
      )}
      <AuthenticatorApp username={username} onSetUp={() => void goOn()} />
      <Passkeys onAdded={() => void goOn()} />
    </Section>
  );
}
