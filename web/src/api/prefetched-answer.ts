/** A call that was made before the app was there. */
export interface EarlyCall {
  readonly url: string;
  readonly token: string | null;
  /** When it was made, by `performance.now()`. */
  readonly at: number;
  readonly response: Promise<Response>;
}

/** How long an answer may have waited for the app to want it, in ms. */
const freshMs = 15_000;

/**
 * The answer to a call that `app/early.ts` has made already for the same caller; null where there is none, it is too
 * old or was taken before, and the caller has to make the call.
 */
export function earlyAnswer(url: string, token: string | null): Promise<Response> | null {
  const place = globalThis as { duetEarly?: EarlyCall | undefined };
  const call = place.duetEarly;
  if (call?.url !== url) return null;
  place.duetEarly = undefined;
  return call.token === token && performance.now() - call.at < freshMs ? call.response : null;
}
