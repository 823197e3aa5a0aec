import type { Post } from '@duet/contract/posts/shapes';
import { MessageCircle, Settings2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { mediaAddress } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { fullDate } from '../../i18n/time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { Username } from '../../ui/Username.tsx';
import { useAbout } from '../about/index.ts';
import { PersonPosts } from './PersonPosts.tsx';
import styles from './ProfilePage.module.css';
import { type ShownPerson, usePerson, usePersonPosts } from './use-person.ts';

interface ProfilePageProps {
  /** The id of whoever looks. */
  readonly viewer: string;
  readonly id: string;
  readonly onComments: (post: Post) => void;
}

/** A person: who they are, since when, and what they have published. */
export function ProfilePage({ viewer, id, onComments }: ProfilePageProps) {
  const { t } = useTexts();
  const posts = usePersonPosts(viewer, id);
  const { person, isGone, query } = usePerson(viewer, id, posts.posts[0]);
  const refresh = () => Promise.all([query.refetch(), posts.refresh()]);
  const nobody = isGone && !person && posts.isLoaded;
  const failed = query.isError && !isGone && !query.data;
  const title = person?.name ?? t(nobody ? 'profile.nobodyTitle' : 'shell.profile');
  return (
    <Page title={title} titleHidden={!nobody} back onRefresh={refresh}>
      {nobody && <Nobody />}
      {failed && (
        <ErrorState
          message={failureText(query.error, t('posts.profileFailed'))}
          onRetry={() => void refresh()}
          retrying={query.isFetching}
        />
      )}
      {!nobody && !failed && (
        <>
          <PersonHead person={person} isMe={id === viewer} />
          <PersonPosts posts={posts} name={person?.name ?? ''} isMe={id === viewer} onComments={onComments} />
        </>
      )}
    </Page>
  );
}

function Nobody() {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <EmptyState
      title={t('profile.nobodyTitle')}
      text={t('profile.nobodyText')}
      action={<Button onClick={() => navigate('/home')}>{t('actions.goHome')}</Button>}
    />
  );
}

interface PersonHeadProps {
  /** Null while they are loading. */
  readonly person: ShownPerson | null;
  readonly isMe: boolean;
}

/** Photo, names, since when, how many posts, and what one can do: write to them, or change one's own profile. */
function PersonHead({ person, isMe }: PersonHeadProps) {
  const about = useAbout();
  // Nothing moves when it is known whether they lead to the page about the couple.
  if (!person || (about.isPending && about.failureCount === 0)) return <HeadSkeleton />;
  const { name, profilePictureUrl } = person;
  return (
    <section className={styles.head} aria-label={name}>
      <Avatar
        name={name}
        src={profilePictureUrl && mediaAddress(profilePictureUrl)}
        size="huge"
        className={styles.photo}
      />
      <div className={styles.words}>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        <Username of={person} />
        <Facts person={person} />
      </div>
      <HeadAction person={person} isMe={isMe} />
    </section>
  );
}

function Facts({ person: { id, since, postCount, deleted } }: { readonly person: ShownPerson }) {
  const words = useTexts();
  const { t } = words;
  if (deleted) return <p className={styles.fact}>{t('profile.personDeleted')}</p>;
  return (
    <>
      <p className={styles.fact}>{t('profile.memberSince', { date: fullDate(since, words) })}</p>
      <p className={styles.fact}>{t('posts.postCount', { count: postCount ?? 0 })}</p>
      <AboutLink id={id} />
    </>
  );
}

/** Whose site it is leads to the page about them. */
function AboutLink({ id }: Pick<ShownPerson, 'id'>) {
  const { t } = useTexts();
  const { data } = useAbout();
  if (!data?.people.some(({ _id }) => _id === id)) return null;
  return (
    <Link to="/about" className={styles.about}>
      {t('shell.about')}
    </Link>
  );
}

function HeadAction({ person: { id, deleted }, isMe }: { person: ShownPerson; isMe: boolean }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  if (isMe) {
    return (
      <Button
        variant="secondary"
        icon={<Settings2 size={20} aria-hidden />}
        className={styles.action}
        onClick={() => navigate('/profile')}
      >
        {t('profile.edit')}
      </Button>
    );
  }
  if (deleted) return null;
  return (
    <Button
      icon={<MessageCircle size={20} aria-hidden />}
      className={styles.action}
      onClick={() => navigate(`/messages?to=${encodeURIComponent(id)}`)}
    >
      {t('posts.sendMessage')}
    </Button>
  );
}

function HeadSkeleton() {
  const { t } = useTexts();
  return (
    <div className={styles.head} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('profile.loadingPerson')}
      </p>
      <Skeleton shape="circle" className={styles.photo} />
      <div className={styles.words}>
        <Skeleton width="160px" />
        <Skeleton width="200px" />
        <Skeleton width="64px" />
      </div>
    </div>
  );
}
