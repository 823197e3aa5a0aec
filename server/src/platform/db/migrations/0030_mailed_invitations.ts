import type { Up } from './migration.ts';

/** To whom an invitation was mailed, by which mail. */
export const up: Up = async ({ run, types }) => {
  await run(`alter table invitations add column email ${types.text}`);
  await run(`alter table invitations add column mail_id ${types.id}`);
};
