import type { About } from '@duet/contract/about/shapes';
import { shownName } from '@duet/contract/accounts/shown-name';
import { PencilLine } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { mediaAddress } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { listFormat } from '../../i18n/formats.ts';
import { useTexts } from '../../i18n/language.ts';
import { loginPrompt } from '../../session/LoginPrompt.tsx';
import { useIsAdmin, useUser } from '../../session/session.ts';
import { useSite } from '../../theme/site.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { RichHtml } from '../posts/index.ts';
import styles from './AboutPage.module.css';
import { Cover } from './Cover.tsx';
import { formatDay, timeSince } from './calendar-day.ts';
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
  const long = timeSince(since, language, new Date());
  return (
    <p className={styles.together}>
      {t('about.together', { date: formatDay(since, language) })}
      {long && <span>{long}</span>}
    </p>
  );
}

type Host = About['people'][number];

/** Photos and names of those whose site it is, 'Ana and Dan'; each leads to their page. */
function Hosts({ people }: Pick<About, 'people'>) {
  const { language } = useTexts();
  const names = people.map(shownName);
  let at = 0;
  return (
    <>
      <div className={styles.photos}>
        {people.map((person) => (
          <ToPerson key={person._id} person={person} decoration>
            <Avatar
              name={shownName(person)}
              src={person.profilePictureUrl && mediaAddress(person.profilePictureUrl)}
              size="huge"
              className={styles.photo}
            />
          </ToPerson>
        ))}
      </div>
      <h2 className={styles.names}>
        {listFormat(language)
          .formatToParts(names)
          .map(({ type, value }, index) => {
            const person = type === 'element' ? people[at++] : undefined;
            // biome-ignore lint/suspicious/noArrayIndexKey: the words between names have no other name
            if (!person) return <span key={index}>{value}</span>;
            return (
              <ToPerson key={person._id} person={person}>
                <bdi>{value}</bdi>
              </ToPerson>
            );
          })}
      </h2>
    </>
  );
}

interface ToPersonProps {
  readonly person: Host;
  /** The name beside it leads there as well. */
  readonly decoration?: boolean;
  readonly children: React.ReactNode;
}

/** Leads to a person's page; for guests, who have none to see, it opens the login prompt. */
function ToPerson({ person, decoration, children }: ToPersonProps) {
  const user = useUser();

  function ask(event: MouseEvent) {
    if (user) return;
    event.preventDefault();
    loginPrompt.open('profile');
  }

  return (
    <Link
      to={`/people/${person._id}`}
      className={styles.person}
      onClick={ask}
      {...(decoration && { 'aria-hidden': true, tabIndex: -1 })}
    >
      {children}
    </Link>
  );
}
