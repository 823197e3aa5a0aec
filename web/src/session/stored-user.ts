import type { User } from '@duet/contract/accounts/shapes';
import { asLanguage } from '../i18n/language.ts';

/** The person as this device keeps them: never with their email. */
export type KnownUser = Omit<User, 'email'> & { readonly email?: string | null };

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * The person that this device kept, as far as they can be read: what is damaged, or of another version, must not keep the app from
 * starting, since the server tells the rest. Null where it is not even known who it is.
 */
export function storedUser(value: unknown): KnownUser | null {
  if (typeof value !== 'object' || value === null) return null;
  const stored = value as { readonly [Field in keyof KnownUser]?: unknown };
  if (typeof stored._id !== 'string' || typeof stored.username !== 'string') return null;
  return {
    ...(stored as KnownUser),
    displayName: asText(stored.displayName) ?? '',
    profilePictureUrl: asText(stored.profilePictureUrl),
    language: asLanguage(stored.language),
    role: stored.role === 'admin' ? 'admin' : 'user',
  };
}
