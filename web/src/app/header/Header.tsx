import { type MouseEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTexts } from '../../i18n/language.ts';
import { pushedSignInState } from '../../session/return-to.ts';
import { useUser } from '../../session/session.ts';
import type { KnownUser } from '../../session/stored-user.ts';
import { useWideLayout } from '../../theme/media-queries.ts';
import { useSite } from '../../theme/site.ts';
import { Button } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Mark.tsx';
import styles from './Header.module.css';
import { NewPost } from './NewPost.tsx';
import {
  ActivityButton,
  FeedButton,
  MessagesButton,
  ProfileButton,
  SettingsButton,
  scrollHomeToTop,
} from './Places.tsx';
import { Rail } from './Rail.tsx';

/**
 * The bar on top of every page: the logo, and what the person who is there may do from anywhere. On wide screens that is the
 * rail at its side, on phones the bar at the foot: both belong to it, wherever they stand.
 */
export function Header() {
  const user = useUser();
  const wide = useWideLayout();
  return (
    <header className={styles.header}>
      <Logo />
      {!user && <SignInButton />}
      {user && wide && <Rail user={user} />}
      {user && !wide && (
        <>
          {user.role === 'admin' && <SettingsButton />}
          <FootBar user={user} />
        </>
      )}
    </header>
  );
}

function Logo() {
  const { t } = useTexts();
  const { name } = useSite();
  const navigate = useNavigate();
  const { pathname } = useLocation();

  function goHome(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (pathname !== '/home') navigate('/home');
    scrollHomeToTop();
  }

  return (
    <a href="/home" className={styles.logo} aria-label={t('shell.toHome')} onClick={goHome}>
      <Mark size="small" />
      <span>{name}</span>
    </a>
  );
}

function SignInButton() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const here = useLocation();
  return (
    <Button
      size="small"
      variant={here.pathname === '/login' ? 'secondary' : 'primary'}
      onClick={() => here.pathname !== '/login' && navigate('/login', { state: pushedSignInState() })}
    >
      {t('shell.signIn')}
    </Button>
  );
}

/** Whether the bar is hidden. Guests have none, and load nothing of it; where it does not come, the bar stays. */
function useHideOnScroll(pathname: string): boolean {
  const [isAway, setAway] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what brings it back
  useEffect(() => setAway(false), [pathname]);
  useEffect(() => {
    const following = import('./hide-on-scroll.ts').then(({ followFinger }) => followFinger(setAway));
    following.catch(() => undefined);
    return () =>
      void following.then(
        (end) => end(),
        () => undefined,
      );
  }, []);
  return isAway;
}

/** What stands at the foot of a phone, within the thumb's reach. It makes way for a keyboard, and for somebody who reads on. */
function FootBar({ user }: { readonly user: KnownUser }) {
  const isAway = useHideOnScroll(useLocation().pathname);
  const isAdmin = user.role === 'admin';
  return (
    <div className={styles.bar} data-foot-bar={isAway ? 'away' : 'here'}>
      <FeedButton />
      <MessagesButton />
      {isAdmin && <NewPost />}
      {isAdmin && <ActivityButton />}
      <ProfileButton user={user} />
    </div>
  );
}
