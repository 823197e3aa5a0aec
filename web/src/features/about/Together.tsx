import { useTexts } from '../../i18n/language.ts';
import styles from './AboutPage.module.css';
import { sinceWhen, writtenDay } from './together.ts';

/** Since when they are together: the day, and how long that is. */
export function Together({ since }: { readonly since: string }) {
  const { t, language } = useTexts();
  const long = sinceWhen(since, language, new Date());
  return (
    <p className={styles.together}>
      {t('about.together', { date: writtenDay(since, language) })}
      {long && <span>{long}</span>}
    </p>
  );
}
