import type { ReactNode } from 'react';
import { Mark } from '../../ui/Mark.tsx';
import { Page } from '../../ui/Page.tsx';
import styles from './AuthFrame.module.css';
import { LanguageChoice } from './LanguageChoice.tsx';

interface AuthFrameProps {
  readonly title: string;
  readonly slogan?: string | undefined;
  /** What stands below the card, such as the way to the other form. */
  readonly below: ReactNode;
  readonly children: ReactNode;
}

/** The page around signing in and making an account: the mark, a greeting, a card, and the device's language. */
export function AuthFrame({ title, slogan, below, children }: AuthFrameProps) {
  return (
    <Page title={title} ownHeading width="form">
      <div className={styles.frame}>
        <div className={styles.greeting}>
          <Mark size="large" />
          <h1 className={styles.title}>{title}</h1>
          {slogan && <p className={styles.slogan}>{slogan}</p>}
        </div>
        <div className={styles.card}>{children}</div>
        <div className={styles.below}>{below}</div>
        <div className={styles.language}>
          <LanguageChoice labelHidden />
        </div>
      </div>
    </Page>
  );
}
