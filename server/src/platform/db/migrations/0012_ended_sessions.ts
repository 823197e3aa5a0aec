import type { Up } from './migration.ts';

/** Why sessions ended, by the hash of their token: only whoever bears the token can ask. */
export const up: Up = async ({ table, run, types }) => {
  await table('ended_sessions')
    .addColumn('token_hash', types.text, (c) => c.primaryKey())
    .addColumn('reason', types.text, (c) => c.notNull())
    .addColumn('ended_at', types.time, (c) => c.notNull())
    .execute();
  await run('create index ended_sessions_age on ended_sessions (ended_at)');
};
