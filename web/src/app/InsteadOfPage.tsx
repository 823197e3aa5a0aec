import { LockKeyhole } from 'lucide-react';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Loading.tsx';
import { Page, PageContent, useGoBack } from '../ui/Page.tsx';
import styles from './InsteadOfPage.module.css';

export type DeniedDetail = 'shell.accessDeniedEdit' | 'shell.accessDeniedDetail';

/** What non-admins see of an admins' route. */
export function AccessDenied({ detail = 'shell.accessDeniedDetail' }: { detail?: DeniedDetail | undefined }) {
  const { t } = useTexts();
  const goBack = useGoBack();
  return (
    <Page title={t('shell.accessDenied')} ownHeading>
      <div className={styles.denied} role="alert">
        <span className={styles.sign}>
          <LockKeyhole size={28} aria-hidden />
        </span>
        <h1>{t('shell.accessDenied')}</h1>
        <p>{t(detail)}</p>
        <Button onClick={goBack}>{t('actions.goBack')}</Button>
      </div>
    </Page>
  );
}

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
