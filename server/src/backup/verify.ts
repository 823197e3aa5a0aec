import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { dayMs } from '@duet/contract/limits';
import type { Context } from '../platform/context.ts';
import { type DatabaseFacts, readCopiedDatabase } from './copied-database.ts';
import { asBackupFault, BackupFault } from './fault.ts';
import { sumOf } from './files.ts';
import { backupFiles, type Manifest, readManifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { byAge, listBackups, timestampedName } from './timestamped-names.ts';
import { UnfinishedBackup } from './unfinished.ts';

/** What a trial restore found whole. */
interface Verified {
  readonly folder: string;
  /** ISO 8601: the moment that the backup is of. */
  readonly createdAt: string;
  readonly files: number;
  /** Of all tables; null where the database is PostgreSQL, which is not part of the backup. */
  readonly rows: number | null;
}

/** So many lines are enough to know that a backup is of no use. */
const maxLines = 10;

/**
 * Restores a backup into a scratch folder beside it, as `restore` does, and checks what came out: the database by SQLite's
 * whole integrity check and its foreign keys, and every file against the row that names it. The scratch folder is removed,
 * by the next backup where this process dies. Throws a `BackupFault` that says what is wrong.
 */
export async function verifyBackup(
  context: Context,
  folder: string,
  signal?: AbortSignal,
): Promise<Verified> {
  try {
    const manifest = await readManifest(folder);
    const name = `verify-${basename(folder)}`;
    await using scratch = await UnfinishedBackup.begin(context.config.dataDir, join(dirname(folder), name));
    await mkdir(scratch.path, { mode: 0o700 });
    const dataDir = join(scratch.path, 'data');
    const onPostgres = manifest.database === null;
    await restoreBackup({ dataDir, folder, onPostgres, now: context.clock.now() });
    signal?.throwIfAborted();
    const { createdAt, files } = manifest;
    if (onPostgres) return { folder, createdAt, files: files.length, rows: null };
    const database = await readCopiedDatabase(join(dataDir, backupFiles.database), { thorough: true });
    await compareFiles(join(dataDir, backupFiles.media), database, manifest, signal);
    return { folder, createdAt, files: files.length, rows: database.rows ?? 0 };
  } catch (error) {
    throw asBackupFault(error, folder);
  }
}

/** What the site itself lacked when the backup was made is said by the manifest, and no fault of the backup. */
async function compareFiles(
  media: string,
  { files }: DatabaseFacts,
  { faults: known }: Manifest,
  signal: AbortSignal | undefined,
): Promise<void> {
  const faults: string[] = [];
  for (const { path, sum } of files) {
    signal?.throwIfAborted();
    const found = await sumOf(join(media, path));
    const wrong = sum !== null && found !== null && found.sha256 !== sum.sha256;
    if (found !== null && !wrong) continue;
    if (known.some((line) => line.startsWith(`${path} `))) continue;
    faults.push(`${path} ${wrong ? 'is not what its row says' : 'was not restored'}`);
  }
  if (faults.length === 0) return;
  const lines = faults.slice(0, maxLines);
  if (faults.length > maxLines) lines.push(`… and ${faults.length - maxLines} more`);
  throw new BackupFault(['What was restored for trial is not whole:', ...lines].join('\n  '));
}

/** How long a trial restore is good for, and when one that failed is tried again, in ms. */
const goodForMs = 7 * dayMs;
const retryAfterMs = dayMs;

/** Restores the newest backup of `folder` for trial; answers false where there is none. Throws a `BackupFault`. */
async function verifyNewest(context: Context, folder: string, signal?: AbortSignal): Promise<boolean> {
  const newest = byAge(await listBackups(folder), timestampedName(context.clock.now())).at(-1);
  if (newest === undefined) return false;
  await verifyBackup(context, join(folder, newest), signal);
  return true;
}

/**
 * Restores the newest backup for trial where the last one was a week ago; answers whether it did. The result is
 * the job's, which the dashboard shows. Throws a `BackupFault`.
 */
export async function verifyWhenDue(
  context: Context,
  folder: string,
  signal?: AbortSignal,
  verify = verifyNewest,
): Promise<boolean> {
  const results = await context.jobs.results();
  const last = results.find(({ name }) => name === 'backupTrial')?.last ?? null;
  const pauseMs = last?.failed ? retryAfterMs : goodForMs;
  const agoMs = last === null ? null : context.clock.now() - last.endedAt;
  // One that has not ended yet was noted while the clock was ahead.
  if (agoMs !== null && agoMs >= 0 && agoMs < pauseMs) return false;
  try {
    return await verify(context, folder, signal);
  } catch (error) {
    // A backup is being made in this moment, or the server stops: the next look sees it.
    if ((error instanceof BackupFault && error.reason === 'busy') || signal?.aborted) return false;
    throw error;
  }
}
