import type { Up } from './migration.ts';

/** Accounts that wait for an admin's approval. */
export const up: Up = async ({ run, types }) => {
  await run(`alter table users add column waiting_since ${types.time}`);
  await run('create index users_waiting on users (waiting_since) where waiting_since is not null');
};
