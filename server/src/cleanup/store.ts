import type { Reads } from '../platform/db/database.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';

export type FileRow = Pick<
  MediaRow,
  'id' | 'state' | 'path' | 'thumbnail_path' | 'source_widths' | 'created_at' | 'released_at'
> & {
  readonly referenced: boolean;
};

/** SQLite takes 1,000 variables in a statement. */
const batchSize = 500;

/** The rows of these files, by path, and whether anything refers to them. */
export async function findFileRows(reads: Reads, paths: readonly string[]): Promise<Map<string, FileRow>> {
  const found = new Map<string, FileRow>();
  for (let at = 0; at < paths.length; at += batchSize) {
    const rows = await reads
      .selectFrom('media')
      .select(['id', 'state', 'path', 'thumbnail_path', 'source_widths', 'created_at', 'released_at'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('media_refs').select('media_id').whereRef('media_refs.media_id', '=', 'media.id'),
        ).as('referenced'),
      )
      .where('path', 'in', paths.slice(at, at + batchSize))
      .execute();
    for (const row of rows) found.set(row.path, { ...row, referenced: Boolean(row.referenced) });
  }
  return found;
}
