import { hourMs } from '@duet/contract/limits';
import { mailLimits } from '@duet/contract/mail/limits';
import { sql } from 'kysely';
import type { Reads, Writes } from '../platform/db/database.ts';
import type { MailRow } from '../platform/db/schema/mail.ts';

/** Whether it was added: of two with the same `once_key` one is. */
export async function insertMail(tx: Writes, row: MailRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('mails')
    .values(row)
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** A mail with what decides whether and how it is sent. */
export interface DueMail
  extends Pick<
    MailRow,
    'id' | 'kind' | 'user_id' | 'email' | 'language' | 'facts' | 'created_at' | 'attempts' | 'expires_at'
  > {
  /** Of its person; all null where it is for nobody with an account. */
  readonly username: string | null;
  readonly display_name: string | null;
  readonly own_language: 'en' | 'ro' | null;
  readonly deleted_at: number | null;
}

/** Whether any mail may be due; `takeDue` says which. */
export async function isAnyDue(reads: Reads, now: number): Promise<boolean> {
  const row = await reads
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'waiting')
    .where(({ eb, or }) => or([eb('due_at', '<=', now), eb('due_at', '>', now + mailLimits.maxRetryMs * 2)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface Taking {
  readonly owner: string;
  readonly now: number;
}

/** Mails without whose link somebody cannot go on: no other mails keep them from being sent. */
const linkKinds = ['forgotten', 'verifyEmail', 'changeEmail'];

/**
 * Takes the next mail that is due, for `leaseMs`: links that somebody asks for before notices, and those before what nobody
 * waits for, else the oldest. Null where none is, or where enough were sent in the last hour. `underWay` are those that this
 * server is sending: none of them is taken again, whatever a clock that jumps says of its lease. What is due or leased much
 * later than anything can be was so by a clock that was ahead; a little later it is wherever the clock of a server that is at
 * it is ahead of this one, or was read after it.
 */
export async function takeDue(
  tx: Writes,
  { owner, now }: Taking,
  underWay: readonly string[],
): Promise<DueMail | null> {
  const { perHour, noticesPerHour, bulkPerHour, perAddressHour, leaseMs, maxRetryMs } = mailLimits;
  // What ended later than the clock of any server can say by now was sent by one that was ahead.
  const lastHour = { from: now - hourMs, to: now + leaseMs };
  const sent = await countSent(tx, lastHour);
  if (sent >= perHour) return null;
  const sentTo = sql<number>`(select count(*) from mails as earlier where earlier.email = mails.email
    and earlier.ended_at > ${lastHour.from} and earlier.ended_at <= ${lastHour.to} and earlier.state = 'sent')`;
  const due = await tx
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'mails.user_id')
    .select(['mails.id', 'mails.kind', 'mails.user_id', 'mails.email', 'mails.language', 'mails.facts'])
    .select(['mails.created_at', 'mails.attempts', 'mails.expires_at'])
    .select(['users.username', 'users.display_name'])
    .select(['users.language as own_language', 'users.deleted_at'])
    .where('mails.state', '=', 'waiting')
    .where(({ eb, or }) => or([eb('mails.due_at', '<=', now), eb('mails.due_at', '>', now + maxRetryMs * 2)]))
    .where(({ eb, or }) =>
      or([
        eb('mails.lease_until', 'is', null),
        eb('mails.lease_until', '<=', now),
        eb('mails.lease_until', '>', now + leaseMs * 2),
      ]),
    )
    .$if(sent >= noticesPerHour, (query) => query.where('mails.kind', 'in', linkKinds))
    .$if(sent >= bulkPerHour, (query) => query.where('mails.bulk', '=', 0))
    .where(sentTo, '<', perAddressHour)
    .$if(underWay.length > 0, (query) => query.where('mails.id', 'not in', underWay))
    .orderBy('mails.bulk')
    .orderBy(({ eb }) => eb.case().when('mails.kind', 'in', linkKinds).then(0).else(1).end())
    .orderBy('mails.due_at')
    .orderBy('mails.id')
    .limit(1)
    .executeTakeFirst();
  if (!due) return null;
  await tx
    .updateTable('mails')
    .set({ lease_owner: owner, lease_until: now + leaseMs, attempts: due.attempts + 1 })
    .where('id', '=', due.id)
    .execute();
  return { ...due, attempts: due.attempts + 1 };
}

export async function renewLease(tx: Writes, id: string, { owner, now }: Taking): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ lease_until: now + mailLimits.leaseMs })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute();
}

