import { useMutation } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { call } from '../api/client.ts';
import { failureText } from '../api/failure.ts';
import { retryOnce } from '../api/retry-once.ts';
import { useTexts } from '../i18n/language.ts';
import { useUser } from '../session/session.ts';
import { Button } from '../ui/Button.tsx';
import { AuthFrame } from './account/AuthFrame.tsx';
import styles from './account/Form.module.css';

/** Where the link at the foot of a weekly mail leads. It ends nothing before the button is pressed: programs open links too. */
export default function UnsubscribeScreen() {
  const { t } = useTexts();
  const user = useUser();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const { mutate, isSuccess, isPending, error } = useMutation({
    mutationFn: () => retryOnce(() => call('digest.unsubscribe', { query: { token }, anonymous: true })),
  });
  return (
    <AuthFrame
      title={t(isSuccess ? 'address.unsubscribedTitle' : 'address.unsubscribeTitle')}
      slogan=""
      below={
        user ? (
          <Link to="/profile">{t('address.toProfile')}</Link>
        ) : (
          <Link to="/home">{t('address.toSite')}</Link>
        )
      }
    >
      {isSuccess ? (
        <p className={styles.note} role="status">
          {t('address.unsubscribed')}
        </p>
      ) : (
        <div className={styles.form}>
          <p className={styles.quiet}>{t('address.unsubscribeText')}</p>
          {error && (
            <p className={styles.fault} role="alert">
              {failureText(error, t('address.failed'))}
            </p>
          )}
          <Button block busy={isPending} onClick={() => mutate()}>
            {t('address.unsubscribe')}
          </Button>
        </div>
      )}
    </AuthFrame>
  );
}
