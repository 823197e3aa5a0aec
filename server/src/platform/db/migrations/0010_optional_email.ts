import type { Up } from './migration.ts';

/**
 * A person whom an admin adds may have no email. A new column takes the place of the old one, because SQLite's
 * `alter column` is younger than the oldest SQLite that the server accepts; the unique index passes over nulls.
 */
export const up: Up = async ({ run, types }) => {
  await run(`alter table users add column optional_email ${types.text}`);
  await run('update users set optional_email = email');
  await run('drop index users_email_key');
  await run('alter table users drop column email');
  await run('alter table users rename column optional_email to email');
  await run('create unique index users_email_key on users (lower(email))');
};
