import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { call } from '../api/client.ts';
import { failureText, isUnanswered } from '../api/failure.ts';
import { useTexts } from '../i18n/language.ts';
import { refreshUser, useUser } from '../session/session.ts';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Loading.tsx';
import { AuthFrame } from './account/AuthFrame.tsx';
import styles from './account/Form.module.css';

/** Where the link in a mail leads that verifies an address: `/confirm-email#CODE`. The code never reaches a log. */
export default function ConfirmEmailScreen() {
  const { t } = useTexts();
  const user = useUser();
  const code = useLocation().hash.slice(1);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (given: string) =>
      (await call('identity.confirmEmail', { body: { code: given }, anonymous: true })).data,
    onSuccess: () => void refreshUser(),
  });
  // The link is good once: it is used when the page opens, and again only by the button.
  const used = useRef<string | null>(null);
  useEffect(() => {
    if (used.current === code) return;
    used.current = code;
    mutate(code);
  }, [code, mutate]);
  return (
    <AuthFrame
      title={t(
        data ? 'address.confirmedTitle' : error ? 'address.confirmFailedTitle' : 'address.confirmTitle',
      )}
      slogan=""
      below={
        user ? (
          <Link to="/profile">{t('address.toProfile')}</Link>
        ) : (
          <Link to="/login">{t('session.signIn')}</Link>
        )
      }
    >
      {data ? (
        <p className={styles.note} role="status">
          {t('address.confirmed', { email: data.email })}
        </p>
      ) : error ? (
        <div className={styles.form}>
          <p className={styles.fault} role="alert">
            {failureText(error, t('address.confirmFailed'))}
          </p>
          {isUnanswered(error) && (
            <Button block busy={isPending} onClick={() => mutate(code)}>
              {t('address.confirmAgain')}
            </Button>
          )}
        </div>
      ) : (
        <div aria-busy="true">
          <Skeleton width="80%" />
        </div>
      )}
    </AuthFrame>
  );
}
