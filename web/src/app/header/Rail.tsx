import { Bell, House, LayoutDashboard, MessageCircle, User, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import { NavLink } from 'react-router-dom';
import { useTexts } from '../../i18n/language.ts';
import { useUser } from '../../session/session.ts';
import styles from './Rail.module.css';

interface RailItem {
  readonly to: string;
  readonly label: string;
  readonly Icon: ComponentType<{ 'aria-hidden': boolean }>;
}

/** The slim rail of the wide layout: where one can go; the admins' places below a line. */
export function Rail() {
  const { t } = useTexts();
  const user = useUser();
  // A guest has one place only, and the logo leads there.
  if (!user) return null;
  const own: RailItem[] = [
    { to: '/home', label: t('shell.feed'), Icon: House },
    { to: '/messages', label: t('shell.messages'), Icon: MessageCircle },
    { to: '/profile', label: t('shell.profile'), Icon: User },
  ];
  const admins: RailItem[] = [
    { to: '/admin', label: t('shell.dashboard'), Icon: LayoutDashboard },
    { to: '/admin/activity', label: t('shell.activity'), Icon: Bell },
    { to: '/admin/users', label: t('shell.users'), Icon: Users },
  ];
  return (
    <nav className={styles.rail} aria-label={t('shell.mainNavigation')}>
      <RailList items={own} />
      {user.role === 'admin' && <RailList items={admins} />}
    </nav>
  );
}

function RailList({ items }: { items: readonly RailItem[] }) {
  return (
    <ul>
      {items.map(({ to, label, Icon }) => (
        <li key={to}>
          <NavLink to={to} end>
            <Icon aria-hidden />
            <span>{label}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
