import type { Up } from './migration.ts';

/** One-time links with which a person sets a new password. */
export const up: Up = async ({ table, run, types }) => {
  await table('password_links')
    .addColumn('code_hash', types.text, (c) => c.primaryKey())
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('expires_at', types.time, (c) => c.notNull())
    .execute();
  await run('create unique index password_links_user_key on password_links (user_id)');
};
