import type { User } from '@duet/contract/accounts/shapes';
import { call } from '../../api/client.ts';
import { retryOnce } from '../../api/retry-once.ts';
import { t } from '../../i18n/language.ts';
import { confirm } from '../../ui/confirm.ts';
import { nameWithUsername } from './name-with-username.ts';
import { notice } from './notices.ts';

/** Deletes an account that is active, restores one that is deleted; asks before. Answers whether it was done. */
export async function changeDeleted(user: User): Promise<boolean> {
  const { _id: id, deleted } = user;
  const username = nameWithUsername(user);
  const yes = await confirm(
    deleted
      ? {
          title: t('people.restoreTitle', { username }),
          text: t('people.restoreText'),
          confirmLabel: t('people.restore'),
        }
      : {
          title: t('people.deleteTitle', { username }),
          text: t('people.deleteText'),
          confirmLabel: t('people.delete'),
          danger: true,
        },
  );
  if (!yes) return false;
  try {
    const name = deleted ? 'accounts.restoreUser' : 'accounts.deleteUser';
    await retryOnce(() => call(name, { params: { id } }));
    notice.success(t(deleted ? 'people.restoredDone' : 'people.deletedDone', { username }));
    return true;
  } catch (error) {
    notice.failure(
      error,
      deleted
        ? { failed: 'people.restoreFailed', errored: 'people.restoreErrored' }
        : { failed: 'people.deleteFailed', errored: 'people.deleteErrored' },
    );
    return false;
  }
}
