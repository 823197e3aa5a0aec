import type { SessionEndReason } from '@duet/contract/accounts/shapes';
import type { ErrorCode } from '@duet/contract/errors';
import { sleep } from '../device/wait.ts';
import { bearer } from './bearer.ts';
import { connection } from './connection.ts';
import { CallFailure, isUnanswered } from './failure.ts';

const pauseMs = 1000;

/**
 * Makes a call that takes something away. That it is not there is what was wanted: somebody else was first, or the answer of the
 * first try was lost.
 * @param reason with a code that is also said of other things: what else the answer must say
 * @throws what the last try threw, unless it is this code, with this reason
 */
export async function untilGone(
  attempt: () => Promise<unknown>,
  code: ErrorCode,
  reason?: SessionEndReason,
): Promise<void> {
  await retryOnce(attempt).catch((error: unknown) => {
    const isGone =
      error instanceof CallFailure && error.code === code && (!reason || error.reason === reason);
    if (!isGone) throw error;
  });
}

/**
 * Makes an idempotent call, and once more after a second where its answer was lost: no failure is shown of what was done. Where
 * the site cannot be reached there is no second try, nor where the device's session is another one by then: it would be somebody
 * else's doing.
 * @throws what the last try threw
 */
export async function retryOnce<T>(attempt: () => Promise<T>): Promise<T> {
  const token = bearer.token();
  try {
    return await attempt();
  } catch (error) {
    if (!isUnanswered(error) || !connection.isConnected()) throw error;
    await sleep(pauseMs);
    const now = bearer.token();
    // A session that is over meanwhile may have been ended by the call itself, which the second try is told.
    if (now !== null && now !== token) throw error;
    return attempt();
  }
}
