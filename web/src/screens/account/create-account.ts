import { call } from '../../api/client.ts';
import { CallFailure, isUnanswered } from '../../api/failure.ts';
import type { KnownUser } from '../../session/session.ts';
import type { Registration } from './registration.ts';

interface NewSession {
  readonly token: string;
  readonly user: KnownUser;
}

/** The account may be there: its answer was lost, and what it took cannot be taken again. */
const mayBeMine = ({ code }: CallFailure): boolean =>
  code === 'USERNAME_TAKEN' || code === 'EMAIL_TAKEN' || code === 'SETUP_CODE_INVALID';

/** Names whose registration got no answer on this page. */
const unanswered = new Set<string>();

/**
 * Makes an account and signs in. Where the answer was lost, signing in with the same name and password tells whether it was made:
 * nobody hears that their own name is taken.
 * @throws CallFailure
 */
export async function createAccount(
  { username: typed, email, password }: Registration,
  setupCode: string | null,
): Promise<NewSession> {
  const username = typed.trim();
  const body = { username, email: email.trim(), password, ...(setupCode && { setupCode }) };
  try {
    return (await call('accounts.register', { body, anonymous: true })).data;
  } catch (error) {
    if (isUnanswered(error)) unanswered.add(username);
    const isKnown = error instanceof CallFailure && mayBeMine(error);
    if (!unanswered.has(username) || !(isUnanswered(error) || isKnown)) throw error;
    return call('accounts.login', { body: { username, password }, anonymous: true }).then(
      ({ data }) => data,
      () => Promise.reject(error),
    );
  }
}
