import { Wifi, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { connection } from '../api/connection.ts';
import { useTexts } from '../i18n/language.ts';
import { useStore } from '../ui/store.ts';
import styles from './ConnectionNotice.module.css';

/** How long it is said that the connection is back, in ms. */
const backMs = 4000;

/** Says quietly, at the edge of the header, that the site cannot be reached, and for a moment that it can be again. */
export function ConnectionNotice() {
  const { t } = useTexts();
  const connected = useStore(connection.connected);
  const [wasLost, setWasLost] = useState(false);
  useEffect(() => {
    if (!connected) return setWasLost(true);
    const timer = setTimeout(() => setWasLost(false), backMs);
    return () => clearTimeout(timer);
  }, [connected]);
  const state = connected ? wasLost && 'back' : 'lost';
  // The live region stays while it is empty: what is put into one that has just come is often not read out.
  return (
    <div role="status" className={styles.place} data-connection={state || 'good'}>
      {state && (
        <span className={styles.notice}>
          {state === 'lost' ? <WifiOff size={14} aria-hidden /> : <Wifi size={14} aria-hidden />}
          {t(state === 'lost' ? 'network.lost' : 'network.back')}
        </span>
      )}
    </div>
  );
}
