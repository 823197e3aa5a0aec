import type { Up } from './migration.ts';

/** When the person last proved who they are in a session that goes on; null where that was when it began. */
export const up: Up = async ({ run, types }) => {
  await run(`alter table sessions add column proved_at ${types.time}`);
};
