import type { Reads } from '../db/database.ts';
import type { SiteSettingsRow } from '../db/schema/site.ts';

/** The one row, which a migration made. */
export function findSettings(reads: Reads): Promise<SiteSettingsRow> {
  return reads.selectFrom('site_settings').selectAll().where('id', '=', 'site').executeTakeFirstOrThrow();
}
