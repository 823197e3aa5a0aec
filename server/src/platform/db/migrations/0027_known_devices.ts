import type { Up } from './migration.ts';

/** By which kinds of device somebody has signed in, and which sessions began on one that was new. */
export const up: Up = async ({ table, run, types }) => {
  await run(`alter table sessions add column new_device ${types.bool} not null default 0`);
  await table('known_devices')
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device', types.text, (c) => c.notNull())
    .addColumn('last_seen_at', types.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('known_devices_pk', ['user_id', 'device'])
    .execute();
};
