import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { mediaAddress } from '../api/client.ts';
import { deviceStorage } from '../device/storage.ts';
import { feedKey } from '../device/storage-keys.ts';
import { useTexts } from '../i18n/language.ts';
import { signInState } from '../session/return-to.ts';
import { siteQuery } from '../session/site.ts';
import { useSite } from '../theme/site.ts';
import { Button } from '../ui/Button.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { LanguageChoice } from './account/LanguageChoice.tsx';
import styles from './ClosedSiteScreen.module.css';

/** How often a guest's page looks whether everybody may read by now, in ms. */
const askEveryMs = 30_000;

/** What a guest gets at every address of a site that not everybody reads: its name, its cover, and the way in. */
export default function ClosedSiteScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const here = useLocation();
  const { name, coverUrl, reading, joining } = useSite();
  // Where an answer has just led here, it need not be asked for again.
  useQuery({
    ...siteQuery,
    staleTime: askEveryMs / 2,
    refetchInterval: askEveryMs,
    refetchOnWindowFocus: 'always',
  });
  // What this device kept of the feed while everybody might read it.
  useEffect(() => deviceStorage.remove(feedKey), []);
  const mayJoin = joining === 'open' || joining === 'approval';
  return (
    <Page title={name} ownHeading width="form">
      <div className={styles.closed}>
        {coverUrl ? (
          <img src={mediaAddress(coverUrl)} alt="" className={styles.cover} />
        ) : (
          <Mark size="large" />
        )}
        <h1 className={styles.title}>{name}</h1>
        <p className={styles.text}>
          {t(reading === 'invited' ? 'site.closedInvited' : 'site.closedMembers')}
        </p>
        <Button block onClick={() => navigate('/login', { state: signInState(here) })}>
          {t('session.signIn')}
        </Button>
        {mayJoin && (
          <Link to="/register" state={signInState(here)} className={styles.join}>
            {t('site.closedJoin')}
          </Link>
        )}
        {joining === 'invitation' && <p className={styles.text}>{t('site.closedInvitation')}</p>}
        <LanguageChoice labelHidden />
      </div>
    </Page>
  );
}
