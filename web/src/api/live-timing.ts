/** A stream that lasted this long was a good one: the next try after it is a first one, in ms. */
export const goodForMs = 10_000;
/** The server sends something every 10 s; a stream that is silent for longer is dead, whatever the browser thinks. */
export const silentForMs = 25_000;
/** A tab that nobody sees lets go of its stream after this time: a browser has only a few lines to one server. */
export const hiddenForMs = 30_000;

const pauses = { firstMs: 500, mostMs: 10_000 } as const;

/**
 * The pause before the next try, in ms: longer with each failure, and never the same for all, so that a server that
 * comes back is not asked by everybody at once. `random` is at least 0 and less than 1.
 */
export function pauseAfter(failures: number, random: number, retryAfterSeconds?: number): number {
  const pause = Math.min(pauses.firstMs * 2 ** failures, pauses.mostMs);
  return Math.max(pause * (0.5 + random), (retryAfterSeconds ?? 0) * 1000 * (1 + random));
}
