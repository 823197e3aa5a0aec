import type { Up } from './migration.ts';

/** Background jobs: which server runs one, and how its last run ended. */
export const up: Up = async ({ table, types }) => {
  await table('jobs')
    .addColumn('name', types.text, (c) => c.primaryKey())
    .addColumn('lease_owner', types.text)
    .addColumn('lease_until', types.time)
    .addColumn('ended_at', types.time)
    .addColumn('duration_ms', types.integer)
    .addColumn('failed', types.bool)
    .execute();
};
