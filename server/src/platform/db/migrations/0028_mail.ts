import type { Up } from './migration.ts';

/** Mails on their way, links that were mailed, and who asked for one. */
export const up: Up = async ({ table, run, types }) => {
  await table('mails')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('kind', types.text, (c) => c.notNull())
    .addColumn('user_id', types.id, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('email', types.text, (c) => c.notNull())
    .addColumn('language', types.text)
    .addColumn('facts', types.json, (c) => c.notNull())
    .addColumn('once_key', types.text)
    .addColumn('bulk', types.bool, (c) => c.notNull())
    .addColumn('state', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('due_at', types.time, (c) => c.notNull())
    .addColumn('expires_at', types.time, (c) => c.notNull())
    .addColumn('attempts', types.integer, (c) => c.notNull())
    .addColumn('lease_owner', types.text)
    .addColumn('lease_until', types.time)
    .addColumn('ended_at', types.time)
    .addColumn('reason', types.text)
    .addColumn('answer', types.text)
    .execute();
  await run('create unique index mails_once_key on mails (once_key)');
  await run('create index mails_state on mails (state, ended_at)');
  await run('create index mails_email on mails (email, ended_at)');
  await run('create index mails_user on mails (user_id)');

  await table('mail_links')
    .addColumn('code_hash', types.text, (c) => c.primaryKey())
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', types.text, (c) => c.notNull())
    .addColumn('email', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('expires_at', types.time, (c) => c.notNull())
    .execute();
  await run('create index mail_links_user on mail_links (user_id, purpose)');
  await run('create index mail_links_expires on mail_links (expires_at)');

  await table('password_requests')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('email', types.text, (c) => c.notNull())
    .addColumn('address', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .execute();
};
