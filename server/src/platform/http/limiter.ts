import { dayMs, loginBackoff, type RateLimitName, rateLimits } from '@duet/contract/limits';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from '../failure.ts';
import { limitedAddress } from '../ip-addresses.ts';

/** Counts calls (contract/src/limits.ts, `rateLimits`). */
export interface Limiter {
  /** Counts one call of `key` (an address, a person's id, an account's name); throws TOO_OFTEN beyond the limit. */
  consume(name: RateLimitName, key: string): Promise<void>;
  readonly backoff: Backoff;
}

/** The growing wait after failed sign-ins of one address on one account (`loginBackoff`). */
interface Backoff {
  /** Throws TOO_OFTEN while the wait lasts. */
  check(address: string, account: string): Promise<void>;
  /** Counts a failure. */
  fail(address: string, account: string): Promise<void>;
  /** Forgets the failures, after a success. */
  reset(address: string, account: string): Promise<void>;
}

type Counter = Pick<RateLimiterMemory, 'consume' | 'penalty' | 'block' | 'get' | 'delete'>;
type CounterOf = (name: string, points: number, seconds: number) => Counter;

const memoryCounter: CounterOf = (keyPrefix, points, duration) =>
  new RateLimiterMemory({ keyPrefix, points, duration });

const postgresCounter =
  (pool: Pool): CounterOf =>
  (keyPrefix, points, duration) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
      inMemoryBlockOnConsumed: points + 1,
    });

/**
 * So many refusals of the same key are answered at once, in so many seconds: an app that opens a page gets them all. Whoever
 * goes on waits for each further one, and asks no more often than their connections can wait.
 */
const promptRefusals = { points: 20, duration: 10 };
const heldBackMs = 3000;

/** So many of all keys a second; beyond it each waits as well: a thousand people's prompt ones would be 20,000 in a moment. */
const promptRefusalsOfAll = { points: 200, duration: 1 };

const off: Limiter = {
  async consume() {},
  backoff: { async check() {}, async fail() {}, async reset() {} },
};

/** `factor` multiplies every limit, 0 turns all off. The counts of one process, or in PostgreSQL those of all. */
export function createLimiter(factor: number, pool?: Pool): Limiter {
  if (factor === 0) return off;
  const counterOf = pool ? postgresCounter(pool) : memoryCounter;
  const scaled = (points: number) => Math.max(1, Math.round(points * factor));
  const counters = new Map(
    Object.entries(rateLimits).map(([name, { points, perMs }]) => [
      name,
      counterOf(name, scaled(points), perMs / 1000),
    ]),
  );
  const refusals = new RateLimiterMemory({ keyPrefix: 'refusals', ...promptRefusals });
  const refusalsOfAll = new RateLimiterMemory({ keyPrefix: 'refusalsOfAll', ...promptRefusalsOfAll });
  return {
    async consume(name, key) {
      const counted = rateLimits[name].by === 'address' ? limitedAddress(key) : key;
      const held = () =>
        refusals
          .consume(`${name} ${counted}`)
          .then(() => refusalsOfAll.consume('all'))
          .then(
            () => 0,
            () => heldBackMs,
          );
      await closed(async () => counters.get(name)?.consume(counted), held);
    },
    backoff: createBackoff(counterOf, scaled(loginBackoff.free)),
  };
}

/** A counter that says no is TOO_OFTEN, held back as `held` says; one that cannot be asked is no yes either. */
async function closed<T>(ask: () => Promise<T>, held: () => Promise<number> = async () => 0): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof RateLimiterRes) throw tooOften(error.msBeforeNext, await held());
    throw new Failure('OVERLOADED', { log: 'the rate limits cannot be read', cause: error });
  }
}

const tooOften = (ms: number, answerAfterMs: number): Failure =>
  new Failure('TOO_OFTEN', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)), answerAfterMs });

function createBackoff(counterOf: CounterOf, free: number): Backoff {
  const failures = counterOf('loginFailures', Number.MAX_SAFE_INTEGER, dayMs / 1000);
  const waits = counterOf('loginWait', 1, loginBackoff.maxSeconds);
  const keyOf = (address: string, account: string) => `${limitedAddress(address)} ${account.toLowerCase()}`;
  return {
    check: (address, account) =>
      closed(async () => {
        const wait = await waits.get(keyOf(address, account));
        if (wait && wait.consumedPoints > 1 && wait.msBeforeNext > 0) throw tooOften(wait.msBeforeNext, 0);
      }),
    fail: (address, account) =>
      closed(async () => {
        const key = keyOf(address, account);
        const { consumedPoints } = await failures.penalty(key);
        if (consumedPoints < free) return;
        await waits.block(key, Math.min(2 ** (consumedPoints - free), loginBackoff.maxSeconds));
      }),
    reset: (address, account) =>
      closed(async () => {
        const key = keyOf(address, account);
        await Promise.all([failures.delete(key), waits.delete(key)]);
      }),
  };
}
