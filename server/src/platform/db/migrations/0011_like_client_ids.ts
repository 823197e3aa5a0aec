import type { Up } from './migration.ts';

/** What the devices of an admin called their last likes of a post, one a line, newest last: a retry adds none. */
export const up: Up = async ({ run, types }) => {
  await run(`alter table likes add column client_ids ${types.text} not null default ''`);
};
