import type { PasswordLink as Link, User } from '@duet/contract/accounts/shapes';
import { shownName } from '@duet/contract/accounts/shown-name';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { address, call } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { dateAndTime } from '../../i18n/time.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './LinkToShare.module.css';
import { LinkToShare } from './LinkToShare.tsx';
import { notice } from './notices.ts';

/** Makes a one-time link by which somebody chooses a new password, and shows it once. */
export function PasswordLink({ user }: { readonly user: User }) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<Link | null>(null);

  async function make() {
    setBusy(true);
    try {
      setLink((await call('accounts.makePasswordLink', { params: { id: user._id } })).data);
    } catch (error) {
      notice.failure(error, { failed: 'people.linkFailed', errored: 'people.linkFailed' });
    } finally {
      setBusy(false);
    }
  }

  if (user.deleted) return null;
  return (
    <section className={styles.section}>
      <h3>{t('people.link')}</h3>
      {link ? (
        <HandOverLink username={shownName(user)} link={link} />
      ) : (
        <>
          <p>{t('people.linkText')}</p>
          <Button variant="secondary" busy={busy} icon={<KeyRound size={18} aria-hidden />} onClick={make}>
            {t('people.makeLink')}
          </Button>
        </>
      )}
    </section>
  );
}

/** On the site's own address, also where the app runs from a phone's storage. The code is never sent to a log. */
const urlOf = (code: string): string =>
  new URL(`/new-password#${code}`, new URL(address('accounts.usePasswordLink'), location.href)).href;

interface HandOverLinkProps {
  readonly username: string;
  readonly link: Link;
}

/** A one-time password link to copy or share, and until when it is good. */
export function HandOverLink({ username, link }: HandOverLinkProps) {
  const words = useTexts();
  const { t } = words;
  return (
    <>
      <LinkToShare url={urlOf(link.code)} label={t('people.link')} text={t('people.linkShared')} />
      <p className={styles.hint}>
        {t('people.linkHint', { username, date: dateAndTime(link.expires_at, words) })}
      </p>
    </>
  );
}
