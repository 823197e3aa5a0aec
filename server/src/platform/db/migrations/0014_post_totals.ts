import type { Up } from './migration.ts';

/** How many posts are published, by day and by author, and indexes by which lists and figures read what they show. */
export const up: Up = async ({ table, run, types }) => {
  await table('post_days')
    .addColumn('day', types.integer, (c) => c.primaryKey())
    .addColumn('public_count', types.integer, (c) => c.notNull())
    .addColumn('admin_only_count', types.integer, (c) => c.notNull())
    .execute();
  await table('post_authors')
    .addColumn('user_id', types.id, (c) => c.primaryKey().references('users.id'))
    .addColumn('public_count', types.integer, (c) => c.notNull())
    .addColumn('admin_only_count', types.integer, (c) => c.notNull())
    .execute();
  const counts = 'sum(case when admin_only = 0 then 1 else 0 end), sum(admin_only)';
  await run(`insert into post_days (day, public_count, admin_only_count)
    select published_at / 86400000, ${counts} from posts where published = 1 group by published_at / 86400000`);
  await run(`insert into post_authors (user_id, public_count, admin_only_count)
    select user_id, ${counts} from posts where published = 1 group by user_id`);
  await run('create index posts_public_feed on posts (published, admin_only, published_at, id)');
  await run('create index audit_subject on audit (subject_id, id)');
  await run('create index media_ready_size on media (state, size)');
  await run('create index view_days_count on view_days (day, count)');
};
