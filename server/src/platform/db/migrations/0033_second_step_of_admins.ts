import type { Up } from './migration.ts';

/** Whether admins need a second step, and since when a passkey is not taken any more because there is a copy of it. */
export const up: Up = async ({ run, types }) => {
  await run(`alter table site_settings add column admins_need_second_step ${types.bool} not null default 0`);
  await run(`alter table passkeys add column cloned_at ${types.time}`);
};
