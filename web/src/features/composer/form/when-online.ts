/** A try without a sign that the network is back costs little. */
const tryAgainMs = 10_000;

/** Ends when the device says that it is online, is woken up, or after some seconds. */
export const whenOnline = (signal: AbortSignal, afterMs: number = tryAgainMs): Promise<void> =>
  new Promise((resolve) => {
    const ends = new AbortController();
    const end = () => {
      clearTimeout(timer);
      ends.abort();
      resolve();
    };
    const timer = setTimeout(end, afterMs);
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { signal: ends.signal });
    addEventListener('online', end, { signal: ends.signal });
    const seen = () => document.visibilityState === 'visible' && end();
    document.addEventListener('visibilitychange', seen, { signal: ends.signal });
  });
