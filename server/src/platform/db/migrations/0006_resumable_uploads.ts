import type { Up } from './migration.ts';

/** By what an upload is known again on another device, and what it was meant for. */
export const up: Up = async ({ run }) => {
  for (const column of ['fingerprint', 'draft_id', 'target_post_id']) {
    await run(`alter table upload_sessions add column ${column} text`);
  }
};
