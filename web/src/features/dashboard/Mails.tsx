import type { MailStats } from '@duet/contract/dashboard/shapes';
import { type PlainKey, useTexts } from '../../i18n/language.ts';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import shared from './Dashboard.module.css';
import stats from './Stats.module.css';
import { useSiteStats } from './Stats.tsx';
import styles from './ViewTracking.module.css';

const reasons: Readonly<Record<MailStats['failures'][number]['reason'], PlainKey>> = {
  refused: 'dashboard.mailRefused',
  expired: 'dashboard.mailExpired',
  tooOften: 'dashboard.mailTooOften',
  unusable: 'dashboard.mailUnusable',
};

/** The mails of the site that wait, and those that reached nobody. Only where the site sends mail. */
export function Mails() {
  const { t } = useTexts();
  const mail = useSiteStats().data?.mail;
  if (!mail) return null;
  return (
    <section className={shared.section} aria-label={t('dashboard.mail')}>
      <h2>{t('dashboard.mail')}</h2>
      <div className={styles.card}>
        <dl className={styles.facts}>
          <div>
            <dt>{t('dashboard.mailWaiting')}</dt>
            <dd>
              {mail.waiting}
              {mail.oldestWaiting && (
                <>
                  {' · '}
                  <TimeAgo value={mail.oldestWaiting} />
                </>
              )}
            </dd>
          </div>
          <div>
            <dt>{t('dashboard.mailFailed')}</dt>
            <dd className={mail.failed > 0 ? stats.bad : undefined}>{mail.failed}</dd>
          </div>
          {mail.failures.map(({ _id, email, reason, answer, at }) => (
            <div key={_id}>
              <dt>{email}</dt>
              <dd>
                {reason in reasons ? t(reasons[reason]) : reason}
                {' · '}
                <TimeAgo value={at} />
                {answer && <div>{answer}</div>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
