import type { Up } from './migration.ts';

/** Addresses that take no mail, and who wants to read by mail what was posted. */
export const up: Up = async ({ table, run, types }) => {
  await table('refused_addresses')
    .addColumn('email', types.text, (c) => c.primaryKey())
    .addColumn('refused_at', types.time, (c) => c.notNull())
    .addColumn('answer', types.text, (c) => c.notNull())
    .execute();
  await table('digest_readers')
    .addColumn('user_id', types.id, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('since', types.time, (c) => c.notNull())
    .addColumn('queued_at', types.time, (c) => c.notNull())
    .execute();
  await run('create index digest_readers_queued on digest_readers (queued_at)');
};
