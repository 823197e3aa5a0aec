import type { Up } from './migration.ts';

/** Which addresses are known to be their person's, and the usernames that people had before. */
export const up: Up = async ({ table, run, types }) => {
  await run(`alter table users add column email_verified_at ${types.time}`);
  await table('former_usernames')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('username', types.text, (c) => c.notNull())
    .addColumn('changed_at', types.time, (c) => c.notNull())
    .execute();
  await run('create index former_usernames_user on former_usernames (user_id, changed_at)');
  await run('create index former_usernames_name on former_usernames (lower(username))');
};
