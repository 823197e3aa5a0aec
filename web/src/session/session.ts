import type { User } from '@duet/contract/accounts/shapes';
import { bearer, type EndReason } from '../api/bearer.ts';
import { call } from '../api/client.ts';
import { CallFailure } from '../api/failure.ts';
import { untilGone } from '../api/retry-once.ts';
import { deviceStorage } from '../device/storage.ts';
import { userKey } from '../device/storage-keys.ts';
import { createStore, useStore } from '../ui/store.ts';
import { type EndedSession, setEndedSession } from './ended.ts';
import { type KnownUser, storedUser, userToStore } from './stored-user.ts';

export interface Session {
  /** `loading` until the server has said at the start who the token stands for. */
  readonly status: 'loading' | 'ready';
  readonly user: KnownUser | null;
}

const session = createStore<Session>({ status: 'ready', user: null });

/** Whose session this tab shows; the device may hold another token by now. */
let shownToken: string | null = null;

/** The person whom this device remembers for its token. */
function keptUser(token = bearer.token()): KnownUser | null {
  // What there was no room for is the person whom this tab shows.
  if (token !== shownToken) deviceStorage.forgetUnstored(userKey);
  return storedUser(deviceStorage.getJson(userKey), token);
}

/** `token` is that of the session that tells of them, which may not be the device's any more. */
function keepUser(user: KnownUser, token: string | null): void {
  deviceStorage.setJson(userKey, userToStore(user, token));
}

function becomeGuest(): void {
  deviceStorage.remove(userKey);
  shownToken = null;
  session.set({ status: 'ready', user: null });
}

/** The session ended elsewhere, and the person is told why. */
function endHere(reason: EndedSession['reason']): void {
  const person = session.get().user ?? keptUser();
  if (person) setEndedSession({ reason, personId: person._id });
  becomeGuest();
}

/** Of every `refreshUser` under way: what was changed here since it asked, oldest first. Its answer may not know. */
const changesMeanwhile = new Set<Partial<KnownUser>[]>();

/** Asks the server who the token stands for. Without an answer, what this device knows stands. */
export async function refreshUser(): Promise<void> {
  const token = bearer.token();
  if (!token) return becomeGuest();
  const changes: Partial<KnownUser>[] = [];
  changesMeanwhile.add(changes);
  try {
    const { data } = await call('accounts.currentUser');
    if (bearer.token() !== token) return;
    const user: User = Object.assign({}, data.user, ...changes);
    keepUser(user, token);
    // Another tab may have signed them in, and this one not heard of it.
    shownToken = token;
    setEndedSession(null);
    session.set({ status: 'ready', user });
  } catch (error) {
    if (bearer.token() !== token) return;
    if (error instanceof CallFailure && error.status === 401) bearer.forget(token, error.answer);
    else session.set({ status: 'ready', user: session.get().user });
  } finally {
    changesMeanwhile.delete(changes);
  }
}

/** Where another tab has signed in or out, this one follows. */
function followOtherTabs(): void {
  const token = bearer.token();
  if (token === shownToken) return;
  if (!token) {
    endHere(bearer.endReason());
    return;
  }
  const user = keptUser(token);
  shownToken = token;
  setEndedSession(null);
  session.set({ status: 'loading', user });
  void refreshUser();
}

/** How often at most coming back to the page asks again, in ms: a role may have changed meanwhile. */
const askAgainMs = 60_000;

function followReturns(): void {
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    followOtherTabs();
    if (!bearer.token() || Date.now() - asked < askAgainMs) return;
    asked = Date.now();
    void refreshUser();
  });
  // A page that was put aside heard of nothing.
  addEventListener('pageshow', ({ persisted }) => persisted && followOtherTabs());
}

/** Takes up the session that this device holds. Called once, before the first render. */
export function startSession(): void {
  bearer.onEnd(endHere);
  addEventListener('storage', ({ key }) => {
    if (key === null || key === bearer.key) followOtherTabs();
  });
  followReturns();
  shownToken = bearer.token();
  if (shownToken) session.set({ status: 'loading', user: keptUser() });
  void refreshUser();
}

/**
 * Takes up what signing in or registering answered. The session of another person on this device ends: nobody could sign out
 * of it any more, and the server would go on notifying the device of what concerns them.
 */
export function beginSession(token: string, user: KnownUser): void {
  const former = bearer.token();
  const before = keptUser(former);
  keepUser(user, token);
  bearer.keep(token);
  shownToken = token;
  if (former && before && before._id !== user._id) void logOut(former).catch(() => undefined);
  setEndedSession(null);
  session.set({ status: 'ready', user });
}

/** Forgets the session where the server has ended it itself. `reason` is what other tabs tell. */
export function leaveSession(reason: EndReason = 'otherTab'): void {
  bearer.clear(reason);
  becomeGuest();
}

/**
 * Signs out here at once, then tells the server.
 * @throws CallFailure when the server could not be told; this device is signed out all the same.
 */
export async function endSession(): Promise<void> {
  const token = bearer.token();
  leaveSession();
  if (token) await logOut(token);
}

const logOut = (token: string): Promise<void> =>
  untilGone(() => call('accounts.logout', { token }), 'SESSION_ENDED');

/**
 * The token of this person, or null where the device is another's by now: another tab has changed it, and this one has not
 * heard. Their name is kept before their token, so a token that was read before the name is theirs.
 */
export function tokenOf(userId: string): string | null {
  const token = bearer.token();
  return keptUser(token)?._id === userId ? token : null;
}

/** Puts a change of a person's own data (photo, language) where it shows, unless somebody else is here by now. */
export function updateUser(userId: string, change: Partial<KnownUser>): void {
  const { user: before } = session.get();
  if (before?._id !== userId) return;
  for (const changes of changesMeanwhile) changes.push(change);
  const user = { ...before, ...change };
  keepUser(user, shownToken);
  session.set({ ...session.get(), user });
}

export const currentSession = session.get;
export const onSessionChange = session.subscribe;

interface FollowOptions {
  /** Waits until the server has said who the token stands for; before, that is whom this device remembers. */
  readonly confirmed?: boolean;
}

/**
 * Calls the listener with who is signed in, now and whenever that is somebody else or nobody, until the returned function
 * is called. `before` is the id of the person before, null for a guest, undefined at the first call.
 */
export function followPerson(
  listener: (user: KnownUser | null, before: string | null | undefined) => void,
  { confirmed = false }: FollowOptions = {},
): () => void {
  let person: string | null | undefined;
  const look = () => {
    const { status, user } = session.get();
    const now = user?._id ?? null;
    if (now === person || (confirmed && status !== 'ready')) return;
    const before = person;
    person = now;
    listener(user, before);
  };
  const end = session.subscribe(look);
  look();
  return end;
}

/** Who is signed in, and again when that changes. */
export const useSession = (): Session => useStore(session);

/** The signed-in person, or null for a guest. */
export const useUser = (): KnownUser | null => useSession().user;

/** Whether somebody is signed in who may act as an admin now. */
export function useIsAdmin(): boolean {
  const user = useUser();
  return user?.role === 'admin' && !user.secondStepRequired;
}
