import type { Up } from './migration.ts';

/** Links by which accounts are made, and which account came by which. */
export const up: Up = async ({ run, table, types }) => {
  await table('invitations')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('code_hash', types.text, (c) => c.notNull().unique())
    .addColumn('role', types.text, (c) => c.notNull())
    .addColumn('uses', types.integer, (c) => c.notNull())
    .addColumn('used', types.integer, (c) => c.notNull())
    .addColumn('note', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('created_by', types.id, (c) => c.notNull().references('users.id'))
    .addColumn('expires_at', types.time, (c) => c.notNull())
    .addColumn('revoked_at', types.time)
    .execute();
  await run('create index invitations_created_by on invitations (created_by)');
  // No foreign key: invitations refer to users already, and tables are copied one after the other.
  await run(`alter table users add column invitation_id ${types.id}`);
  await run('create index users_invitation on users (invitation_id) where invitation_id is not null');
};
