import { type AuditFilter, auditActions } from '@duet/contract/audit/constants';
import { sql } from 'kysely';
import type { Reads } from '../platform/db/database.ts';
import type { AuditRow } from '../platform/db/schema/accounts.ts';

/** A line with the names that belong to its ids; null where an id is nobody's. */
export type NamedLine = AuditRow & {
  readonly actor_name: string | null;
  readonly subject_name: string | null;
};

export interface LinesAsked {
  readonly filter: AuditFilter;
  /** What this person did, and what was done to them. */
  readonly personId: string | null;
  /** Only lines before this one. */
  readonly before: string | null;
  readonly limit: number;
}

/** Lines of the audit, the newest first; ids are in the order of time. */
export function findLines(
  reads: Reads,
  { filter, personId, before, limit }: LinesAsked,
): Promise<NamedLine[]> {
  const { signIns, refusals } = auditActions;
  return reads
    .selectFrom('audit')
    .leftJoin('users as actor', 'actor.id', 'audit.actor_id')
    .leftJoin('users as subject', 'subject.id', 'audit.subject_id')
    .selectAll('audit')
    .select(['actor.username as actor_name', 'subject.username as subject_name'])
    .$if(filter === 'signIns', (query) => query.where('action', 'in', [...signIns]))
    .$if(filter === 'refusals', (query) => query.where('action', 'in', [...refusals]))
    .$if(filter === 'acts', (query) => query.where('action', 'not in', [...signIns, ...refusals]))
    .$if(personId !== null, (query) =>
      query.where(({ or, eb }) => or([eb('actor_id', '=', personId), eb('subject_id', '=', personId)])),
    )
    .$if(before !== null, (query) => query.where('audit.id', '<', before ?? ''))
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute();
}

/** Somebody's id by their username, in any case; null where nobody has it. */
export async function findPersonId(reads: Reads, username: string): Promise<string | null> {
  const row = await reads
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
  return row?.id ?? null;
}
