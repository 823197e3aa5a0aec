import { useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Sheet } from '../../../ui/Sheet.tsx';
import { LinkField } from '../../../ui/TextField.tsx';
import styles from './LinkSheet.module.css';

interface LinkSheetProps {
  readonly url: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The link of a post where the browser lets nobody write to the clipboard: selected, to be copied by hand. */
export default function LinkSheet({ url, open, onClose }: LinkSheetProps) {
  const { t } = useTexts();
  return (
    <Sheet open={open} onClose={onClose} title={t('posts.copyLink')}>
      <Link url={url} />
    </Sheet>
  );
}

function Link({ url }: Pick<LinkSheetProps, 'url'>) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  // The dialog opens in a layout effect, before which nothing in it can have the focus.
  useEffect(() => field.current?.focus(), []);
  return (
    <div className={styles.link}>
      <p>{t('posts.copyByHand')}</p>
      <LinkField ref={field} url={url} label={t('posts.linkOfPost')} />
    </div>
  );
}
