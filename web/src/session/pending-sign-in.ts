import type { SignedInOrNext } from '@duet/contract/accounts/shapes';
import { pendingSignInKey } from '../device/storage-keys.ts';
import { createStore, useStore } from '../ui/store.ts';
import { beginSession, type KnownUser } from './session.ts';

/** A sign-in that was right so far and waits for its second step. */
export interface PendingSignIn {
  readonly token: string;
  /** ISO 8601: until when the server waits. */
  readonly expiresAt: string;
}

/** In the tab, so that a reload goes on with it. */
function kept(): PendingSignIn | null {
  try {
    const pending: Partial<PendingSignIn> | null = JSON.parse(
      sessionStorage.getItem(pendingSignInKey) ?? 'null',
    );
    const { token, expiresAt } = pending ?? {};
    if (typeof token !== 'string' || typeof expiresAt !== 'string') return null;
    return { token, expiresAt };
  } catch {
    return null;
  }
}

const store = createStore<PendingSignIn | null>(kept());

export const usePendingSignIn = (): PendingSignIn | null => useStore(store);

export function setPendingSignIn(pending: PendingSignIn | null): void {
  store.set(pending);
  try {
    if (pending) sessionStorage.setItem(pendingSignInKey, JSON.stringify(pending));
    else sessionStorage.removeItem(pendingSignInKey);
  } catch {
    // Where a tab may keep nothing, a reload signs in anew.
  }
}

/** Takes up what a right password answered: the person, whose session begins; null where /login goes on with the second step. */
export function takeUpSignIn({ token, user, expires_at }: SignedInOrNext): KnownUser | null {
  if (!user) {
    setPendingSignIn({ token, expiresAt: expires_at ?? '' });
    return null;
  }
  setPendingSignIn(null);
  beginSession(token, user);
  return user;
}
