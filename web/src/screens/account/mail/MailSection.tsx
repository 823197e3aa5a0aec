import { useTexts } from '../../../i18n/language.ts';
import type { KnownUser } from '../../../session/session.ts';
import { useSendsMail } from '../../../session/site.ts';
import { Section } from '../Section.tsx';
import { OwnAddress } from './OwnAddress.tsx';
import { WeeklyMail } from './WeeklyMail.tsx';

/** One's address, and what is mailed to it. */
export function MailSection({ user }: { readonly user: KnownUser }) {
  const { t } = useTexts();
  const sendsMail = useSendsMail();
  return (
    <Section title={t('address.title')}>
      <OwnAddress user={user} />
      {sendsMail && <WeeklyMail user={user} />}
    </Section>
  );
}
