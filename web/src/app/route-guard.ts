import type { Session } from '../session/session.ts';
import type { AppRoute } from './routes.tsx';

type GuardDecision =
  | { readonly kind: 'wait' }
  | { readonly kind: 'enter' }
  /** A guest where not everybody reads. */
  | { readonly kind: 'closed' }
  /** Sent away after limits.guard.redirectMs. */
  | {
      readonly kind: 'away';
      readonly to: '/home' | '/login' | '/profile';
      readonly shows: 'denied' | 'nothing';
    };

type Guarded = Pick<AppRoute, 'access' | 'guestsTo' | 'openToGuests'>;

const enter: GuardDecision = { kind: 'enter' };

/** Whether somebody may enter a route (product.md §2, Guards). */
export function guardRoute(
  { access, guestsTo, openToGuests }: Guarded,
  { status, user }: Session,
  open = true,
): GuardDecision {
  if (access === 'all') {
    if (open || openToGuests || user) return enter;
    return { kind: status === 'loading' ? 'wait' : 'closed' };
  }
  if (status === 'loading') return { kind: 'wait' };
  if (access === 'signedOut') return user ? { kind: 'away', to: '/home', shows: 'nothing' } : enter;
  if (!user)
    return { kind: 'away', to: guestsTo ?? '/home', shows: access === 'admin' ? 'denied' : 'nothing' };
  if (access === 'admin' && user.role !== 'admin') return { kind: 'away', to: '/home', shows: 'denied' };
  // There they set it up, and come back.
  if (access === 'admin' && user.secondStepRequired)
    return { kind: 'away', to: '/profile', shows: 'nothing' };
  return enter;
}
