import { type AuditFilter, auditActions } from '@duet/contract/audit/constants';
import { type RawBuilder, sql } from 'kysely';
import type { Reads } from '../platform/db/database.ts';
import type { AuditRow } from '../platform/db/schema/accounts.ts';

/** A line with the names that belong to its ids; null where an id is nobody's. */
export type NamedLine = AuditRow & {
  readonly actor_name: string | null;
  readonly subject_name: string | null;
  readonly actor_shown: string | null;
  readonly subject_shown: string | null;
};

interface LinesAsked {
  readonly filter: AuditFilter;
  /** What this person did, and what was done to them. */
  readonly personId: string | null;
  /** Only lines before this one. */
  readonly before: string | null;
  readonly limit: number;
}

/** Lines of the audit, the newest first; ids are in the order of time. */
export function findLines(reads: Reads, asked: LinesAsked): Promise<NamedLine[]> {
  const newest = sql.join(
    indexedParts(asked).map((part) => newestOf(part, asked)),
    sql` union all `,
  );
  return reads
    .selectFrom('audit')
    .leftJoin('users as actor', 'actor.id', 'audit.actor_id')
    .leftJoin('users as subject', 'subject.id', 'audit.subject_id')
    .selectAll('audit')
    .select(['actor.username as actor_name', 'subject.username as subject_name'])
    .select(['actor.display_name as actor_shown', 'subject.display_name as subject_shown'])
    .where('audit.id', 'in', sql<string>`(${newest})`)
    .orderBy('audit.id', 'desc')
    .limit(asked.limit)
    .execute();
}

const { signIns, refusals } = auditActions;

/** What is asked for, in parts that an index has in the order of time; of a union of them all lines would be sorted. */
function indexedParts({ filter, personId }: LinesAsked): RawBuilder<unknown>[] {
  const kind = {
    all: sql`1 = 1`,
    acts: sql`action not in (${sql.join([...signIns, ...refusals])})`,
    signIns: sql`action in (${sql.join([...signIns])})`,
    refusals: sql`action in (${sql.join([...refusals])})`,
  }[filter];
  if (personId !== null) {
    return ['actor_id', 'subject_id'].map((column) => sql`${sql.ref(column)} = ${personId} and ${kind}`);
  }
  if (filter === 'all' || filter === 'acts') return [kind];
  return { signIns, refusals }[filter].map((action) => sql`action = ${action}`);
}

function newestOf(part: RawBuilder<unknown>, { before, limit }: LinesAsked): RawBuilder<unknown> {
  const older = before === null ? sql`` : sql`and id < ${before}`;
  return sql`select id from (select id from audit where ${part} ${older} order by id desc limit ${limit}) as part`;
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
