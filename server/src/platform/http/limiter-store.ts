import { dayMs, hourMs } from '@duet/contract/limits';
import type { Config } from '../config/config.ts';
import { advisoryLocks } from '../db/advisory-lock.ts';
import { postgresPool } from '../db/dialect/postgres-pool.ts';
import type { Log } from '../log.ts';
import { createLimiter, type Limiter } from './limiter.ts';

/** Enough for counting: each count is one statement. */
const connections = 2;

/** No limit lasts longer. */
const longestMs = dayMs;
/** By which clocks of several servers may differ. */
const toleranceMs = hourMs;

/** Counts in memory where there is one server, in PostgreSQL where there may be many. */
export async function openLimiter(config: Config, log: Log): Promise<Limiter & AsyncDisposable> {
  if (!config.databaseUrl || config.rateLimit === 0) {
    return Object.assign(createLimiter(config.rateLimit), { async [Symbol.asyncDispose]() {} });
  }
  const pool = postgresPool(config.databaseUrl, connections, 'write', log);
  // Losing the counts in a crash is no loss; unlogged tables are fast. Of two that are made at once one would fail: one
  // server after the other does it, in the one transaction that these statements are.
  await pool.query(`select pg_advisory_xact_lock(${advisoryLocks.limits});
    create unlogged table if not exists rate_limits
    (key text primary key, points integer not null default 0, expire bigint)`);
  // What ends later than any limit lasts was counted by a clock that was ahead.
  await pool.query('delete from rate_limits where expire > $1', [Date.now() + longestMs + toleranceMs]);
  return Object.assign(createLimiter(config.rateLimit, pool), { [Symbol.asyncDispose]: () => pool.end() });
}
