import { limits } from '@duet/contract/limits';

interface FeedWatch {
  /** The ids on the first page, asked for afresh. */
  readonly firstPage: (limit: number) => Promise<readonly string[]>;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Waits until a new post shows on the first page: at most 10 tries, 500 ms apart, and never less than 1.5 s
 * (product.md §2, Post creation). A failing try counts as one; the post is published either way.
 *
 * @returns whether it was seen.
 */
export async function waitInFeed(postId: string, { firstPage, now, sleep }: FeedWatch): Promise<boolean> {
  const { pollTries, pollEveryMs, minWaitMs, pollPageSize } = limits.publish;
  const begun = now();
  let seen = false;
  for (let tries = 1; tries <= pollTries && !seen; tries += 1) {
    if (tries > 1) await sleep(pollEveryMs);
    seen = await firstPage(pollPageSize).then(
      (ids) => ids.includes(postId),
      () => false,
    );
  }
  const left = minWaitMs - (now() - begun);
  if (left > 0) await sleep(left);
  return seen;
}
