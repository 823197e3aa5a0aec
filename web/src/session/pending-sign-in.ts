import type { SignedInOrNext } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import { pendingSignInKey } from '../device/storage-keys.ts';
import { createStore, useStore } from '../ui/store.ts';
import { beginSession } from './session.ts';
import type { KnownUser } from './stored-user.ts';

/** A sign-in that was right so far and waits for its second step. */
export interface PendingSignIn {
  readonly token: string;
  /** When it began by this device's clock, in ms: the server's may be another. */
  readonly since: number;
  /** What it can be ended with. */
  readonly by: 'code' | 'passkey' | 'either';
}

const isFresh = ({ since }: Pick<PendingSignIn, 'since'>): boolean => {
  const age = Date.now() - since;
  return age >= 0 && age < limits.secondStep.signInMs;
};

/** In the tab, so that a reload goes on with it. */
function kept(): PendingSignIn | null {
  try {
    const stored: Partial<PendingSignIn> = JSON.parse(sessionStorage.getItem(pendingSignInKey) ?? '{}');
    const { token, since, by = 'code' } = stored;
    if (typeof token !== 'string' || typeof since !== 'number') return null;
    return isFresh({ since }) ? { token, since, by } : null;
  } catch {
    // The tab may keep nothing, or what it kept is damaged.
    return null;
  }
}

const pending = createStore<PendingSignIn | null>(kept());

/** The sign-in that waits in this tab; null where none does. */
export const usePendingSignIn = (): PendingSignIn | null => useStore(pending);

/** Forgets one that waited too long: who comes back to it signs in anew. */
export function dropStaleSignIn(): void {
  const waiting = pending.get();
  if (waiting && !isFresh(waiting)) setPendingSignIn(null);
}

export function setPendingSignIn(next: PendingSignIn | null): void {
  pending.set(next);
  try {
    if (next) sessionStorage.setItem(pendingSignInKey, JSON.stringify(next));
    else sessionStorage.removeItem(pendingSignInKey);
  } catch {
    // Where a tab may keep nothing, a reload signs in anew.
  }
}

/** Takes up what a sign-in answered: the person, whose session begins; null where /login goes on with the second step. */
export function continueSignIn({ token, user, next, passkeys }: SignedInOrNext): KnownUser | null {
  const by = next === 'passkey' ? 'passkey' : passkeys ? 'either' : 'code';
  setPendingSignIn(user ? null : { token, since: Date.now(), by });
  if (!user) return null;
  beginSession(token, user);
  return user;
}
