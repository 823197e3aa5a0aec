import { activeAdmin } from '../accounts/active-admin.ts';
import { picturePath } from '../accounts/person.ts';
import type { Condition, Reads, Writes } from '../platform/db/database.ts';
import type { InvitationRow } from '../platform/db/schema/joining.ts';

/** An invitation beside the admin who made it. */
export type InvitationWithCreator = Omit<InvitationRow, 'code_hash'> & {
  readonly username: string;
  readonly display_name: string;
  /** Whether they still are an admin who can act: what they made for others ends with that. */
  readonly creator_acts: boolean;
};

const columns = [
  'invitations.id',
  'invitations.role',
  'invitations.uses',
  'invitations.used',
  'invitations.note',
  'invitations.created_at',
  'invitations.created_by',
  'invitations.expires_at',
  'invitations.revoked_at',
  'invitations.email',
  'invitations.mail_id',
] as const;

const withCreator = (reads: Reads) =>
  reads
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.created_by')
    .select([...columns, 'users.username', 'users.display_name'])
    .select((eb) => eb.case().when(activeAdmin(eb)).then(1).else(0).end().as('creator_acts'));

const presented = <R extends { creator_acts: number }>(row: R) => ({
  ...row,
  creator_acts: Number(row.creator_acts) === 1,
});

export async function insertInvitation(tx: Writes, row: InvitationRow): Promise<void> {
  await tx.insertInto('invitations').values(row).execute();
}

export const findByCode = (
  reads: Reads,
  codeHash: string,
): Promise<Pick<InvitationRow, 'id' | 'role'> | undefined> =>
  reads.selectFrom('invitations').select(['id', 'role']).where('code_hash', '=', codeHash).executeTakeFirst();

/** That one more account can be made with an invitation now. */
const usable =
  (now: number): Condition<'invitations'> =>
  (eb) =>
    eb.and([
      eb('invitations.used', '<', eb.ref('invitations.uses')),
      eb('invitations.expires_at', '>', now),
      eb('invitations.revoked_at', 'is', null),
    ]);

const creatorActs = (reads: Reads, id: string) =>
  reads
    .selectFrom('users')
    .innerJoin('invitations', 'invitations.created_by', 'users.id')
    .select('users.id')
    .where('invitations.id', '=', id)
    .where(activeAdmin)
    .executeTakeFirst();

export async function isUsable(reads: Reads, id: string, now: number): Promise<boolean> {
  const open = await reads
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', id)
    .where(usable(now))
    .executeTakeFirst();
  return open !== undefined && (await creatorActs(reads, id)) !== undefined;
}

/** Counts one use, where one is left; whether it was. Of two at once for the last one, the database refuses one. */
export async function useInvitation(tx: Writes, id: string, now: number): Promise<boolean> {
  if ((await creatorActs(tx, id)) === undefined) return false;
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', id)
    .where(usable(now))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Revokes it; one that is revoked already keeps its time. */
export async function revokeInvitation(tx: Writes, id: string, now: number): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function findInvitation(reads: Reads, id: string): Promise<InvitationWithCreator | undefined> {
  const row = await withCreator(reads).where('invitations.id', '=', id).executeTakeFirst();
  return row && presented(row);
}

/** A page of invitations, the newest first. */
export async function listInvitations(
  reads: Reads,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<InvitationWithCreator[]> {
  const rows = await withCreator(reads)
    .orderBy('invitations.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(presented);
}

export async function countInvitations(reads: Reads): Promise<number> {
  const { count } = await reads
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Who came by these invitations, the first one first. */
export async function listJoined(reads: Reads, invitationIds: readonly string[]) {
  if (invitationIds.length === 0) return [];
  return reads
    .selectFrom('users')
    .select(['users.id', 'users.username', 'users.display_name', 'users.created_at', 'users.invitation_id'])
    .select(picturePath.as('picture_path'))
    .where('users.invitation_id', 'is not', null)
    .where('users.invitation_id', 'in', [...invitationIds])
    .orderBy('users.id')
    .execute();
}

export type Joined = Awaited<ReturnType<typeof listJoined>>[number];
