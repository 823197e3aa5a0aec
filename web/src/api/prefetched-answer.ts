/** A call that was made before the app was there. */
export interface PrefetchedCall {
  readonly url: string;
  readonly token: string | null;
  /** When it was made, by `performance.now()`. */
  readonly at: number;
  readonly response: Promise<Response>;
}

/** How long an answer may have waited for the app to want it, in ms. */
const freshMs = 15_000;

/**
 * The answer to a call that `app/prefetch.ts` has made already for the same caller; null where there is none, it is too
 * old or was taken before, and the caller has to make the call.
 */
export function prefetchedAnswer(url: string, token: string | null): Promise<Response> | null {
  const global = globalThis as { duetPrefetch?: PrefetchedCall | undefined };
  const call = global.duetPrefetch;
  if (call?.url !== url) return null;
  global.duetPrefetch = undefined;
  return call.token === token && performance.now() - call.at < freshMs ? call.response : null;
}
