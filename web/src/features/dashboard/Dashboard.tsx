import { shownName } from '@duet/contract/accounts/shown-name';
import { Activity, FileClock, HardDrive, Palette, ScrollText, Users } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type PlainKey, useTexts } from '../../i18n/language.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { DraftCleanup, MediaCleanup } from '../cleanup/index.ts';
import { BackgroundJobs } from './BackgroundJobs.tsx';
import styles from './Dashboard.module.css';
import { Mails } from './Mails.tsx';
import { Reports } from './Reports.tsx';
import { Stats } from './Stats.tsx';
import { ViewTracking } from './ViewTracking.tsx';

interface DashboardProps {
  readonly onOpenPost: (postId: string) => void;
}

/** What admins find at /admin: how the site is, what they can do, and the comments that wait for them. */
export function Dashboard({ onOpenPost }: DashboardProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const user = useUser();
  return (
    <div className={styles.dashboard}>
      <div className={styles.welcome}>
        <h2>{t('dashboard.welcome', { username: user ? shownName(user) : '' })}</h2>
        <p>{t('dashboard.welcomeText')}</p>
        <Button
          variant="secondary"
          size="small"
          icon={<Palette size={18} aria-hidden />}
          onClick={() => navigate('/admin/site')}
        >
          {t('site.manage')}
        </Button>
      </div>
      <Reports onOpenPost={onOpenPost} />
      <Stats />
      <Features />
      <ViewTracking />
      <Mails />
      <BackgroundJobs />
    </div>
  );
}

interface Feature {
  readonly key: string;
  readonly Icon: ComponentType<{ size: number; 'aria-hidden': boolean }>;
  readonly title: PlainKey;
  readonly text: PlainKey;
  readonly button: PlainKey;
  readonly onPress: () => void;
}

function Features() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [cleaning, setCleaning] = useState<'media' | 'drafts' | null>(null);
  const features: Feature[] = [
    {
      key: 'users',
      Icon: Users,
      title: 'dashboard.usersTitle',
      text: 'dashboard.usersText',
      button: 'dashboard.manageUsers',
      onPress: () => navigate('/admin/users'),
    },
    {
      key: 'activity',
      Icon: Activity,
      title: 'dashboard.activityTitle',
      text: 'dashboard.activityText',
      button: 'dashboard.openActivity',
      onPress: () => navigate('/admin/activity'),
    },
    {
      key: 'audit',
      Icon: ScrollText,
      title: 'dashboard.auditTitle',
      text: 'dashboard.auditText',
      button: 'dashboard.openAudit',
      onPress: () => navigate('/admin/audit'),
    },
    {
      key: 'media',
      Icon: HardDrive,
      title: 'dashboard.mediaTitle',
      text: 'dashboard.mediaText',
      button: 'dashboard.mediaCleanup',
      onPress: () => setCleaning('media'),
    },
    {
      key: 'drafts',
      Icon: FileClock,
      title: 'dashboard.draftsTitle',
      text: 'dashboard.draftsText',
      button: 'dashboard.draftCleanup',
      onPress: () => setCleaning('drafts'),
    },
  ];
  return (
    <section className={styles.section} aria-label={t('dashboard.features')}>
      <h2>{t('dashboard.features')}</h2>
      <ul className={styles.features}>
        {features.map(({ key, Icon, title, text, button, onPress }) => (
          <li key={key}>
            <span className={styles.sign}>
              <Icon size={22} aria-hidden />
            </span>
            <div>
              <h3>{t(title)}</h3>
              <p>{t(text)}</p>
            </div>
            <Button variant="secondary" size="small" onClick={onPress}>
              {t(button)}
            </Button>
          </li>
        ))}
      </ul>
      <MediaCleanup open={cleaning === 'media'} onClose={() => setCleaning(null)} />
      <DraftCleanup open={cleaning === 'drafts'} onClose={() => setCleaning(null)} />
    </section>
  );
}
