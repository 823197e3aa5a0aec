import { shownName } from '@duet/contract/accounts/shown-name';
import { limits } from '@duet/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Bell, House, MessageCircle, Settings, Users } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { call, mediaAddress } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/language.ts';
import { useIsAdmin, useUser } from '../../session/session.ts';
import type { KnownUser } from '../../session/stored-user.ts';
import { prefersReducedMotion } from '../../theme/media-queries.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

interface PlaceProps {
  readonly to: string;
  readonly label: string;
  readonly count?: number;
  readonly children: ReactNode;
}

/** Leads to one place of the app, and says whether one is there. */
function Place({ to, label, count, children }: PlaceProps) {
  const navigate = useNavigate();
  const isHere = useLocation().pathname === to;
  return (
    <IconButton
      label={label}
      {...(count !== undefined && { count })}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={() => {
        if (!isHere) navigate(to);
        if (to === '/home') scrollHomeToTop();
      }}
    >
      {children}
    </IconButton>
  );
}

export function FeedButton() {
  const { t } = useTexts();
  return (
    <Place to="/home" label={t('shell.feed')}>
      <House aria-hidden />
    </Place>
  );
}

export function MessagesButton() {
  const { t } = useTexts();
  const count = useUnreadMessages();
  const label = count > 0 ? t('shell.messagesUnread', { count }) : t('shell.messages');
  return (
    <Place to="/messages" label={label} count={count}>
      <MessageCircle aria-hidden />
    </Place>
  );
}

/** For admins. */
export function ActivityButton() {
  const { t } = useTexts();
  const count = useUnreadActivity();
  const label = count > 0 ? t('shell.activityUnread', { count }) : t('shell.activity');
  return (
    <Place to="/admin/activity" label={label} count={count}>
      <Bell aria-hidden />
    </Place>
  );
}

/** For admins: the dashboard. */
export function SettingsButton() {
  const { t } = useTexts();
  return (
    <Place to="/admin" label={t('shell.settings')}>
      <Settings aria-hidden />
    </Place>
  );
}

/** For admins. */
export function UsersButton() {
  const { t } = useTexts();
  return (
    <Place to="/admin/users" label={t('shell.users')}>
      <Users aria-hidden />
    </Place>
  );
}

export function ProfileButton({ user }: { readonly user: KnownUser }) {
  const { t } = useTexts();
  return (
    <Place to="/profile" label={t('shell.profile')}>
      <Avatar
        name={shownName(user)}
        src={user.profilePictureUrl && mediaAddress(user.profilePictureUrl)}
        size="small"
      />
    </Place>
  );
}

/** Unread messages: asked every 15 s while the page is seen, on coming back, never twice within 3 s. */
function useUnreadMessages(): number {
  const { data = 0 } = useQuery({
    queryKey: queryKeys.unreadMessages,
    queryFn: async ({ signal }) => (await call('messages.unreadCount', { signal })).data.unreadCount,
    enabled: useUser() !== null,
    refetchInterval: limits.messages.pollMs,
    refetchOnWindowFocus: true,
    staleTime: limits.messages.minRefreshMs,
  });
  return data;
}

/** Unread activity and open reports: asked every 234 s, for admins only, and when it was marked as read. */
function useUnreadActivity(): number {
  const isAdmin = useIsAdmin();
  const { data = 0, refetch } = useQuery({
    queryKey: queryKeys.unreadActivity,
    queryFn: async ({ signal }) => (await call('activity.unreadCount', { signal })).data.unreadCount,
    enabled: isAdmin,
    refetchInterval: limits.activity.pollMs,
    refetchOnWindowFocus: true,
    staleTime: limits.activity.throttleMs,
  });
  useEffect(() => {
    if (!isAdmin) return;
    const refresh = () => void refetch();
    addEventListener('activityMarkedRead', refresh);
    return () => removeEventListener('activityMarkedRead', refresh);
  }, [isAdmin, refetch]);
  return isAdmin ? data : 0;
}

/** Scrolls the feed, where it stands in the document, to its top. */
export function scrollHomeToTop(): void {
  const content = document.querySelector('[data-route="/home"] main');
  const still = prefersReducedMotion();
  content?.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' });
}
