import { WifiOff } from 'lucide-react';
import { useTexts } from '../i18n/language.ts';
import { relativeTime } from '../i18n/time.ts';
import styles from './KeptNotice.module.css';

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
