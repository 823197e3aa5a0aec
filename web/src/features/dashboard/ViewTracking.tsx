import { limits } from '@duet/contract/limits';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { type ViewDebug, viewTracker } from '../views/index.ts';
import shared from './Dashboard.module.css';
import styles from './ViewTracking.module.css';

interface Shown extends ViewDebug {
  readonly at: Date;
}

const look = (): Shown => ({ ...viewTracker.debug(), at: new Date() });

/** What this device's tracker of views is doing; looks again every 5 s. */
export function ViewTracking() {
  const { t } = useTexts();
  const [shown, setShown] = useState(look);
  useEffect(() => {
    const timer = setInterval(() => setShown(look()), limits.views.debugEveryMs);
    return () => clearInterval(timer);
  }, []);

  function send() {
    viewTracker.sendAll();
    setShown(look());
  }

  return (
    <section className={shared.section} aria-label={t('dashboard.trackingTitle')}>
      <h2>{t('dashboard.trackingTitle')}</h2>
      <div className={styles.card}>
        <Facts shown={shown} />
        <Button variant="secondary" size="small" disabled={shown.queueSize === 0} onClick={send}>
          {t('dashboard.trackingForce')}
        </Button>
      </div>
    </section>
  );
}

function Facts({ shown }: { readonly shown: Shown }) {
  const { t, language } = useTexts();
  const { queueSize, cacheSize, isProcessing, isAdminUser, currentUser, queuedPosts, recentViews, at } =
    shown;
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' }).format(at);
  return (
    <dl className={styles.facts}>
      <Fact name={t('dashboard.trackingUpdated')} fact="updated">
        <time dateTime={at.toISOString()}>{time}</time>
      </Fact>
      <Fact name={t('dashboard.trackingQueue')} fact="queue">
        {t('dashboard.trackingQueueText', { count: queueSize })}
        {' · '}
        {t(isProcessing ? 'dashboard.trackingProcessing' : 'dashboard.trackingIdle')}
      </Fact>
      <Fact name={t('dashboard.trackingCache')} fact="cache">
        {t('dashboard.trackingCacheText', { count: cacheSize })}
      </Fact>
      <Fact name={t('dashboard.trackingAdmin')} fact="admin">
        {t(isAdminUser ? 'dashboard.trackingAdminOff' : 'dashboard.trackingAdminOn')}
      </Fact>
      <Fact name={t('dashboard.trackingUser')} fact="user">
        {currentUser ?? t('dashboard.trackingGuest')}
      </Fact>
      <Fact name={t('dashboard.trackingQueued')} fact="queued">
        <Posts>
          {queuedPosts.map(({ postId, postType }) => (
            <li key={postId}>
              <code>{postId}</code> {postType}
            </li>
          ))}
        </Posts>
      </Fact>
      <Fact name={t('dashboard.trackingRecent')} fact="recent">
        <Posts>
          {recentViews.map(({ postId, at: seen }) => (
            <li key={postId}>
              <code>{postId}</code> <TimeAgo value={new Date(seen).toISOString()} />
            </li>
          ))}
        </Posts>
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly fact: string;
  readonly children: ReactNode;
}

function Fact({ name, fact, children }: FactProps) {
  return (
    <div data-fact={fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Posts({ children }: { readonly children: readonly ReactNode[] }) {
  const { t } = useTexts();
  return children.length > 0 ? <ul>{children}</ul> : t('dashboard.trackingNone');
}
