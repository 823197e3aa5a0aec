import type { PasswordLink } from '@duet/contract/accounts/shapes';
import { address } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { dateAndTime } from '../../i18n/time.ts';
import styles from './HandOverLink.module.css';
import { LinkToShare } from './LinkToShare.tsx';

/** On the site's own address, also where the app runs from a phone's storage. The code is never sent to a log. */
const urlOf = (code: string): string =>
  new URL(`/new-password#${code}`, new URL(address('accounts.usePasswordLink'), location.href)).href;

interface HandOverLinkProps {
  readonly username: string;
  readonly link: PasswordLink;
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
