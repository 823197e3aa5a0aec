import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Failure } from '../failure.ts';
import { connectionAddress } from './dialect/postgres-pool.ts';

/** Numbers among PostgreSQL's advisory locks; the migrations have 3_180_001. */
export const advisoryLocks = {
  mediaCleanup: 3_180_002,
  backup: 3_180_003,
  move: 3_180_004,
  limits: 3_180_005,
} as const;

/** The same went on elsewhere for as long as one waits for it. */
export class RunsElsewhere extends Failure {
  constructor(lock: keyof typeof advisoryLocks) {
    super('OVERLOADED', { log: `${lock} runs elsewhere` });
  }
}

/** The connection ended that the lock belongs to: another server may have it by now. */
export class LostLock extends Error {
  override readonly name = 'LostLock';

  constructor(lock: keyof typeof advisoryLocks, options?: ErrorOptions) {
    super(`the connection was lost that kept others from the same (${lock})`, options);
  }
}

/** A lock while its work runs. */
export interface HeldLock {
  /** Aborts, with a `LostLock`, once the connection is known to be lost. */
  readonly signal: AbortSignal;
  /** Asks the database. Throws a `LostLock` where the lock is lost. */
  requireHeld(): Promise<void>;
}

const unshared: HeldLock = { signal: new AbortController().signal, requireHeld: async () => {} };

const askEveryMs = 200;
const answerWithinMs = 15_000;
const keepAliveAfterMs = 10_000;
/** What lies between, and a database with `idle_session_timeout`, ends a connection on which nothing is said for minutes. */
const sayEveryMs = 30_000;

/**
 * Runs `work` while no other server of the site runs the same. The lock belongs to a connection of its own: it ends
 * with the process, whatever becomes of it. On the embedded database there is one server, and nothing to wait for.
 * @throws RunsElsewhere
 */
export async function withSiteLock<T>(
  databaseUrl: string | null,
  lock: keyof typeof advisoryLocks,
  work: (held: HeldLock) => Promise<T>,
  { patienceMs = 25_000 }: { readonly patienceMs?: number } = {},
): Promise<T> {
  if (databaseUrl === null) return work(unshared);
  const client = new pg.Client({
    connectionString: connectionAddress(databaseUrl, 'write'),
    // Hardly anything is said for as long as the work takes: what lies between would forget the connection, and neither end hear of it.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    query_timeout: answerWithinMs,
  });
  const lost = new AbortController();
  const lose = (cause?: Error) => lost.abort(new LostLock(lock, { cause }));
  client.on('error', lose);
  client.on('end', lose);
  await client.connect();
  try {
    const giveUpAt = performance.now() + patienceMs;
    while (!(await isTaken(client, advisoryLocks[lock]))) {
      if (performance.now() > giveUpAt) throw new RunsElsewhere(lock);
      await wait(askEveryMs);
    }
    // Where the connection is lost it says so itself.
    const saying = setInterval(() => void client.query('select 1').catch(() => {}), sayEveryMs);
    return await work({
      signal: lost.signal,
      async requireHeld() {
        lost.signal.throwIfAborted();
        await client.query('select 1').catch((cause) => {
          throw new LostLock(lock, { cause });
        });
      },
    }).finally(() => clearInterval(saying));
  } finally {
    // The lock ends with the connection, however that ends.
    client.off('end', lose);
    await client.end().catch(() => {});
  }
}

async function isTaken(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  return rows[0]?.taken ?? false;
}
