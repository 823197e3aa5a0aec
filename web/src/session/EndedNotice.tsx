import { useLocation, useNavigate } from 'react-router-dom';
import { type TextKey, useTexts } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { NoticeBar } from '../ui/NoticeBar.tsx';
import { type EndedSession, setEndedSession, useEndedSession } from './ended.ts';
import { pushedSignInState } from './return-to.ts';

const sentences = {
  role: 'session.endedRole',
  password: 'session.endedPassword',
  signedOut: 'session.endedSignedOut',
  expired: 'session.endedExpired',
  deleted: 'session.endedDeleted',
  replaced: 'session.endedReplaced',
  otherTab: 'session.endedOtherTab',
} as const satisfies Record<NonNullable<EndedSession['reason']>, TextKey>;

/** Says why somebody is signed out who has not signed out here, until they sign in again or have read it. */
export default function EndedNotice() {
  const { t } = useTexts();
  const ended = useEndedSession();
  const navigate = useNavigate();
  const here = useLocation();
  if (!ended) return null;
  // An app that is older than its server may be told a reason that it does not know.
  const why = t((ended.reason && sentences[ended.reason]) ?? 'session.endedUnknown');
  const isDeleted = ended.reason === 'deleted';
  return (
    <NoticeBar
      title={t('session.endedTitle')}
      text={isDeleted ? why : `${why} ${t('session.endedKept')}`}
      actions={
        <>
          <Button variant="quiet" size="small" onClick={() => setEndedSession(null)}>
            {t(isDeleted ? 'actions.close' : 'session.notNow')}
          </Button>
          {!isDeleted && here.pathname !== '/login' && (
            <Button size="small" onClick={() => navigate('/login', { state: pushedSignInState() })}>
              {t('session.signIn')}
            </Button>
          )}
        </>
      }
    />
  );
}
