import { type Kysely, sql } from 'kysely';
import type { Up } from './migration.ts';

/**
 * Emails that were stored before what cannot be seen was left out of what is typed: no sign-in or request for a link finds them any
 * more. Where two accounts have the same clean address, who has it keeps it, else who is not deleted, else who came first; the
 * other one stays as it is, for an admin to change.
 */
export const up: Up = async ({ db }) => {
  await cleanAccounts(db);
  await cleanWaitingChanges(db);
};

/** As `storedEmail` of the contract was when this was written. */
const clean = (email: string): string =>
  email.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim();

async function cleanAccounts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users where email is not null
    order by case when deleted_at is null then 0 else 1 end, created_at, id`.execute(db);
  for (const { id, email } of rows) {
    const cleaned = clean(email);
    if (cleaned === email) continue;
    await sql`
      update users set email = ${cleaned} where id = ${id} and not exists (
        select 1 from users as other where lower(other.email) = lower(${cleaned}) and other.id <> ${id})`.execute(
      db,
    );
    // A link is good for the address of its account alone.
    await sql`
      update mail_links set email = ${cleaned} where user_id = ${id} and email = ${email} and exists (
        select 1 from users where users.id = ${id} and users.email = ${cleaned})`.execute(db);
  }
}

/** The address that an account gets once its link is opened. Whether it is free is asked then. */
async function cleanWaitingChanges(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ code_hash: string; email: string }>`
    select code_hash, email from mail_links where purpose = 'email'`.execute(db);
  for (const { code_hash, email } of rows) {
    const cleaned = clean(email);
    if (cleaned === email) continue;
    await sql`update mail_links set email = ${cleaned} where code_hash = ${code_hash}`.execute(db);
  }
}
