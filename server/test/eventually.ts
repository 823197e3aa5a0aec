import { vi } from 'vitest';

/**
 * Asks again until `check` throws nothing, and answers what it answers. `timeout` in milliseconds: how long that takes is the
 * machine's, so that the usual one is what a busy machine keeps too.
 */
export const eventually = <Answer>(
  check: () => Answer | Promise<Answer>,
  timeout = 15_000,
): Promise<Answer> => vi.waitFor(check, { timeout });
