import { MessageCircle, Settings2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { mediaAddress } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { fullDate } from '../../i18n/time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Username } from '../../ui/Username.tsx';
import { useAbout } from '../about/index.ts';
import styles from './PersonHead.module.css';
import type { ShownPerson } from './use-person.ts';

interface PersonHeadProps {
  /** Null while they are loading. */
  readonly person: ShownPerson | null;
  readonly isMe: boolean;
}

/** Photo, names, since when, how many posts, and what one can do: write to them, or change one's own profile. */
export function PersonHead({ person, isMe }: PersonHeadProps) {
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
