import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Failure } from '../failure.ts';
import { connectionAddress } from './dialect/postgres-pool.ts';

/** Numbers among PostgreSQL's advisory locks; the migrations have 3_180_001. */
export const advisoryLocks = { mediaCleanup: 3_180_002, backup: 3_180_003 } as const;

/** The same went on elsewhere for as long as one waits for it. */
export class RunsElsewhere extends Failure {
  constructor(lock: keyof typeof advisoryLocks) {
    super('OVERLOADED', { log: `${lock} runs elsewhere` });
  }
}

const askEveryMs = 200;
const patienceMs = 25_000;

/**
 * Runs `work` while no other server of the site runs the same. The lock belongs to a connection of its own: it ends
 * with the process, whatever becomes of it. On the embedded database there is one server, and nothing to wait for.
 * @throws RunsElsewhere
 */
export async function withSiteLock<T>(
  databaseUrl: string | null,
  lock: keyof typeof advisoryLocks,
  work: () => Promise<T>,
): Promise<T> {
  if (databaseUrl === null) return work();
  const client = new pg.Client({ connectionString: connectionAddress(databaseUrl, 'write') });
  // A connection that is lost ends the lock and not the process; whoever holds it asks again before each step.
  client.on('error', () => {});
  await client.connect();
  try {
    const giveUpAt = performance.now() + patienceMs;
    while (!(await isTaken(client, advisoryLocks[lock]))) {
      if (performance.now() > giveUpAt) throw new RunsElsewhere(lock);
      await wait(askEveryMs);
    }
    return await work();
  } finally {
    // The lock ends with the connection, however that ends.
    await client.end().catch(() => {});
  }
}

async function isTaken(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  return rows[0]?.taken ?? false;
}
