import type { UserConflict } from '@duet/contract/accounts/shapes';
import type { T } from '../../i18n/language.ts';

/** What somebody else did to the account meanwhile, and how to go on. */
export function conflictText({ user, passwordChanged }: UserConflict, t: T): string {
  const { username } = user;
  if (user.deleted) return t('people.deletedMeanwhile', { username });
  return passwordChanged
    ? t('people.passwordMeanwhile', { username })
    : t('people.restoredMeanwhile', { username });
}
