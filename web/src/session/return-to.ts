import type { Location, NavigateFunction } from 'react-router-dom';
import { wantedKey } from '../device/storage-keys.ts';
import type { KnownUser } from './stored-user.ts';

/** Where somebody was when they were asked to sign in, as the location's state of /login and /register. */
interface Arrival {
  readonly from: string;
  /** The page before this one is `from`. */
  readonly pushed?: boolean;
}

/** An address that somebody opened and could not enter. */
interface Wanted {
  readonly path: string;
  readonly adminsOnly: boolean;
  /** The person who was there when their session ended; nobody else is led there. */
  readonly personId: string | null;
}

type Here = Pick<Location, 'pathname' | 'search'>;

/** Pages on the way between what somebody wanted and having signed in. */
const onTheWay = /^\/(home|login|register|setup-profile)?$/;

const isInside = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && !/^\/(login|register)\b/.test(path);

/** What to hand to /login and /register as the location's state when they take this page's place. */
export const signInState = ({ pathname, search }: Here): Arrival => ({ from: pathname + search });

/**
 * The same when they are opened over this page, so that signing in goes back to it. This page is the one in the history:
 * React may still show the one from which the person was just led here.
 */
export const pushedSignInState = (): Arrival => ({ ...signInState(location), pushed: true });

/** The state for a link from one of /login and /register to the other. */
export const forwardedSignInState = (state: unknown): Partial<Arrival> => ({
  ...(state as Arrival | null),
  pushed: false,
});

function wanted(): Partial<Wanted> | null {
  try {
    return JSON.parse(sessionStorage.getItem(wantedKey) ?? 'null');
  } catch {
    // The tab may keep nothing, or what it kept is damaged.
    return null;
  }
}

/** Remembers an address that cannot be entered before one has signed in. */
export function rememberWanted(
  { pathname, search }: Here,
  adminsOnly: boolean,
  personId: string | null,
): void {
  try {
    const all: Wanted = { path: pathname + search, adminsOnly, personId };
    sessionStorage.setItem(wantedKey, JSON.stringify(all));
  } catch {
    // Where a tab may keep nothing, signing in leads to the feed.
  }
}

export function forgetWanted(): void {
  try {
    sessionStorage.removeItem(wantedKey);
  } catch {
    // Nothing was kept.
  }
}

/** Forgets it once the person has gone somewhere else on purpose. */
export function followWanted(pathname: string): void {
  if (!onTheWay.test(pathname) && pathname !== wanted()?.path?.split('?', 1)[0]) forgetWanted();
}

/** An address that was typed or opened anew is a new wish. Called once, at the start. */
export function startWanted(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry?.type === 'navigate') forgetWanted();
}

/** The address that this person wanted before they signed in, where they may see it; null where there is none. */
export function wantedPath(user: Pick<KnownUser, '_id' | 'role'>): string | null {
  const { path, adminsOnly, personId } = wanted() ?? {};
  if (!isInside(path) || (adminsOnly && user.role !== 'admin')) return null;
  return personId && personId !== user._id ? null : path;
}

/** Where to go after signing in: back to where one was sent from, else the feed. Only ever inside the app. */
export function returnTo(state: unknown, user: Pick<KnownUser, '_id' | 'role'>): string {
  const from = (state as Partial<Arrival> | null)?.from;
  // The feed is where one is sent to; what one wanted goes before it.
  return (isInside(from) && from !== '/home' && mayReturnTo(from, user) ? from : wantedPath(user)) ?? '/home';
}

/** What was wanted and may not be entered is not where one is sent to sign in from either. */
function mayReturnTo(from: string, user: Pick<KnownUser, '_id' | 'role'>): boolean {
  return wanted()?.path !== from || wantedPath(user) === from;
}

/** Leaves /login for where one came from, unless the person has gone elsewhere while they were being signed in. */
export function leaveSignIn(
  navigate: NavigateFunction,
  state: unknown,
  user: Pick<KnownUser, '_id' | 'role'>,
): void {
  const to = returnTo(state, user);
  forgetWanted();
  if (location.pathname !== '/login') return;
  const { from, pushed } = (state ?? {}) as Partial<Arrival>;
  // The same page twice would be a step back that shows nothing.
  if (pushed && from === to) navigate(-1);
  else navigate(to, { replace: true });
}
