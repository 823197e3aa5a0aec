import type { Up } from './migration.ts';

/** Passkeys, the handles by which authenticators know accounts, and challenges that wait for their answer. */
export const up: Up = async ({ table, run, types }) => {
  await run(`alter table users add column passkeys_since ${types.time}`);
  await table('passkeys')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', types.text, (c) => c.notNull().unique())
    .addColumn('public_key', types.text, (c) => c.notNull())
    .addColumn('counter', types.integer, (c) => c.notNull())
    .addColumn('transports', types.json, (c) => c.notNull())
    .addColumn('rp_id', types.text, (c) => c.notNull())
    .addColumn('name', types.text, (c) => c.notNull())
    .addColumn('synced', types.bool, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('last_used_at', types.time)
    .execute();
  await run('create index passkeys_user on passkeys (user_id)');
  await table('passkey_handles')
    .addColumn('user_id', types.id, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('handle', types.text, (c) => c.notNull().unique())
    .execute();
  await table('passkey_challenges')
    .addColumn('challenge_hash', types.text, (c) => c.primaryKey())
    .addColumn('purpose', types.text, (c) => c.notNull())
    .addColumn('user_id', types.id, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('expires_at', types.time, (c) => c.notNull())
    .execute();
  await run('create index passkey_challenges_user on passkey_challenges (user_id)');
  await run('create index passkey_challenges_expiry on passkey_challenges (expires_at)');
};
