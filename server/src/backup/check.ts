import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { migrations } from '../platform/db/migrations/index.ts';
import { isKey } from '../platform/storage/keys.ts';
import { readCopiedDatabase } from './copied-database.ts';
import { BackupFault } from './fault.ts';
import { sumOf } from './files.ts';
import { backupFiles, type Manifest, readManifest } from './manifest.ts';

/** So many lines are enough to know that a backup is of no use. */
const maxLines = 10;

/**
 * Reads a whole backup and holds it against its manifest: every sum, the database by SQLite's own check, and each of
 * its rows against the files. Throws a `BackupFault` that says all that is wrong.
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const unknown = manifest.schema.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new BackupFault(`The backup is of a newer Duet (it has ${unknown.join(', ')}). Update Duet first.`);
  }
  const faults: string[] = [];
  const check = async (path: string, sum: Manifest['database']) => {
    const fault = await faultOf(join(folder, path), sum);
    if (fault) faults.push(`${path} ${fault}`);
  };
  if (manifest.database) await check(backupFiles.database, manifest.database);
  if (manifest.secrets) await check(backupFiles.secrets, manifest.secrets);
  for (const { path, ...sum } of manifest.files) {
    if (isKey(path)) await check(join(backupFiles.media, path), sum);
    else faults.push(`${path} is no name of a stored file`);
  }
  if (faults.length === 0 && manifest.database) faults.push(...(await unkept(folder, manifest)));
  if (faults.length === 0) return manifest;
  const more = faults.length > maxLines ? [`… and ${faults.length - maxLines} more`] : [];
  throw new BackupFault(
    ['The backup is damaged and nothing was changed:', ...faults.slice(0, maxLines), ...more].join('\n  '),
  );
}

async function faultOf(file: string, sum: Manifest['database']): Promise<string | null> {
  // What cannot even be looked at is as good as missing.
  const there = await stat(file).catch(() => null);
  if (!there) return 'is missing';
  if (there.size !== sum?.size) return `has ${there.size} bytes in place of ${sum?.size}`;
  const found = await sumOf(file);
  return found?.sha256 === sum.sha256 ? null : 'has other bytes than were backed up';
}

/** Files that the database says are there and the backup does not have, without having said so. */
async function unkept(folder: string, { files, faults }: Manifest): Promise<string[]> {
  const database = await readCopiedDatabase(join(folder, backupFiles.database));
  const kept = new Set(files.map(({ path }) => path));
  return database.files
    .filter(({ path }) => !kept.has(path) && !faults.some((line) => line.startsWith(`${path} `)))
    .map(({ path }) => `${path} is in the database and not in the backup`);
}
