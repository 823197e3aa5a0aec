import { Link } from 'react-router-dom';
import { useTexts } from '../../i18n/language.ts';
import { AuthFrame } from './AuthFrame.tsx';
import styles from './Form.module.css';

/** After making an account that an admin has to approve. */
export function AccountWaits() {
  const { t } = useTexts();
  return (
    <AuthFrame
      title={t('account.waitsTitle')}
      slogan={t('account.waitsSlogan')}
      below={<Link to="/login">{t('session.signIn')}</Link>}
    >
      <p className={styles.note} role="status">
        {t('account.waitsText')}
      </p>
    </AuthFrame>
  );
}
