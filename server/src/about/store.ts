import { sql } from 'kysely';
import { activeAdmin } from '../accounts/active-admin.ts';
import { picturePath } from '../accounts/person.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import type { SiteAboutRow } from '../platform/db/schema/about.ts';

/** The one row, which a migration made. */
export function findAbout(reads: Reads): Promise<SiteAboutRow> {
  return reads.selectFrom('site_about').selectAll().where('id', '=', 'site').executeTakeFirstOrThrow();
}

export async function updateAbout(tx: Writes, columns: Partial<Omit<SiteAboutRow, 'id'>>): Promise<void> {
  await tx.updateTable('site_about').set(columns).where('id', '=', 'site').execute();
}

/** The first admins, in the order in which they came. */
export function findHosts(reads: Reads, most: number) {
  return (
    reads
      .selectFrom('users')
      .select(['users.id', 'users.username', 'users.display_name', picturePath.as('picture_path')])
      .where(activeAdmin)
      // Written out, so that the index of admins is seen to fit.
      .where('users.role', '=', sql.lit('admin'))
      .orderBy('users.created_at')
      .orderBy('users.id')
      .limit(most)
      .execute()
  );
}
