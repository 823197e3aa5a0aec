import { randomBytes } from 'node:crypto';
import { limits } from '@duet/contract/limits';
import { hashOf } from '../accounts/sessions/token.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import type { PasskeyChallengeRow } from '../platform/db/schema/passkeys.ts';
import { insertChallenge, takeChallenge } from './store.ts';

/** What a challenge is for; one for something else, or for somebody else, is none. */
export type Purpose = Pick<PasskeyChallengeRow, 'purpose' | 'user_id'>;

/** A challenge, Base64url, that is stored with what it is for: any server of the site takes the answer. */
export async function newChallenge(context: Context, tx: Writes, purpose: Purpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const now = context.clock.now();
  const expires_at = now + limits.passkey.challengeMs;
  await insertChallenge(tx, { challenge_hash: hashOf(challenge), ...purpose, expires_at }, now);
  return challenge;
}

interface TakenChallenge {
  /** Base64url. */
  readonly challenge: string;
  readonly madeAt: number;
}

/**
 * Takes the challenge that was answered, in a transaction of its own: whatever the answer turns out to be, nobody can give it
 * again. Null where there is none such for this purpose.
 */
export async function takenChallenge(
  context: Context,
  clientDataJSON: string,
  { purpose, user_id }: Purpose,
): Promise<TakenChallenge | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const taken = await context.db.write((tx) => takeChallenge(tx, hashOf(challenge)));
  const fits = taken?.purpose === purpose && taken.user_id === user_id;
  if (!fits || context.clock.now() >= taken.expires_at) return null;
  return { challenge, madeAt: taken.expires_at - limits.passkey.challengeMs };
}

/** The challenge that a browser says it answers (Web Authentication Level 3, 5.8.1). */
function challengeIn(clientDataJSON: string): string | null {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const { challenge } = said as { readonly challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
