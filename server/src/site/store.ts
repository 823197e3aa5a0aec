import type { Reads, Writes } from '../platform/db/database.ts';
import type { SiteSettingsRow } from '../platform/db/schema/site.ts';

export function findRow(reads: Reads): Promise<SiteSettingsRow> {
  return reads.selectFrom('site_settings').selectAll().where('id', '=', 'site').executeTakeFirstOrThrow();
}

export async function updateRow(tx: Writes, columns: Partial<Omit<SiteSettingsRow, 'id'>>): Promise<void> {
  await tx.updateTable('site_settings').set(columns).where('id', '=', 'site').execute();
}