const noLease = { lease_owner: null, lease_until: null } as const;

/** Marks a mail as sent, whoever has it by now: it was. */
export async function markSent(tx: Writes, id: string, at: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'sent', ended_at: at, facts: '{}', ...noLease })
    .where('id', '=', id)
    .execute();
}

/** Gives a mail back, to be tried again at `dueAt`; `attempts` is how often it was begun. */
export async function rescheduleMail(
  tx: Writes,
  id: string,
  change: Pick<MailRow, 'due_at' | 'attempts'> & { readonly answer?: string },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ ...change, ...noLease })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

export async function markFailed(
  tx: Writes,
  id: string,
  change: Pick<MailRow, 'ended_at' | 'reason'> & { readonly answer?: string },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'failed', ...change, ...noLease })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Removes a mail that nobody wants any more. */
export async function deleteMail(tx: Writes, id: string): Promise<void> {
  await tx.deleteFrom('mails').where('id', '=', id).execute();
}

/** Removes what waits to be sent to a person, of these kinds. */
export async function deleteWaiting(tx: Writes, userId: string, kinds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .where('kind', 'in', [...kinds])
    .execute();
}

/** Gives up what waited beyond its time, and forgets what ended long ago; whether there was any. */
export async function endOld(tx: Writes, now: number): Promise<boolean> {
  const expired = await tx
    .updateTable('mails')
    .set({ state: 'failed', reason: 'expired', ended_at: now, ...noLease })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .where(({ eb, or }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .executeTakeFirst();
  let ended = expired.numUpdatedRows;
  const kept = { sent: mailLimits.keepSentMs, failed: mailLimits.keepFailedMs } as const;
  for (const state of ['sent', 'failed'] as const) {
    const { numDeletedRows } = await tx
      .deleteFrom('mails')
      .where('state', '=', state)
      .where('ended_at', '<=', now - kept[state])
      .where(({ eb, or }) =>
        or([eb('kind', '!=', 'invitation'), eb('ended_at', '<=', now - mailLimits.keepInvitationMs)]),
      )
      .executeTakeFirst();
    ended += numDeletedRows;
  }
  return ended > 0n;
}

interface Period {
  readonly from: number;
  readonly to: number;
}

/** How many of a kind were queued for a person after `from`, up to `to`. */
export async function countQueued(
  reads: Reads,
  userId: string,
  kind: string,
  { from, to }: Period,
): Promise<number> {
  const { count } = await reads
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>', from)
    .where('created_at', '<=', to)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many were sent after `from`, up to `to`. */
async function countSent(reads: Reads, { from, to }: Period): Promise<number> {
  const { count } = await reads
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('state', '=', 'sent')
    .where('ended_at', '>', from)
    .where('ended_at', '<=', to)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many wait, and since when the oldest does. */
export async function findWaiting(reads: Reads): Promise<{ count: number; oldestAt: number | null }> {
  const { count, oldest } = await reads
    .selectFrom('mails')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestAt: oldest === null ? null : Number(oldest) };
}

/** How many were given up; those of more than 30 days ago are forgotten. */
export async function countFailed(reads: Reads): Promise<number> {
  const { count } = await reads
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The newest of those that were given up. */
export const listFailed = (
  reads: Reads,
  limit: number,
): Promise<Pick<MailRow, 'id' | 'email' | 'reason' | 'answer' | 'ended_at'>[]> =>
  reads
    .selectFrom('mails')
    .select(['id', 'email', 'reason', 'answer', 'ended_at'])
    .where('state', '=', 'failed')
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute();

/** What became of mails, by their ids; those that are forgotten are not among them. */
export const findStates = (
  reads: Reads,
  ids: readonly string[],
): Promise<Pick<MailRow, 'id' | 'state' | 'answer'>[]> =>
  reads
    .selectFrom('mails')
    .select(['id', 'state', 'answer'])
    .where('id', 'in', [...ids])
    .execute();

/** Removes a mail that waits to be sent. */
export async function deleteWaitingMail(tx: Writes, id: string): Promise<void> {
  await tx.deleteFrom('mails').where('id', '=', id).where('state', '=', 'waiting').execute();
}
