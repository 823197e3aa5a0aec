import { vi } from 'vitest';

/**
 * Asks again until `check` throws nothing, and answers what it answered; after `timeout` milliseconds throws what it threw
 * last. As long as a busy machine may take: no test asks by it how fast something is.
 */
export const eventually = <Answer>(
  check: () => Answer | Promise<Answer>,
  timeout = 15_000,
): Promise<Answer> => vi.waitFor(check, { timeout });
