import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { MemoryRealtime } from './memory.ts';
import { PostgresRealtime } from './postgres.ts';
import type { Realtime } from './realtime.ts';

/** In memory where there is one server, through PostgreSQL where there may be many. */
export const openRealtime = (
  { databaseUrl }: Config,
  db: Pick<Database, 'syncOtherPrograms'>,
  log: Log,
): Realtime =>
  databaseUrl
    ? new PostgresRealtime(databaseUrl, log, () => db.syncOtherPrograms())
    : new MemoryRealtime(log);
