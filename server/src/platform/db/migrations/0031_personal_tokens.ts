import type { Up } from './migration.ts';

/** Tokens by which programs act as a person, within scopes and until a day. */
export const up: Up = async ({ run, table, types }) => {
  await table('personal_tokens')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', types.text, (c) => c.notNull().unique())
    .addColumn('name', types.text, (c) => c.notNull())
    .addColumn('scopes', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('expires_at', types.time, (c) => c.notNull())
    .addColumn('last_used_at', types.time)
    .execute();
  await run('create index personal_tokens_user on personal_tokens (user_id)');
};
