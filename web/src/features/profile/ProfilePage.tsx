import type { Post } from '@duet/contract/posts/shapes';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { PersonHead } from './PersonHead.tsx';
import { PersonPosts } from './PersonPosts.tsx';
import { usePerson, usePersonPosts } from './use-person.ts';

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
