/** Waits before the second, third and fourth try of an upload, in milliseconds (product.md §8). */
const waits = [1000, 2000, 4000] as const;

interface Retrying {
  /** Whether another try could end better. */
  readonly isRetryable: (error: unknown) => boolean;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Tries, and up to three times more; the last failure is thrown. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { isRetryable, sleep }: Retrying,
): Promise<T> {
  for (const wait of waits) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      await sleep(wait);
    }
  }
  return attempt();
}
