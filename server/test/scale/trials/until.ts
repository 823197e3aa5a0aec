import { setTimeout as wait } from 'node:timers/promises';

/** What became of requests that were not answered as they should be. */
export class Failures {
  /** When each happened, by `performance.now()`. */
  readonly at: number[] = [];
  /** How many were refused with 503 and told when to come back. */
  refused = 0;
  /** How many had no answer, or another one of 5xx. */
  broken = 0;
  /** From the first try to the answer, ms. */
  longestMs = 0;
}

const pauseMs = 50;

/** Sends something until it is answered, as the app does. */
export async function until<T extends { readonly status: number; readonly headers?: Headers }>(
  send: () => Promise<T>,
  failures = new Failures(),
): Promise<T> {
  const since = performance.now();
  for (;;) {
    const answer = await send().catch(() => null);
    if (answer && answer.status < 500) {
      failures.longestMs = Math.max(failures.longestMs, performance.now() - since);
      return answer;
    }
    failures.at.push(performance.now());
    if (answer?.status === 503) failures.refused += 1;
    else failures.broken += 1;
    await wait(pauseMs);
  }
}
