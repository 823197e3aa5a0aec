import type { Up } from './migration.ts';

/** How many posts each author has published on each day, and indexes by which the posts of one person are listed. */
export const up: Up = async ({ table, run, types }) => {
  await table('post_author_days')
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id'))
    .addColumn('day', types.integer, (c) => c.notNull())
    .addColumn('public_count', types.integer, (c) => c.notNull())
    .addColumn('admin_only_count', types.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('post_author_days_key', ['user_id', 'day'])
    .execute();
  await run(`insert into post_author_days (user_id, day, public_count, admin_only_count)
    select user_id, published_at / 86400000, sum(case when admin_only = 0 then 1 else 0 end), sum(admin_only)
    from posts where published = 1 group by user_id, published_at / 86400000`);
  await run('create index posts_author_feed on posts (user_id, published, published_at, id)');
  await run(
    'create index posts_public_author_feed on posts (user_id, published, admin_only, published_at, id)',
  );
};
