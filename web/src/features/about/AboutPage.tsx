import type { About } from '@duet/contract/about/shapes';
import { PencilLine } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { useIsAdmin } from '../../session/session.ts';
import { useSite } from '../../theme/site.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RichHtml } from '../posts/index.ts';
import styles from './AboutPage.module.css';
import { Cover } from './Cover.tsx';
import { Hosts } from './Hosts.tsx';
import { sinceWhen, writtenDay } from './together.ts';
import { useAbout, usePostsSince, useSiteLine } from './use-about.ts';
import { Years } from './Years.tsx';

/** Whose site it is: their names and photos, since when they are together, and what they tell of themselves. */
export function AboutPage() {
  const { t } = useTexts();
  const about = useAbout();
  return (
    <Page title={t('shell.about')} titleHidden back end={<EditButton />} onRefresh={() => about.refetch()}>
      {about.data && <Shown about={about.data} />}
      {!about.data && about.isError && (
        <ErrorState
          message={failureText(about.error, t('about.loadFailed'))}
          onRetry={() => void about.refetch()}
          retrying={about.isFetching}
        />
      )}
      {!about.data && !about.isError && <Loading />}
    </Page>
  );
}

function EditButton() {
  const { t } = useTexts();
  const navigate = useNavigate();
  if (!useIsAdmin()) return null;
  return (
    <IconButton label={t('about.edit')} className={styles.edit} onClick={() => navigate('/about/edit')}>
      <PencilLine aria-hidden />
    </IconButton>
  );
}

function Shown({ about: { people, story, since } }: { readonly about: About }) {
  const { coverUrl } = useSite();
  const line = useSiteLine();
  return (
    <div className={styles.about}>
      {coverUrl && <Cover key={coverUrl} url={coverUrl} className={styles.cover} />}
      <Hosts people={people} />
      {line && (
        <p className={styles.line} dir="auto">
          {line}
        </p>
      )}
      {since && <Together since={since} />}
      {story === '' ? (
        <NoStory />
      ) : (
        <div className={styles.story}>
          <RichHtml html={story} />
        </div>
      )}
      <PostsSince />
      <Years />
    </div>
  );
}

/** For those who may write one; to others the page is whole without. */
function NoStory() {
  const { t } = useTexts();
  const navigate = useNavigate();
  if (!useIsAdmin()) return null;
  return (
    <section className={styles.invitation}>
      <h2>{t('about.emptyTitle')}</h2>
      <p>{t('about.emptyText')}</p>
      <Button onClick={() => navigate('/about/edit')}>{t('about.write')}</Button>
    </section>
  );
}

function Loading() {
  const { t } = useTexts();
  return (
    <div className={styles.about} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('about.loading')}
      </p>
      <Skeleton shape="block" className={styles.cover} />
      <div className={styles.ghosts}>
        <Skeleton width="240px" />
        <Skeleton width="180px" />
      </div>
    </div>
  );
}

/** How many posts there are and since when; leads to them. */
function PostsSince() {
  const { t } = useTexts();
  const posts = usePostsSince();
  if (!posts) return null;
  return (
    <Link to="/home" className={styles.posts}>
      {t('site.postsSince', posts)}
    </Link>
  );
}

/** Since when they are together: the day, and how long that is. */
function Together({ since }: { readonly since: string }) {
  const { t, language } = useTexts();
  const long = sinceWhen(since, language, new Date());
  return (
    <p className={styles.together}>
      {t('about.together', { date: writtenDay(since, language) })}
      {long && <span>{long}</span>}
    </p>
  );
}
