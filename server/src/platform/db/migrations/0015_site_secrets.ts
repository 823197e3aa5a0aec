import type { Up } from './migration.ts';

/** The secrets of a site whose servers share them, encrypted. */
export const up: Up = async ({ table, types }) => {
  await table('site_secrets')
    .addColumn('id', types.integer, (c) => c.primaryKey())
    .addColumn('wrapped', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .execute();
};
