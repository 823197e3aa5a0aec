import { WifiOff } from 'lucide-react';
import { useTexts } from '../../../i18n/language.ts';
import type { Unsent } from '../thread/thread-state.ts';
import type { ThreadStore } from '../thread/thread-store.ts';
import styles from './Thread.module.css';
import { UnsentBubble } from './UnsentBubble.tsx';

interface OfflineThreadProps {
  readonly unsent: readonly Unsent[];
  readonly store: ThreadStore;
}

/** A conversation that cannot be shown without a network: what is written here meanwhile, and what becomes of it. */
export function OfflineThread({ unsent, store }: OfflineThreadProps) {
  const { t } = useTexts();
  return (
    <div className={styles.thread}>
      <div className={styles.box}>
        <div className={styles.content}>
          <p className={styles.offline} role="status">
            <WifiOff size={16} aria-hidden />
            {t('messages.offline')}
          </p>
          <ol className={styles.list}>
            {unsent.map((one) => (
              <UnsentBubble key={one.clientId} unsent={one} store={store} />
            ))}
          </ol>
        </div>
      </div>
    </div>
  );
}
