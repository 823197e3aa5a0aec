import type { Up } from './migration.ts';

/** What people call themselves, and the same as it is searched for; empty where a person has chosen nothing. */
export const up: Up = async ({ run, types }) => {
  await run(`alter table users add column display_name ${types.text} not null default ''`);
  await run(`alter table users add column display_name_search ${types.text} not null default ''`);
};
