import { filesOf } from '../media/files.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';

/** A file that a row calls ready. */
export interface ExpectedFile {
  readonly path: string;
  /** Of the row; null for what lies beside the file itself, of which rows have no sum. */
  readonly sum: { readonly size: number; readonly sha256: string } | null;
}

type Row = Parameters<typeof filesOf>[0] & Pick<MediaRow, 'size' | 'sha256'>;

/** All files of a row. */
export const expectedFiles = (row: Row): ExpectedFile[] =>
  filesOf(row).map((path) => ({
    path,
    sum: path === row.path ? { size: row.size, sha256: row.sha256 } : null,
  }));
