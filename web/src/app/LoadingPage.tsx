import { useTexts } from '../i18n/language.ts';
import { Spinner } from '../ui/Loading.tsx';
import { PageContent } from '../ui/Page.tsx';
import styles from './LoadingPage.module.css';

/** While it is not known yet who is there, or a screen's code is on its way. */
export function LoadingPage() {
  const { t } = useTexts();
  return (
    <PageContent>
      <div className={styles.page}>
        <Spinner label={t('shell.loading')} />
      </div>
    </PageContent>
  );
}
