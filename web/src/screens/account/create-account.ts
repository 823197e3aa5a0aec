import { call } from '../../api/client.ts';
import { CallFailure, isUnanswered } from '../../api/failure.ts';
import type { KnownUser } from '../../session/stored-user.ts';
import type { Registration } from './registration.ts';

interface NewSession {
  readonly token: string;
  readonly user: KnownUser;
}

/** The account may be there: its answer was lost, and what it took cannot be taken again. */
const mayBeMine = ({ code }: CallFailure): boolean =>
  code === 'USERNAME_TAKEN' ||
  code === 'EMAIL_TAKEN' ||
  code === 'SETUP_CODE_INVALID' ||
  code === 'INVITATION_OVER';

/** What the account is made with, beside what is typed. */
export interface Codes {
  readonly setupCode?: string | undefined;
  readonly invitation?: string | undefined;
}

const isWaiting = (error: unknown): boolean =>
  error instanceof CallFailure && error.code === 'ACCOUNT_WAITING';

/** Names whose registration got no answer on this page. */
const unanswered = new Set<string>();

/**
 * Makes an account and signs in. Where the answer was lost, signing in with the same name and password tells whether it was made:
 * nobody hears that their own name is taken. Null where the account is made, and waits for an admin.
 * @throws CallFailure
 */
export async function createAccount(
  { username: typed, email, password }: Registration,
  codes: Codes,
): Promise<NewSession | null> {
  const username = typed.trim();
  const body = { username, email: email.trim(), password, ...codes };
  try {
    const { token, user } = (await call('accounts.register', { body, anonymous: true })).data;
    return token === undefined ? null : { token, user };
  } catch (error) {
    if (isUnanswered(error)) unanswered.add(username);
    const isKnown = error instanceof CallFailure && mayBeMine(error);
    if (!unanswered.has(username) || !(isUnanswered(error) || isKnown)) throw error;
    return call('accounts.login', { body: { username, password }, anonymous: true }).then(
      ({ data: { token, user } }) => (user ? { token, user } : Promise.reject(error)),
      (refused) => (isWaiting(refused) ? null : Promise.reject(error)),
    );
  }
}
