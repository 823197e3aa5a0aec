import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { call } from '../api/client.ts';
import { failureText } from '../api/failure.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useTexts } from '../i18n/language.ts';
import { siteQuery } from '../session/site.ts';
import { Skeleton } from '../ui/Loading.tsx';
import { AuthFrame } from './account/AuthFrame.tsx';
import form from './account/Form.module.css';
import { AwaitingApproval, RegisterForm } from './account/RegisterForm.tsx';

/** Where an invitation leads: `/join#CODE`. The code never reaches a log; the page greets by the site's name. */
export default function JoinScreen() {
  const { t } = useTexts();
  const code = useLocation().hash.slice(1);
  const name = useQuery(siteQuery).data?.name ?? 'Duet';
  const [waits, setWaits] = useState(false);
  const { data, error } = useQuery({
    queryKey: queryKeys.invitation(code),
    queryFn: async ({ signal }) =>
      (await call('invitations.lookUp', { body: { invitation: code }, signal, anonymous: true })).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // It was good when the form was opened. Joining uses it up and begins a session, and what was asked as a guest is asked again.
  const role = useRef<'user' | 'admin' | null>(null);
  if (data) role.current = data.role;
  if (waits) return <AwaitingApproval />;
  return (
    <AuthFrame
      title={t('account.joinTitle', { name })}
      slogan={
        error && !role.current
          ? undefined
          : t(role.current === 'admin' ? 'account.joinSloganAdmin' : 'account.joinSlogan')
      }
      below={
        <p>
          {t('account.haveAccount')} <Link to="/login">{t('session.signIn')}</Link>
        </p>
      }
    >
      {role.current ? (
        <RegisterForm invitation={code} onWaiting={() => setWaits(true)} />
      ) : error ? (
        <p role="alert">{failureText(error, t('network.unexpected'))}</p>
      ) : (
        <div className={form.form} aria-busy="true">
          {['one', 'two', 'three', 'four'].map((field) => (
            <Skeleton key={field} shape="block" className={form.ghost} />
          ))}
        </div>
      )}
    </AuthFrame>
  );
}
