import type { Up } from './migration.ts';

/** What the couple tells of itself, in one row, and an index by which the admins are found. */
export const up: Up = async ({ table, run, types }) => {
  await table('site_about')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('story', types.text, (c) => c.notNull())
    .addColumn('story_policy', types.integer, (c) => c.notNull())
    .addColumn('since', types.text)
    .execute();
  await run(`insert into site_about (id, story, story_policy) values ('site', '', 0)`);
  await run(`create index users_admins on users (created_at, id) where role = 'admin'`);
};
