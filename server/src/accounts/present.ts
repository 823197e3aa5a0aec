import type { User } from '@duet/contract/accounts/shapes';
import { isoTime } from '../platform/iso-time.ts';
import { pictureUrl } from './person.ts';
import type { Account } from './store.ts';

/** A person as they themselves and admins see them. */
export const presentUser = (account: Account): User => ({
  _id: account.id,
  id: account.id,
  username: account.username,
  displayName: account.display_name,
  email: account.email,
  ...(account.email !== null && account.email_verified_at !== null && { emailVerified: true as const }),
  role: account.role,
  language: account.language,
  profilePictureUrl: pictureUrl(account.picture_path),
  created_at: isoTime(account.created_at),
  deleted: account.deleted_at !== null,
  ...(account.waiting_since !== null && { waiting: true as const }),
});

/** A person as another signed-in person sees them; email, role and state are for the person and for admins. */
export const presentProfile = (account: Account, postCount: number, inFull: boolean) => ({
  _id: account.id,
  id: account.id,
  username: account.username,
  displayName: account.display_name,
  profilePictureUrl: pictureUrl(account.picture_path),
  created_at: isoTime(account.created_at),
  postCount,
  ...(inFull && { email: account.email, role: account.role, deleted: account.deleted_at !== null }),
});

/** `disable_for_week` ends by itself: it is over when its time is. */
export function presentPreferences(account: Account, now: number) {
  const until = account.notifications_off_until;
  const off = until !== null && until > now;
  const preferences = {
    notifications_push: account.notifications_push === 1,
    language: account.language,
    disable_for_week: off,
    disabled_until: off ? isoTime(until) : null,
    notifications_posts: account.notifications_posts === 1,
    notifications_text: account.notifications_text === 1,
  };
  return { preferences, ...preferences };
}
