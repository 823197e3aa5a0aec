import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from '../platform/data-lock.ts';
import { prepareDataDir } from '../platform/secrets.ts';
import { copyFlushed } from '../platform/storage/durable-file.ts';
import { checkBackup } from './check.ts';
import { foldersOf, share, sumFlushed, syncFolders } from './files.ts';
import { BackupFault, type Manifest, names } from './manifest.ts';
import { momentName } from './moments.ts';

/** All of a data folder that a restore replaces. The site's secrets stay, unless the backup brings its own. */
const replaced = [
  'duet.db',
  'duet.db-wal',
  'duet.db-shm',
  'duet.db.open',
  'media',
  'uploads',
  'tmp',
] as const;

export interface RestoreOptions {
  readonly dataDir: string;
  readonly folder: string;
  /** Whether the site's database is PostgreSQL, which pg_restore brings back. */
  readonly onPostgres: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where what was there before lies now; null where there was nothing. */
  readonly restorePoint: string | null;
  /** Whether the site has the keys that its passwords were hashed with. */
  readonly hasSecrets: boolean;
}

/**
 * Brings a backup back, after all of it was checked, into a data folder that no server uses. What is there goes to a
 * folder beside it first, which is a data folder of its own. Throws a `BackupFault`, and then nothing was changed.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { dataDir, folder, onPostgres, now } = options;
  const manifest = await checkBackup(folder);
  assertSameDatabase(manifest, onPostgres);
  prepareDataDir(dataDir);
  using _lock = lockDataDir(dataDir);
  const staged = join(dataDir, 'restore.partial');
  await rm(staged, { recursive: true, force: true });
  try {
    await stage(folder, staged, manifest);
    const restorePoint = await setAside(dataDir, manifest, now);
    await mkdir(staged, { recursive: true });
    for (const name of await readdir(staged)) await rename(join(staged, name), join(dataDir, name));
    await syncFolders([dataDir]);
    return { manifest, restorePoint, hasSecrets: existsSync(join(dataDir, names.secrets)) };
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

function assertSameDatabase({ database }: Manifest, onPostgres: boolean): void {
  if (database && onPostgres) {
    throw new BackupFault('The backup is of a site on SQLite; unset DUET_DATABASE_URL to restore it.');
  }
  if (!database && !onPostgres) {
    throw new BackupFault(
      'The backup is of a site on PostgreSQL. Restore its database with pg_restore and set DUET_DATABASE_URL first.',
    );
  }
}

/** Everything under its own name in a folder on the data's volume, read again and summed. */
async function stage(folder: string, staged: string, manifest: Manifest): Promise<void> {
  await mkdir(join(staged, names.media), { recursive: true, mode: 0o700 });
  // The database is written to from now on, and the backup must not be: a copy, never a link.
  for (const [name, sum] of [
    [names.database, manifest.database],
    [names.secrets, manifest.secrets],
  ] as const) {
    if (!sum) continue;
    await copyFlushed(join(folder, name), join(staged, name));
    if ((await sumFlushed(join(staged, name)))?.sha256 !== sum.sha256)
      throw new BackupFault(`${name} was not copied whole.`);
  }
  for (const { path, sha256 } of manifest.files) {
    const to = join(staged, names.media, path);
    await share(join(folder, names.media, path), to, null);
    if ((await sumFlushed(to))?.sha256 !== sha256) throw new BackupFault(`${path} was not copied whole.`);
  }
  await syncFolders(
    foldersOf(
      staged,
      manifest.files.map(({ path }) => join(names.media, path)),
    ),
  );
}

/** Moves what a restore replaces into a folder beside the data folder; answers it, or null where nothing was there. */
async function setAside(dataDir: string, { secrets }: Manifest, now: number): Promise<string | null> {
  const there = replaced.filter((name) => existsSync(join(dataDir, name)));
  if (there.length === 0) return null;
  const point = `${dataDir}-before-restore-${momentName(now)}`;
  await mkdir(point, { mode: 0o700 });
  for (const name of there) await rename(join(dataDir, name), join(point, name));
  if (existsSync(join(dataDir, names.secrets))) {
    await copyFlushed(join(dataDir, names.secrets), join(point, names.secrets));
    if (secrets) await rm(join(dataDir, names.secrets));
  }
  await syncFolders([point, dataDir]);
  return point;
}
