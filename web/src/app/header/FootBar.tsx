import { useLocation } from 'react-router-dom';
import type { KnownUser } from '../../session/session.ts';
import styles from './FootBar.module.css';
import { useMakesWay } from './makes-way.ts';
import { NewPost } from './NewPost.tsx';
import { ActivityButton, FeedButton, MessagesButton, ProfileButton } from './Places.tsx';

/** What stands at the foot of a phone, within the thumb's reach. It makes way for a keyboard, and for somebody who reads on. */
export function FootBar({ user }: { readonly user: KnownUser }) {
  const isAway = useMakesWay(useLocation().pathname);
  const isAdmin = user.role === 'admin';
  return (
    <div className={styles.bar} data-foot-bar={isAway ? 'away' : 'here'}>
      <FeedButton />
      <MessagesButton />
      {isAdmin && <NewPost />}
      {isAdmin && <ActivityButton />}
      <ProfileButton user={user} />
    </div>
  );
}
