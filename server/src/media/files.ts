import type { MediaRow } from '../platform/db/schema/media.ts';
import { sourceKey } from '../platform/storage/keys.ts';

type Files = Pick<MediaRow, 'path' | 'thumbnail_path' | 'source_widths'>;

/** The widths in which a picture also lies beside itself, narrowest first. */
export const widthsOf = ({ source_widths }: Pick<MediaRow, 'source_widths'>): number[] =>
  source_widths === '' ? [] : source_widths.split(',').map(Number);

/** Everything that is stored of a row: the file itself, its thumbnail and its smaller sizes. */
export function filesOf(row: Files): string[] {
  const thumbnail = row.thumbnail_path === null ? [] : [row.thumbnail_path];
  return [row.path, ...thumbnail, ...widthsOf(row).map((width) => sourceKey(row.path, width))];
}

/** The row that a file belongs to, of those found by `mainKeys`: a thumbnail obeys what its picture obeys. */
export const rowOfFile = <Row extends Files>(rows: readonly Row[], key: string): Row | undefined =>
  rows.find((row) => filesOf(row).includes(key));
