import type { JobName, JobResult } from '@duet/contract/dashboard/shapes';
import { type PlainKey, useTexts } from '../../i18n/language.ts';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import shared from './Dashboard.module.css';
import stats from './Stats.module.css';
import { useSiteStats } from './Stats.tsx';
import styles from './ViewTracking.module.css';

/** A server that is newer than an installed app may have more jobs. */
const nameOf: Readonly<Record<JobName, PlainKey>> = {
  mediaGarbage: 'dashboard.jobMediaGarbage',
  uploadGarbage: 'dashboard.jobUploadGarbage',
  viewGarbage: 'dashboard.jobViewGarbage',
  conversions: 'dashboard.jobConversions',
  nightlyBackup: 'dashboard.jobNightlyBackup',
  backupTrial: 'dashboard.jobBackupTrial',
  notifications: 'dashboard.jobNotifications',
  mails: 'dashboard.jobMails',
  mailGarbage: 'dashboard.jobMailGarbage',
  digests: 'dashboard.jobDigests',
  passwordRequests: 'dashboard.jobPasswordRequests',
};

/** What the server does by itself, and how the last run of each job ended. It comes last, so that it moves nothing. */
export function BackgroundJobs() {
  const { t } = useTexts();
  const { data } = useSiteStats();
  // A server that an installed app is newer than does not tell of them.
  const jobs = data?.jobs ?? [];
  if (jobs.length === 0) return null;
  return (
    <section className={shared.section} aria-label={t('dashboard.jobs')}>
      <h2>{t('dashboard.jobs')}</h2>
      <div className={styles.card}>
        <dl className={styles.facts}>
          {jobs.map(({ name, last }) => (
            <div key={name} data-job={name}>
              <dt>{name in nameOf ? t(nameOf[name]) : name}</dt>
              {last ? <Last {...last} /> : <dd>{t('dashboard.jobNone')}</dd>}
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Last({ endedAt, durationMs, failed }: NonNullable<JobResult['last']>) {
  const { t, language } = useTexts();
  const [duration, unit] = durationMs < 1000 ? [durationMs, 'millisecond'] : [durationMs / 1000, 'second'];
  const format = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return (
    <dd>
      <span className={failed ? stats.bad : undefined}>
        {t(failed ? 'dashboard.jobFailed' : 'dashboard.jobDone')}
      </span>
      {' · '}
      <TimeAgo value={endedAt} />
      {' · '}
      <span>{new Intl.NumberFormat(language, format).format(duration)}</span>
      {failed && <div>{t('dashboard.backupOther')}</div>}
    </dd>
  );
}
