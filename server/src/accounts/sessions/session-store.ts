import type { SessionEndReason } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import type { Reads, Writes } from '../../platform/db/database.ts';
import { preparedRead } from '../../platform/db/prepared.ts';
import type { SessionRow, UserRow } from '../../platform/db/schema/accounts.ts';
import type { Acting } from '../acting-role.ts';
import { endTokens } from '../personal-tokens/personal-token-store.ts';

/** A session with what authentication needs of its user. */
export type SessionOfUser = Pick<SessionRow, 'id' | 'user_id' | 'created_at' | 'last_used_at'> &
  Pick<UserRow, 'username' | 'display_name' | 'language' | 'deleted_at'> &
  Acting;

/** Why and when, in ms, a session ends. */
export interface Ending {
  readonly reason: SessionEndReason;
  readonly at: number;
}

const byTokenHash = preparedRead((db, { tokenHash }: { tokenHash: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.created_at',
      'sessions.last_used_at',
      'users.username',
      'users.display_name',
      'users.role',
      'users.second_step_since',
      'users.passkeys_since',
      'users.language',
      'users.deleted_at',
    ])
    .where('sessions.token_hash', '=', tokenHash),
);

export const findSession = (reads: Reads, tokenHash: string): Promise<SessionOfUser | undefined> =>
  byTokenHash.first(reads, { tokenHash });

const sessionsAtOnce = 500;

/** Of these ids, the sessions that are there. */
export async function findSessions(
  reads: Reads,
  ids: readonly string[],
): Promise<
  (Pick<SessionRow, 'id' | 'created_at' | 'last_used_at'> & Acting & Pick<UserRow, 'deleted_at'>)[]
> {
  const found = [];
  for (let from = 0; from < ids.length; from += sessionsAtOnce) {
    const some = reads
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.id',
        'sessions.created_at',
        'sessions.last_used_at',
        'users.role',
        'users.second_step_since',
        'users.passkeys_since',
        'users.deleted_at',
      ])
      .where('sessions.id', 'in', ids.slice(from, from + sessionsAtOnce));
    found.push(...(await some.execute()));
  }
  return found;
}

/** All of a person, the most recently used first. */
export function listSessions(
  reads: Reads,
  userId: string,
): Promise<Pick<SessionRow, 'id' | 'created_at' | 'last_used_at' | 'user_agent' | 'new_device'>[]> {
  return reads
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'user_agent', 'new_device'])
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function insertSession(tx: Writes, row: SessionRow): Promise<void> {
  tx.concerns('sessions', [row.id]);
  await tx.insertInto('sessions').values(row).execute();
}

export async function touchSession(tx: Writes, id: string, now: number): Promise<void> {
  tx.concerns('sessions', [id]);
  await tx
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('last_used_at', '<', now)
    .execute();
}

/** When the person last proved who they are in this session; undefined where it has ended. */
export async function findProvedAt(reads: Reads, id: string): Promise<number | undefined> {
  const found = await reads
    .selectFrom('sessions')
    .select(['created_at', 'proved_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found && (found.proved_at ?? found.created_at);
}

export async function writeProvedAt(tx: Writes, id: string, at: number): Promise<void> {
  tx.concerns('sessions', [id]);
  await tx.updateTable('sessions').set({ proved_at: at }).where('id', '=', id).execute();
}

/** Whether there was such a session of this person. */
export async function deleteSession(
  tx: Writes,
  userId: string,
  id: string,
  ending: Ending,
): Promise<boolean> {
  tx.concerns('sessions', [id]);
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('token_hash')
    .execute();
  await insertEnded(tx, ended, () => ending.reason, ending.at);
  return ended.length > 0;
}

/** Ends all sessions of a person, or all but one, and the personal tokens that end with them; answers how many sessions. */
export async function deleteSessions(
  tx: Writes,
  userId: string,
  exceptId: string | null,
  ending: Ending,
): Promise<number> {
  await endTokens(tx, userId, ending.reason);
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId ?? ''))
    .returning('token_hash')
    .execute();
  await insertEnded(tx, ended, () => ending.reason, ending.at);
  return ended.length;
}

/** Removes a person's sessions that are over, and the oldest ones beyond `keep`. `over` are times in ms. */
export async function pruneSessions(
  tx: Writes,
  userId: string,
  keep: number,
  over: { readonly usedBefore: number; readonly createdBefore: number; readonly at: number },
): Promise<void> {
  const newest = tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(keep);
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('last_used_at', '<=', over.usedBefore),
        eb('created_at', '<=', over.createdBefore),
        eb('id', 'not in', newest),
      ]),
    )
    .returning(['token_hash', 'last_used_at', 'created_at'])
    .execute();
  const isOver = (session: (typeof ended)[number]) =>
    session.last_used_at <= over.usedBefore || session.created_at <= over.createdBefore;
  await insertEnded(tx, ended, (session) => (isOver(session) ? 'expired' : 'replaced'), over.at);
}

/** Why the session of a token ended; undefined where that is long ago or there never was one. */
export async function findEnded(
  reads: Reads,
  tokenHash: string,
  after: number,
): Promise<SessionEndReason | undefined> {
  const found = await reads
    .selectFrom('ended_sessions')
    .select('reason')
    .where('token_hash', '=', tokenHash)
    .where('ended_at', '>', after)
    .executeTakeFirst();
  return found?.reason;
}

async function insertEnded<S extends Pick<SessionRow, 'token_hash'>>(
  tx: Writes,
  sessions: readonly S[],
  reasonOf: (session: S) => SessionEndReason,
  at: number,
): Promise<void> {
  if (sessions.length === 0) return;
  await tx
    .deleteFrom('ended_sessions')
    .where('ended_at', '<=', at - limits.session.endReasonMs)
    .execute();
  const rows = sessions.map((session) => ({
    token_hash: session.token_hash,
    reason: reasonOf(session),
    ended_at: at,
  }));
  await tx.insertInto('ended_sessions').values(rows).execute();
}

export async function hasSession(reads: Reads, userId: string, id: string): Promise<boolean> {
  const found = await reads
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}
