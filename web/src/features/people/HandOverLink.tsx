import type { PasswordLink } from '@duet/contract/accounts/shapes';
import { Copy, Share2 } from 'lucide-react';
import { useRef } from 'react';
import { address } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { dateAndTime } from '../../i18n/time.ts';
import { native } from '../../native/platform.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './HandOverLink.module.css';
import { notice } from './notices.ts';

/** On the site's own address, also where the app runs from a phone's storage. The code is never sent to a log. */
const urlOf = (code: string): string =>
  new URL(`/new-password#${code}`, new URL(address('accounts.usePasswordLink'), location.href)).href;

/** A browser without a share sheet has the clipboard alone, for which there is a button. */
const canShare = (): boolean => native().platform !== 'web' || typeof navigator.share === 'function';

interface HandOverLinkProps {
  readonly username: string;
  readonly link: PasswordLink;
}

/** A one-time password link to copy or share, and until when it is good. */
export function HandOverLink({ username, link }: HandOverLinkProps) {
  const words = useTexts();
  const { t } = words;
  const field = useRef<HTMLInputElement>(null);
  const url = urlOf(link.code);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      notice.success(t('people.copied'));
    } catch {
      // Without the clipboard's leave the link still stands there to be copied by hand.
      field.current?.select();
    }
  }

  async function share() {
    try {
      const how = await native().share({ text: t('people.linkShared'), url });
      if (how === 'copied') notice.success(t('people.copied'));
    } catch {
      // The link still stands there to be copied by hand.
      field.current?.select();
    }
  }

  return (
    <>
      <div className={styles.row}>
        <input
          ref={field}
          className={styles.link}
          readOnly
          value={url}
          aria-label={t('people.link')}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="secondary" icon={<Copy size={18} aria-hidden />} onClick={() => void copy()}>
          {t('people.copyLink')}
        </Button>
        {canShare() && (
          <Button variant="secondary" icon={<Share2 size={18} aria-hidden />} onClick={() => void share()}>
            {t('people.shareLink')}
          </Button>
        )}
      </div>
      <p className={styles.hint}>
        {t('people.linkHint', { username, date: dateAndTime(link.expires_at, words) })}
      </p>
    </>
  );
}
