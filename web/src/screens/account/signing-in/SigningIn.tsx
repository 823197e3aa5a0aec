import { useTexts } from '../../../i18n/language.ts';
import { Section } from '../Section.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { Passkeys } from './Passkeys.tsx';

/** How one shows that it is oneself, beside the password. */
export function SigningIn({ username }: { readonly username: string }) {
  const { t } = useTexts();
  return (
    <Section title={t('signIn.section')}>
      <AuthenticatorApp username={username} />
      <Passkeys />
    </Section>
  );
}
