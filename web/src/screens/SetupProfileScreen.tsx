import { shownName } from '@duet/contract/accounts/shown-name';
import { limits } from '@duet/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mediaAddress } from '../api/client.ts';
import { useTexts } from '../i18n/language.ts';
import { forgetWanted, wantedPath } from '../session/return-to.ts';
import { useUser } from '../session/session.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { PhotoButtons } from './account/PhotoButtons.tsx';
import styles from './SetupProfileScreen.module.css';

/** The step after registration: a photo, or not now. */
export default function SetupProfileScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const user = useUser();
  const [saved, setSaved] = useState(false);

  const goOn = useRef<() => void>(() => undefined);
  goOn.current = () => {
    const to = (user && wantedPath(user)) ?? '/';
    forgetWanted();
    navigate(to, { replace: true });
  };

  useEffect(() => {
    if (!saved) return;
    // Who has gone elsewhere meanwhile stays there.
    const timer = setTimeout(
      () => location.pathname === '/setup-profile' && goOn.current(),
      limits.setupProfile.redirectMs,
    );
    return () => clearTimeout(timer);
  }, [saved]);

  if (!user) return null;
  const title = t('profile.setupTitle', { username: shownName(user) });
  return (
    <Page title={title} ownHeading width="form">
      <div className={styles.setup}>
        <Avatar
          name={shownName(user)}
          src={user.profilePictureUrl && mediaAddress(user.profilePictureUrl)}
          size="huge"
        />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{t('profile.setupText')}</p>
        <PhotoButtons disabled={saved} onSaved={() => setSaved(true)} />
        <Button variant="quiet" disabled={saved} onClick={() => goOn.current()}>
          {t('profile.setupSkip')}
        </Button>
      </div>
    </Page>
  );
}
