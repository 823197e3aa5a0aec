import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.ts';
import { relativeTime } from '../i18n/time.ts';
import styles from './NoticeBar.module.css';

/** Where notices stand: at the lower edge, and nowhere while somebody writes. */
export function NoticeRegion({ children }: { readonly children: ReactNode }) {
  return <div className={styles.region}>{children}</div>;
}

interface NoticeBarProps {
  readonly title: string;
  readonly text?: string;
  /** One or two buttons. */
  readonly actions: ReactNode;
}

/** Something that can wait, said until one has time for it. */
export function NoticeBar({ title, text, actions }: NoticeBarProps) {
  return (
    <div className={styles.bar} role="status">
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {text && <p>{text}</p>}
      </div>
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}

/** Says of something that was kept for when there is no network that it is not the newest, and of when it is. */
export function KeptNotice({ at }: { readonly at: string }) {
  const words = useTexts();
  return (
    <p className={styles.kept} role="status">
      <WifiOff size={16} aria-hidden />
      {words.t('network.kept', { when: relativeTime(at, words) })}
    </p>
  );
}
