import type { auditEndpoints } from '@duet/contract/audit/endpoints';
import type { AuditLine } from '@duet/contract/audit/shapes';
import type { Data, Parsed } from '@duet/contract/endpoint';
import type { Context } from '../platform/context.ts';
import { isoTime } from '../platform/iso-time.ts';
import { findLines, findPersonId, type NamedLine } from './store.ts';

type List = (typeof auditEndpoints)['audit.list'];

/** A page of the audit; a person whom nobody knows has done nothing. */
export async function listAudit({ db }: Context, query: Parsed<List>['query']): Promise<Data<List>> {
  const { filter = 'all', before = null, limit } = query;
  const name = query.person?.trim() ?? '';
  const personId = name === '' ? null : await findPersonId(db.read, name);
  if (name !== '' && personId === null) return { lines: [], next: null };
  // Among many sign-ins acts may be few and far back; all else is read by an index.
  const reads = filter === 'acts' ? db.scan : db.read;
  const rows = await findLines(reads, { filter, personId, before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return { lines: shown.map(presentLine), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

function presentLine(row: NamedLine): AuditLine {
  return {
    _id: row.id,
    at: isoTime(row.at),
    action: row.action,
    actor: row.actor_id === null ? null : namedPerson(row.actor_id, row.actor_name, row.actor_shown),
    subject:
      row.subject_id === null ? null : namedPerson(row.subject_id, row.subject_name, row.subject_shown),
    details: JSON.parse(row.details) as AuditLine['details'],
    address: row.address,
  };
}

const namedPerson = (id: string, username: string | null, displayName: string | null) => ({
  _id: id,
  username,
  displayName: displayName ?? '',
});
