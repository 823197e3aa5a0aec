import { shownName } from '@duet/contract/accounts/shown-name';
import { Bell, MessageCircle, Settings } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { mediaAddress } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { arrivingOver } from '../../session/return-to.ts';
import { type KnownUser, useUser } from '../../session/session.ts';
import { useSite } from '../../theme/site.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Mark } from '../../ui/Mark.tsx';
import styles from './Header.module.css';
import { NewPostMenu } from './NewPostMenu.tsx';
import { useUnreadActivity, useUnreadMessages } from './unread.ts';

/** The bar on top of every page: the logo, and what the person who is there may do from anywhere. */
export function Header() {
  const user = useUser();
  return (
    <header className={styles.header}>
      <Logo />
      <div className={styles.actions}>{user ? <SignedInActions user={user} /> : <SignInButton />}</div>
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
      onClick={() => here.pathname !== '/login' && navigate('/login', { state: arrivingOver(here) })}
    >
      {t('shell.signIn')}
    </Button>
  );
}

function SignedInActions({ user }: { user: KnownUser }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const unread = useUnreadMessages();
  return (
    <>
      {user.role === 'admin' && <AdminActions />}
      <IconButton
        label={unread > 0 ? t('shell.messagesUnread', { count: unread }) : t('shell.messages')}
        count={unread}
        active={pathname === '/messages'}
        onClick={() => navigate('/messages')}
      >
        <MessageCircle aria-hidden />
      </IconButton>
      <IconButton label={t('shell.profile')} onClick={() => navigate('/profile')}>
        <Avatar
          name={shownName(user)}
          src={user.profilePictureUrl && mediaAddress(user.profilePictureUrl)}
          size="small"
        />
      </IconButton>
    </>
  );
}

function AdminActions() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const unread = useUnreadActivity();
  return (
    <>
      <NewPostMenu />
      <IconButton
        label={unread > 0 ? t('shell.activityUnread', { count: unread }) : t('shell.activity')}
        count={unread}
        active={pathname === '/admin/activity'}
        onClick={() => navigate('/admin/activity')}
      >
        <Bell aria-hidden />
      </IconButton>
      <IconButton
        label={t('shell.settings')}
        active={pathname === '/admin'}
        onClick={() => navigate('/admin')}
      >
        <Settings aria-hidden />
      </IconButton>
    </>
  );
}

/** Scrolls the feed, where it stands in the document, to its top. */
function scrollHomeToTop(): void {
  const content = document.querySelector('[data-route="/home"] main');
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  content?.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' });
}
