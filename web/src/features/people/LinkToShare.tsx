import { Copy, Share2 } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { native } from '../../native/platform.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { LinkField } from '../../ui/TextField.tsx';
import styles from './LinkToShare.module.css';
import { notice } from './notices.ts';

/** A browser without a share sheet has the clipboard alone, for which there is a button. */
const canShare = (): boolean => native().platform !== 'web' || typeof navigator.share === 'function';

interface LinkToShareProps {
  readonly url: string;
  /** What the link is, for its field. */
  readonly label: string;
  /** What is said beside it where it is shared. */
  readonly text: string;
}

/** A link to copy or to share. */
export function LinkToShare({ url, label, text }: LinkToShareProps) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);

  const copied = () => notice.success(t('people.copied'));
  const select = () => field.current?.select();

  async function share() {
    try {
      const how = await native().share({ text, url });
      if (how === 'copied') copied();
    } catch {
      // The link still stands there to be copied by hand.
      select();
    }
  }

  return (
    <div className={styles.row}>
      <LinkField ref={field} url={url} label={label} />
      <Button
        variant="secondary"
        icon={<Copy size={18} aria-hidden />}
        onClick={() => void copyText(url, copied, select)}
      >
        {t('people.copyLink')}
      </Button>
      {canShare() && (
        <Button variant="secondary" icon={<Share2 size={18} aria-hidden />} onClick={() => void share()}>
          {t('people.shareLink')}
        </Button>
      )}
    </div>
  );
}
