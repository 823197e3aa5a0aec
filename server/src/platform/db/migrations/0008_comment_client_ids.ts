import type { Up } from './migration.ts';

/** What the author's device called a comment, so that a retry stores it once. */
export const up: Up = async ({ run, types }) => {
  await run(`alter table comments add column client_id ${types.text}`);
  await run('create unique index comments_client_key on comments (user_id, post_id, client_id)');
};
