import type { RateLimitName } from '@duet/contract/limits';

/** Counts calls (contract/src/limits.ts, `rateLimits`). */
export interface Limiter {
  /** Counts one call of `key` (an address, a person's id, an account's name); throws TOO_OFTEN beyond the limit. */
  consume(name: RateLimitName, key: string): Promise<void>;
  readonly backoff: Backoff;
}

/** The growing wait after failed sign-ins of one address on one account (`loginBackoff`). */
export interface Backoff {
  /** Throws TOO_OFTEN while the wait lasts. */
  check(address: string, account: string): Promise<void>;
  /** Counts a failure. */
  fail(address: string, account: string): Promise<void>;
  /** Forgets the failures, after a success. */
  reset(address: string, account: string): Promise<void>;
}
