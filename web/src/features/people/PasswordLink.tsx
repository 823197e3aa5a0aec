import type { User } from '@duet/contract/accounts/shapes';
import { Copy, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { address, call } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { dateAndTime } from '../../i18n/time.ts';
import { Button } from '../../ui/Button.tsx';
import { notice } from './notices.ts';
import styles from './PasswordLink.module.css';

/** On the site's own address, also where the app runs from a phone's storage. The code is never sent to a log. */
const linkOf = (code: string): string =>
  new URL(`/new-password#${code}`, new URL(address('accounts.usePasswordLink'), location.href)).href;

/** Makes a one-time link by which somebody chooses a new password, and shows it once. */
export function PasswordLink({ user }: { readonly user: User }) {
  const words = useTexts();
  const { t } = words;
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<{ url: string; until: string } | null>(null);

  async function make() {
    setBusy(true);
    try {
      const { data } = await call('accounts.makePasswordLink', { params: { id: user._id } });
      setLink({ url: linkOf(data.code), until: data.expires_at });
    } catch (error) {
      notice.failure(error, { failed: 'people.linkFailed', errored: 'people.linkFailed' });
    } finally {
      setBusy(false);
    }
  }

  async function copy(url: string) {
    try {
      await navigator.clipboard.writeText(url);
      notice.success(t('people.copied'));
    } catch {
      // Without the clipboard's leave the link still stands there to be copied by hand.
      document.querySelector<HTMLInputElement>(`.${styles.link}`)?.select();
    }
  }

  if (user.deleted) return null;
  return (
    <section className={styles.section}>
      <h3>{t('people.link')}</h3>
      {link ? (
        <>
          <div className={styles.row}>
            <input
              className={styles.link}
              readOnly
              value={link.url}
              aria-label={t('people.link')}
              onFocus={(event) => event.target.select()}
            />
            <Button variant="secondary" icon={<Copy size={18} aria-hidden />} onClick={() => copy(link.url)}>
              {t('people.copyLink')}
            </Button>
          </div>
          <p>{t('people.linkHint', { username: user.username, date: dateAndTime(link.until, words) })}</p>
        </>
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
