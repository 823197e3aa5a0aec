import type { ReactNode } from 'react';
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
