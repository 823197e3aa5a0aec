import type { Up } from './migration.ts';

/** How often a person has asked for another secret address of the feeds. */
export const up: Up = async ({ table, types }) => {
  await table('feed_keys')
    .addColumn('user_id', types.id, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('generation', types.integer, (c) => c.notNull())
    .execute();
};
