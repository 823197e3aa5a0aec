import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../scripts/project.mjs';

/** What each database has for itself (server/src/move/rows.ts). */
const left: ReadonlySet<string> = new Set([
  'migrations',
  'jobs',
  'rate_limits',
  'site_secrets',
  'unfinished_move',
]);

/** Compares every row and every file of two data folders, by nothing of what moves them; throws a `Fault` where one differs. */
export async function requireSame(one: string, other: string): Promise<{ rows: number; files: number }> {
  const rows = requireSameRows(join(one, 'duet.db'), join(other, 'duet.db'));
  const [here, there] = [await sumsBelow(join(one, 'media')), await sumsBelow(join(other, 'media'))];
  if (here.join('\n') !== there.join('\n')) throw new Fault('The files are not the same.');
  return { rows, files: here.length };
}

function requireSameRows(one: string, other: string): number {
  using here = new DatabaseSync(one, { readOnly: true });
  using there = new DatabaseSync(other, { readOnly: true });
  let count = 0;
  const tables = here
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !left.has(name));
  for (const name of tables) {
    const textsOf = (database: DatabaseSync) =>
      database
        .prepare(`select * from "${name}"`)
        .all()
        .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
        .sort();
    const [texts, others] = [textsOf(here), textsOf(there)];
    const different = texts.findIndex((text, place) => text !== others[place]);
    if (texts.length !== others.length || different >= 0)
      throw new Fault(
        `${name} is not the same: ${texts.length} rows and ${others.length}, ${texts[different]}`,
      );
    count += texts.length;
  }
  return count;
}

async function sumsBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sums: string[] = [];
  for (const file of files.toSorted()) {
    const hash = createHash('sha256');
    for await (const bytes of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(bytes);
    sums.push(`${file.slice(folder.length)} ${hash.digest('hex')}`);
  }
  return sums;
}
