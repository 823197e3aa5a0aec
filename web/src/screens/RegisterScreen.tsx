import { Link, useLocation } from 'react-router-dom';
import { useTexts } from '../i18n/language.ts';
import { passedOn } from '../session/return-to.ts';
import { AuthFrame } from './account/AuthFrame.tsx';
import { RegisterForm } from './account/RegisterForm.tsx';

export default function RegisterScreen() {
  const { t } = useTexts();
  const { state } = useLocation();
  return (
    <AuthFrame
      title={t('session.createAccount')}
      slogan={t('session.createAccountSlogan')}
      below={
        <p>
          {t('session.haveAccount')}{' '}
          <Link to="/login" state={passedOn(state)}>
            {t('session.signIn')}
          </Link>
        </p>
      }
    >
      <RegisterForm />
    </AuthFrame>
  );
}
