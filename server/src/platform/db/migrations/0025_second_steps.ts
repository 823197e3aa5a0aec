import type { Up } from './migration.ts';

/** Second steps of signing in: codes by time with recovery codes, and sign-ins that wait for theirs. */
export const up: Up = async ({ table, run, types }) => {
  await run(`alter table users add column second_step_since ${types.time}`);
  await table('totp_secrets')
    .addColumn('user_id', types.id, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('last_step', types.integer)
    .execute();
  await table('recovery_codes')
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', types.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'code_hash'])
    .execute();
  await table('pending_sign_ins')
    .addColumn('token_hash', types.text, (c) => c.primaryKey())
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('password_tag', types.text, (c) => c.notNull())
    .addColumn('expires_at', types.time, (c) => c.notNull())
    .execute();
  await run('create index pending_sign_ins_user on pending_sign_ins (user_id)');
  await run('create index pending_sign_ins_expiry on pending_sign_ins (expires_at)');
};
