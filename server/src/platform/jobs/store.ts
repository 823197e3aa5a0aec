import type { JobName } from '@duet/contract/dashboard/shapes';
import type { Reads, Writes } from '../db/database.ts';
import type { JobRow } from '../db/schema/jobs.ts';

interface Lease {
  readonly name: JobName;
  readonly owner: string;
  readonly now: number;
  readonly leaseMs: number;
}

/**
 * Takes or renews the lease of a job; false where another runner has it. One that ends much later than any lease can was
 * written by a clock that was ahead, and counts for nothing; a little later it ends wherever the clock of its runner is ahead of
 * this one, or was read after it.
 */
export async function takeLease(tx: Writes, { name, owner, now, leaseMs }: Lease): Promise<boolean> {
  const lease = { lease_owner: owner, lease_until: now + leaseMs };
  const taken = await tx
    .insertInto('jobs')
    .values({ name, ...lease, ended_at: null, duration_ms: null, failed: null })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(lease)
        .where(({ or, eb }) =>
          or([
            eb('jobs.lease_owner', 'is', null),
            eb('jobs.lease_owner', '=', owner),
            eb('jobs.lease_until', '<=', now),
            eb('jobs.lease_until', '>', now + leaseMs * 2),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function releaseLease(tx: Writes, name: JobName, owner: string): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ lease_owner: null, lease_until: null })
    .where('name', '=', name)
    .where('lease_owner', '=', owner)
    .execute();
}

export async function putResult(
  tx: Writes,
  name: JobName,
  result: Pick<JobRow, 'ended_at' | 'duration_ms' | 'failed'>,
): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({ name, lease_owner: null, lease_until: null, ...result })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(result))
    .execute();
}

export async function findResults(reads: Reads, names: readonly JobName[]): Promise<JobRow[]> {
  if (names.length === 0) return [];
  return reads.selectFrom('jobs').selectAll().where('name', 'in', names).execute();
}
