import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lockDataDir } from '../platform/data-lock.ts';
import { prepareDataDir } from '../platform/secrets/file.ts';
import { realFolder, restoringFolder } from '../platform/site-folder.ts';
import { copyFlushed, flushExisting } from '../platform/storage/durable-file.ts';
import { checkBackup } from './check.ts';
import { asBackupFault, BackupFault } from './fault.ts';
import { foldersOf, share, sumFlushed, syncFolders } from './files.ts';
import { backupFiles, type Manifest } from './manifest.ts';
import { timestampedName } from './timestamped-names.ts';

/** In a restored data folder: which backup it is of, and where what was there before lies. */
const noteName = 'restored.json';

/** A lock of SQLite's leaves nothing else in a folder. */
const lockName = 'lock';

/** Made here, so that they belong to whom the rest of the folder does. */
const madeAtStart = ['tmp', 'uploads'] as const;

interface RestoreOptions {
  readonly dataDir: string;
  readonly folder: string;
  /** Whether the site's database is PostgreSQL, which pg_restore brings back. */
  readonly onPostgres: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where what was there before lies now, a data folder of its own; null where there was nothing. */
  readonly restorePoint: string | null;
  /** Whose keys the restored site has: those of the backup, those it had before, or none. */
  readonly secrets: 'backup' | 'kept' | 'none';
}

/** What of a restored folder is written down in it. */
type RestoreNote = Omit<Restored, 'manifest'> & { readonly of: string };

/**
 * Brings a backup back, after all of it was checked, into a data folder that no server uses. The new folder is made
 * whole beside the old one, which then is renamed, and the new one takes its name. A process that dies before that has
 * changed nothing; between the two renames there is no data folder, no server starts (`requireWholeFolder`), and the
 * same restore ends it. Throws a `BackupFault`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, onPostgres, now } = options;
  const manifest = await checkBackup(folder).catch((error) => {
    throw asBackupFault(error, folder);
  });
  assertSameDatabase(manifest, onPostgres);
  const dataDir = realFolder(options.dataDir);
  try {
    return (await endInterrupted(dataDir, manifest)) ?? (await replace(dataDir, folder, manifest, now));
  } catch (error) {
    throw asBackupFault(error, dataDir);
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

/** Gives the folder its name that an earlier restore had made whole; null where that was of another backup. */
async function endInterrupted(dataDir: string, manifest: Manifest): Promise<Restored | null> {
  const staged = restoringFolder(dataDir);
  if (existsSync(dataDir) || !existsSync(join(staged, noteName))) return null;
  const { of, ...restored } = JSON.parse(await readFile(join(staged, noteName), 'utf8')) as RestoreNote;
  await rename(staged, dataDir);
  await syncFolders([dirname(dataDir)]);
  return of === manifest.createdAt ? { manifest, ...restored } : null;
}

async function replace(dataDir: string, folder: string, manifest: Manifest, now: number): Promise<Restored> {
  await mkdir(dirname(dataDir), { recursive: true });
  const former = existsSync(dataDir);
  if (former) await requireRenamable(dataDir);
  using _former = former ? lockDataDir(dataDir) : null;
  const staged = restoringFolder(dataDir);
  if (existsSync(staged)) {
    // Left by one that died, or still being made by another process.
    lockDataDir(staged)[Symbol.dispose]();
    await rm(staged, { recursive: true, force: true });
  }
  prepareDataDir(staged);
  using _staged = lockDataDir(staged);
  try {
    await stage(folder, staged, manifest);
    const secrets = await stageSecrets(dataDir, folder, staged, manifest);
    const used = former && (await readdir(dataDir)).some((name) => name !== lockName);
    const restorePoint = used ? `${dataDir}-before-restore-${timestampedName(now)}` : null;
    await leaveNote(staged, { of: manifest.createdAt, restorePoint, secrets });
    if (former) await keepOwner(dataDir, staged);
    if (restorePoint !== null) await rename(dataDir, restorePoint);
    else if (former) await removeUnused(dataDir);
    await rename(staged, dataDir);
    await syncFolders([dirname(dataDir)]);
    return { manifest, restorePoint, secrets };
  } catch (error) {
    // What is needed to end an interrupted restore stays.
    if (existsSync(dataDir) || !former) await rm(staged, { recursive: true, force: true });
    throw error;
  }
}

/** A folder where a volume is mounted has its name for good. */
async function requireRenamable(dataDir: string): Promise<void> {
  const [own, parent] = await Promise.all([stat(dataDir), stat(dirname(dataDir))]);
  if (own.dev === parent.dev) return;
  throw new BackupFault(
    `${dataDir} is where a disk is mounted and cannot be replaced. Set DUET_DATA_DIR to a folder inside it, such as ${join(dataDir, 'site')}, for this command and for the server.`,
  );
}

/** Database and media under their own names, read again and summed. */
async function stage(folder: string, staged: string, manifest: Manifest): Promise<void> {
  for (const name of [backupFiles.media, ...madeAtStart]) await mkdir(join(staged, name), { mode: 0o700 });
  // The database is written to from now on, and the backup must not be: a copy, never a link.
  if (manifest.database) await copyChecked(folder, staged, backupFiles.database, manifest.database);
  for (const { path, sha256 } of manifest.files) {
    const to = join(staged, backupFiles.media, path);
    await share(join(folder, backupFiles.media, path), to, null);
    if ((await sumFlushed(to))?.sha256 !== sha256) throw new BackupFault(`${path} was not copied whole.`);
  }
  await syncFolders(
    foldersOf(
      staged,
      manifest.files.map(({ path }) => join(backupFiles.media, path)),
    ),
  );
}

async function copyChecked(
  folder: string,
  staged: string,
  name: string,
  { sha256 }: { readonly sha256: string },
): Promise<void> {
  const to = join(staged, name);
  await copyFlushed(join(folder, name), to);
  await chmod(to, 0o600);
  if ((await sumFlushed(to))?.sha256 !== sha256) throw new BackupFault(`${name} was not copied whole.`);
}

/** The keys of the backup, else those that the site has. */
async function stageSecrets(
  dataDir: string,
  folder: string,
  staged: string,
  manifest: Manifest,
): Promise<Restored['secrets']> {
  if (manifest.secrets) {
    await copyChecked(folder, staged, backupFiles.secrets, manifest.secrets);
    return 'backup';
  }
  const own = join(dataDir, backupFiles.secrets);
  if (!existsSync(own)) return 'none';
  await copyFlushed(own, join(staged, backupFiles.secrets));
  return 'kept';
}

async function leaveNote(staged: string, note: RestoreNote): Promise<void> {
  const file = join(staged, noteName);
  await writeFile(file, `${JSON.stringify(note, null, 1)}\n`, { mode: 0o600 });
  await flushExisting(file);
  await syncFolders([staged]);
}

/** Restored by root, the folder is still the one of the account that the server runs as. */
async function keepOwner(dataDir: string, staged: string): Promise<void> {
  const { uid, gid } = await stat(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  const inside = await readdir(staged, { recursive: true });
  for (const path of ['.', ...inside]) await chown(join(staged, path), uid, gid);
}

/** Fails where something came into it meanwhile. */
async function removeUnused(dataDir: string): Promise<void> {
  await rm(join(dataDir, lockName), { force: true });
  await rmdir(dataDir);
}
