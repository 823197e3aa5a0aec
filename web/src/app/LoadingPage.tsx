import { IonContent } from '@ionic/react';
import { useTexts } from '../i18n/language.ts';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './LoadingPage.module.css';

/** While it is not known yet who is there, or a screen's code is on its way. */
export function LoadingPage() {
  const { t } = useTexts();
  return (
    <IonContent className={styles.content}>
      <div className={styles.page}>
        <Spinner label={t('shell.loading')} />
      </div>
    </IonContent>
  );
}
