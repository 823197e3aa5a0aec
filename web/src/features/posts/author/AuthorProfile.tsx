import { shownName } from '@duet/contract/accounts/shown-name';
import type { Post } from '@duet/contract/posts/shapes';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { call, mediaAddress } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { fullDate } from '../../../i18n/time.ts';
import { useUser } from '../../../session/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { Username } from '../../../ui/Username.tsx';
import { isWithheld } from '../cache/withheld.ts';
import styles from './AuthorProfile.module.css';

/** Who wrote something, as far as it says so itself. */
export type Author = Pick<Post, 'user_id' | 'username' | 'displayName' | 'profilePictureUrl'>;

interface AuthorProfileProps {
  readonly author: Author;
  readonly onClose: () => void;
}

/** Who somebody is: photo, name, since when they are here, how much they have posted, and a way to write to them. */
export default function AuthorProfile({ author, onClose }: AuthorProfileProps) {
  const words = useTexts();
  const { t } = words;
  const me = useUser();
  const navigate = useNavigate();
  const id = author.user_id;
  const profile = useQuery({
    queryKey: queryKeys.user(me?._id, id),
    queryFn: async ({ signal }) => (await call('accounts.user', { params: { id }, signal })).data.user,
  });
  const { data: user } = profile;
  const page = `/people/${encodeURIComponent(id)}`;
  const photo = user ? user.profilePictureUrl : author.profilePictureUrl;

  if (profile.isError && (!user || isWithheld(profile.error))) {
    return (
      <Sheet open onClose={onClose} title={shownName(author)}>
        <ErrorState
          message={failureText(profile.error, t('posts.profileFailed'))}
          onRetry={() => void profile.refetch()}
          retrying={profile.isFetching}
        />
      </Sheet>
    );
  }
  return (
    <Sheet open onClose={onClose} title={t('shell.profile')}>
      <div className={styles.profile} aria-busy={!user}>
        <Link to={page} onClick={onClose} tabIndex={-1} aria-hidden="true">
          <Avatar name={shownName(user ?? author)} src={photo && mediaAddress(photo)} size="huge" />
        </Link>
        <h3 dir="auto">
          <Link to={page} onClick={onClose}>
            {shownName(user ?? author)}
          </Link>
        </h3>
        <Username of={user ?? author} />
        <p>
          {user ? (
            t('profile.memberSince', { date: fullDate(user.created_at, words) })
          ) : (
            <Skeleton width="160px" />
          )}
        </p>
        <p>
          {user ? (
            <Link to={page} onClick={onClose}>
              {t('posts.postCount', { count: user.postCount ?? 0 })}
            </Link>
          ) : (
            <Skeleton width="64px" />
          )}
        </p>
        {me?._id !== id && (
          <Button
            onClick={() => {
              onClose();
              navigate(`/messages?to=${encodeURIComponent(id)}`);
            }}
          >
            {t('posts.sendMessage')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
