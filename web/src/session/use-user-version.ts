import type { User, UserConflict } from '@duet/contract/accounts/shapes';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callVersioned } from '../api/client.ts';
import { CallFailure } from '../api/failure.ts';
import { retryOnce } from '../api/retry-once.ts';

/** What can be edited of an account, as it was at some moment. */
interface UserVersion {
  /** The server's name for it (RFC 9110, 8.8.3); null before it is known. */
  readonly tag: string | null;
  readonly role: User['role'];
  readonly displayName: string;
  readonly deleted: boolean;
}

type UserChange = {
  readonly password?: string;
  readonly role?: User['role'];
  readonly displayName?: string;
};

const versionOf = ({ role, displayName, deleted }: User, tag: string | null): UserVersion => ({
  tag,
  role,
  displayName,
  deleted,
});

/** What stopped a save; `renamed` where the display name is another one than the form began with, and was to be changed. */
export type VersionConflict = UserConflict & { readonly renamed: boolean };

/** Changes of others that follow each other while one is being saved: after so many the person is told instead. */
const maxTries = 5;

const conflictOf = (error: unknown): UserConflict | null =>
  error instanceof CallFailure && error.code === 'CHANGED_MEANWHILE'
    ? ((error.answer as { data?: UserConflict }).data ?? null)
    : null;

/**
 * The version of an account that a form changes: asked for when the form opens (`load` answers it, and asks again where
 * that failed); `save` changes it on condition that it is still the present one. What others changed and this save does
 * not touch stays: it answers the role where that was changed, else 'alone'. Where the password or the display name was
 * changed on both sides, or the account was deleted or restored, it answers null and the person decides by `conflict`,
 * which `onConflict` is told of as well, also where the form is gone by then.
 */
export function useUserVersion({
  _id: id,
  role,
  displayName = '',
  deleted,
}: Pick<User, '_id' | 'role' | 'deleted'> & { readonly displayName?: string }) {
  const [version, setVersion] = useState<UserVersion>({ tag: null, role, displayName, deleted });
  const [conflict, setConflict] = useState<VersionConflict | null>(null);
  const newest = useRef<UserVersion | null>(null);
  const loading = useRef<Promise<UserVersion> | null>(null);

  const see = useCallback((seen: UserVersion): UserVersion => {
    newest.current = seen;
    setVersion(seen);
    return seen;
  }, []);

  const load = useCallback((): Promise<UserVersion> => {
    if (newest.current) return Promise.resolve(newest.current);
    const read = async () => {
      const { answer, entityTag } = await callVersioned('accounts.user', { params: { id } });
      const { user } = answer.data;
      const { displayName } = user;
      return see({ tag: entityTag, role: user.role ?? role, displayName, deleted: user.deleted ?? deleted });
    };
    // A save waits for what was asked for as the form opened: asked for once more, it would know what others changed since.
    loading.current ??= read().finally(() => {
      loading.current = null;
    });
    return loading.current;
  }, [id, role, deleted, see]);

  // A failure is told by the save that needs it.
  useEffect(() => void load().catch(() => undefined), [load]);

  async function save(
    body: UserChange,
    onConflict?: (conflict: VersionConflict) => void,
  ): Promise<User['role'] | 'alone' | null> {
    let taken: User['role'] | 'alone' = 'alone';
    for (let tries = 1; ; tries += 1) {
      const base = await load();
      try {
        const options = { params: { id }, body, ifMatch: base.tag };
        const { answer, entityTag } = await retryOnce(() => callVersioned('accounts.changeUser', options));
        const { user } = answer.data;
        see(versionOf(user, entityTag));
        setConflict(null);
        return taken;
      } catch (error) {
        const present = conflictOf(error);
        if (!present || tries === maxTries) throw error;
        const { user, passwordChanged } = present;
        see(versionOf(user, (error as CallFailure).entityTag));
        if (user.role !== base.role) taken = user.role;
        const renamed = body.displayName !== undefined && user.displayName !== base.displayName;
        const rekeyed = body.password !== undefined && passwordChanged;
        if (renamed || rekeyed || user.deleted !== base.deleted) {
          const found = { ...present, renamed };
          setConflict(found);
          onConflict?.(found);
          return null;
        }
      }
    }
  }

  return { version, conflict, load, save };
}
