import type { User } from '@duet/contract/accounts/shapes';
import { asLanguage } from '../i18n/language.ts';

/** The person as this device keeps them: never with their email. */
export type KnownUser = Omit<User, 'email'> & { readonly email?: string | null };

/**
 * What tells one session's token from another's, beside the person it stands for: tabs write both, and not at once. It gives
 * away 36 of the 256 random bits.
 */
const markOf = (token: string): string => token.slice(-6);

/** The person as they are written down, with the session that they were told by. */
export function userToStore({ email: _, ...user }: KnownUser, token: string | null): object {
  return token === null ? user : { ...user, session: markOf(token) };
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * The person that this device kept, as far as they can be read: what is damaged, or of another version, must not keep the app from
 * starting, since the server tells the rest. Null where it is not even known who it is, and where `token` is that of another session: a tab that
 * had not heard of it may have written last. What versions before wrote names no session.
 */
export function storedUser(value: unknown, token: string | null): KnownUser | null {
  if (typeof value !== 'object' || value === null) return null;
  const { session, ...stored } = value as { readonly [Field in keyof KnownUser | 'session']?: unknown };
  if (token !== null && session !== undefined && session !== markOf(token)) return null;
  if (typeof stored._id !== 'string' || typeof stored.username !== 'string') return null;
  return {
    ...(stored as KnownUser),
    displayName: asText(stored.displayName) ?? '',
    profilePictureUrl: asText(stored.profilePictureUrl),
    language: asLanguage(stored.language),
    role: stored.role === 'admin' ? 'admin' : 'user',
  };
}
