import type { Up } from './migration.ts';

/** Who has viewed what, the views of each day, and an audit table whose lines nobody can change. */
export const up: Up = async ({ table, run, dialect, types }) => {
  await table('views')
    .addColumn('post_id', types.id, (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('viewer', types.text, (c) => c.notNull())
    .addColumn('counted_at', types.time, (c) => c.notNull())
    .addColumn('count', types.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('views_pkey', ['post_id', 'viewer'])
    .execute();

  await table('view_days')
    .addColumn('day', types.integer, (c) => c.notNull())
    .addColumn('post_id', types.id, (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('count', types.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('view_days_pkey', ['day', 'post_id'])
    .execute();
  await run('create index view_days_post on view_days (post_id)');
  await run('create index likes_created on likes (created_at)');

  await run('create index audit_action on audit (action, id)');
  await run('create index audit_actor on audit (actor_id, id)');
  const refusal = 'audit lines are never changed';
  if (dialect === 'sqlite') {
    for (const change of ['update', 'delete']) {
      await run(`create trigger audit_no_${change} before ${change} on audit
        begin select raise(abort, '${refusal}'); end`);
    }
    return;
  }
  await run(`create function refuse_audit_change() returns trigger language plpgsql as
    $$ begin raise exception '${refusal}'; end $$`);
  await run(`create trigger audit_no_change before update or delete or truncate on audit
    for each statement execute function refuse_audit_change()`);
};
