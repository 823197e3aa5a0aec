import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useTexts } from '../i18n/language.ts';
import { forwardedSignInState } from '../session/return-to.ts';
import { siteQuery, useCanRegister } from '../session/site.ts';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Loading.tsx';
import { AuthFrame } from './account/AuthFrame.tsx';
import form from './account/Form.module.css';
import { AwaitingApproval, RegisterForm } from './account/RegisterForm.tsx';

/** /register */
export default function RegisterScreen() {
  const { t } = useTexts();
  const { state, search } = useLocation();
  const [waits, setWaits] = useState(false);
  const joining = useQuery(siteQuery).data?.joining;
  // Whoever has the set-up link may always make the account that it is for.
  const hasSetupCode = new URLSearchParams(search).has('setup');
  const allowed = useCanRegister(!hasSetupCode) || hasSetupCode;
  if (waits) return <AwaitingApproval />;
  if (allowed === false) return <Closed invitation={joining === 'invitation'} />;
  return (
    <AuthFrame
      title={t('session.createAccount')}
      slogan={t(
        joining === 'approval' && !hasSetupCode ? 'account.approvalSlogan' : 'account.createAccountSlogan',
      )}
      below={
        <p>
          {t('account.haveAccount')}{' '}
          <Link to="/login" state={forwardedSignInState(state)}>
            {t('session.signIn')}
          </Link>
        </p>
      }
    >
      {allowed ? <RegisterForm onWaiting={() => setWaits(true)} /> : <Asking />}
    </AuthFrame>
  );
}

/** Until it is known whether accounts are open, in the form's own height. */
function Asking() {
  const { t } = useTexts();
  return (
    <div className={form.form} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('account.asking')}
      </p>
      {['one', 'two', 'three', 'four'].map((field) => (
        <Skeleton key={field} shape="block" className={form.ghost} />
      ))}
    </div>
  );
}

/** Accounts are made by an admin here, or with an invitation. */
function Closed({ invitation }: { readonly invitation: boolean }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <AuthFrame
      title={t('signIn.closedTitle')}
      slogan={t('signIn.closedSlogan')}
      below={<Link to="/home">{t('signIn.closedRead')}</Link>}
    >
      <div className={form.form}>
        <p>{t(invitation ? 'account.invitationOnly' : 'signIn.closedText')}</p>
        <Button block onClick={() => navigate('/login', { state: forwardedSignInState(state) })}>
          {t('session.signIn')}
        </Button>
      </div>
    </AuthFrame>
  );
}
