import type { Up } from './migration.ts';

/** What admins set for the whole site: one row, which begins as every site was before (decisions §8). */
export const up: Up = async ({ table, run, types }) => {
  await table('site_settings')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('name', types.text, (c) => c.notNull())
    .addColumn('line', types.text, (c) => c.notNull())
    .addColumn('accent', types.text, (c) => c.notNull())
    .addColumn('cover_path', types.text)
    .addColumn('icon_paths', types.json)
    .addColumn('language', types.text)
    .addColumn('time_zone', types.text, (c) => c.notNull())
    .addColumn('reading', types.text, (c) => c.notNull())
    .addColumn('joining', types.text, (c) => c.notNull())
    .execute();
  await run(`insert into site_settings (id, name, line, accent, time_zone, reading, joining)
    values ('site', 'Duet', '', '#c2335a', 'UTC', 'everybody', 'open')`);
};
