import type { ErrorCode } from '@duet/contract/errors';
import { connection } from './connection.ts';
import { CallFailure, isUnanswered } from './failure.ts';

const pauseMs = 1000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Makes a call that takes something away. That it is not there is what was wanted: somebody else was first, or the answer of the
 * first try was lost.
 * @throws what the last try threw, unless it is this code
 */
export async function untilGone(attempt: () => Promise<unknown>, code: ErrorCode): Promise<void> {
  await retryOnce(attempt).catch((error: unknown) => {
    if (!(error instanceof CallFailure && error.code === code)) throw error;
  });
}

/**
 * Makes an idempotent call, and once more after a second where its answer was lost: no failure is shown of what was done. Where
 * the site cannot be reached there is no second try.
 * @throws what the last try threw
 */
export async function retryOnce<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!isUnanswered(error) || !connection.isConnected()) throw error;
    await sleep(pauseMs);
    return attempt();
  }
}
