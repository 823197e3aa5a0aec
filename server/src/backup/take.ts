import { chmod, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../platform/context.ts';
import { sqliteFile } from '../platform/db/dialect/sqlite.ts';
import { writeFlushed } from '../platform/storage/durable-file.ts';
import type { Written } from '../platform/storage/storage.ts';
import { version } from '../platform/version.ts';
import { copyDatabase, type DatabaseFacts } from './copied-database.ts';
import type { ExpectedFile } from './expected-files.ts';
import { asBackupFault, BackupFault } from './fault.ts';
import { copyWhole, foldersOf, share, sumFlushed, syncFolders } from './files.ts';
import { backupFiles, type Manifest, readManifest, writeManifest } from './manifest.ts';
import { noteBackup } from './state.ts';
import { readFacts } from './store.ts';
import { UnfinishedBackup } from './unfinished.ts';

/** How often at most the database is copied anew because files went away while they were collected. */
const maxRounds = 20;

const inABucket =
  'The media of this site are in an object store (DUET_S3_BUCKET), which this does not copy. `backup --to FOLDER` does (docs/backup.md).';

interface BackupOptions {
  /** The folder of the backup; not there yet, or empty. */
  readonly folder: string;
  /** With the keys of the site, without which passwords of the backup can no longer be checked. */
  readonly withSecrets: boolean;
  /** An earlier backup whose files may be linked where the store's cannot. */
  readonly former: string | null;
  /** Ends it before its next file; nothing of it is left. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a backup of the site beside a running server: the database first, then every file that it says is there, until
 * both fit. All of it is read again and summed, and only then gets its name. Throws a `BackupFault`.
 */
export async function takeBackup(context: Context, options: BackupOptions): Promise<Manifest> {
  const { folder } = options;
  if (context.config.s3 !== null) throw new BackupFault(inABucket);
  let manifest: Manifest;
  try {
    await requireFresh(folder);
    await using partial = await UnfinishedBackup.begin(context.config.dataDir, folder);
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    // Not `recursive`: where a name cannot be made at all, as below /proc, Node then tries for ever.
    await mkdir(partial.path, { mode: 0o700 });
    manifest = await fill(context, partial.path, options);
    await writeManifest(partial.path, manifest);
    await syncFolders(
      foldersOf(
        partial.path,
        manifest.files.map(({ path }) => join(backupFiles.media, path)),
      ),
    );
    await removeEmpty(folder);
    await rename(partial.path, folder);
    await syncFolders([dirname(folder)]);
  } catch (error) {
    throw asBackupFault(error, folder);
  }
  // Whole and under its name, whether or not that can be written down.
  await noteBackup(context, manifest).catch((err) =>
    context.log.error({ err }, 'a backup could not be recorded'),
  );
  return manifest;
}

async function requireFresh(folder: string): Promise<void> {
  const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (there.length > 0)
    throw new BackupFault(`${folder} is not empty; a backup goes into a folder of its own.`);
}

/** Fails where something came into the folder meanwhile. */
async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function fill(context: Context, folder: string, options: BackupOptions): Promise<Manifest> {
  const media = join(context.config.dataDir, 'media');
  /** What the backup before gave, as its disk has it now. */
  const linked = new Set<string>();
  let before = new Set<string>();
  for (let round = 1; ; round += 1) {
    const createdAt = new Date(context.clock.now()).toISOString();
    const facts = await databaseOf(context, folder);
    const missing = new Set<string>();
    for (const { path } of facts.files) {
      options.signal?.throwIfAborted();
      const former = options.former === null ? null : join(options.former, backupFiles.media, path);
      const shared = await share(join(media, path), join(folder, backupFiles.media, path), former);
      if (shared === null) missing.add(path);
      else if (shared === 'former') linked.add(path);
    }
    // Twice in a row, with a fresh copy of the database in between: it is the site that has lost it.
    const lost = [...missing].filter((path) => before.has(path));
    if (lost.length === missing.size) {
      const described = { createdAt, program: version, schema: [...facts.schema] };
      const all = await sums(context, folder, facts, linked, options);
      return { format: 'duet-backup-1', ...described, ...all };
    }
    if (round === maxRounds) throw new BackupFault('Files are deleted faster than they can be backed up.');
    before = missing;
  }
}

/** On PostgreSQL the rows are read as they are now; the database itself is not part of the backup. */
async function databaseOf(context: Context, folder: string): Promise<DatabaseFacts> {
  if (context.db.dialect === 'postgres') return readFacts(context.db.scan);
  const copy = join(folder, backupFiles.database);
  await rm(copy, { force: true });
  return copyDatabase(sqliteFile(context.config.dataDir), copy);
}

type Sums = Pick<Manifest, 'database' | 'secrets' | 'files' | 'faults'>;

async function sums(
  context: Context,
  folder: string,
  facts: DatabaseFacts,
  linked: ReadonlySet<string>,
  { former, withSecrets, signal }: BackupOptions,
): Promise<Sums> {
  // Of thumbnails rows have no sum.
  const manifest = former === null || linked.size === 0 ? null : await readManifest(former).catch(() => null);
  const known = new Map(manifest?.files.map((file) => [file.path, file.sha256]));
  const faults: string[] = [];
  const files: Manifest['files'] = [];
  for (const expected of facts.files) {
    signal?.throwIfAborted();
    const { path, sum } = expected;
    const found = linked.has(path)
      ? await sumLinked(context, folder, path, sum?.sha256 ?? known.get(path))
      : await sumFlushed(join(folder, backupFiles.media, path));
    const fault = faultOf(expected, found);
    if (fault) faults.push(fault);
    if (found) files.push({ path, ...found });
  }
  await dropOthers(join(folder, backupFiles.media), new Set(files.map(({ path }) => path)));
  if (withSecrets) {
    const secrets = join(folder, backupFiles.secrets);
    await rm(secrets, { force: true });
    await writeFlushed(secrets, Buffer.from(`${JSON.stringify(context.secrets, null, 2)}\n`));
    await chmod(secrets, 0o600);
  }
  return {
    database: await sumFlushed(join(folder, backupFiles.database)),
    secrets: await sumFlushed(join(folder, backupFiles.secrets)),
    files,
    faults,
  };
}

/**
 * The sum of a file that the backup before gave. Where its disk has spoiled it since, it is taken from the site again: all backups share
 * those bytes, and the site would be blamed for them.
 */
async function sumLinked(
  context: Context,
  folder: string,
  path: string,
  expected: string | undefined,
): Promise<Written | null> {
  const file = join(folder, backupFiles.media, path);
  // A disk may also say itself that it cannot read it.
  const found = await sumFlushed(file).catch(() => null);
  if (found && found.sha256 === expected) return found;
  const copy = `${file}.copy`;
  await copyWhole(join(context.config.dataDir, 'media', path), copy);
  const fresh = await sumFlushed(copy);
  // Damaged in the site itself: all backups go on sharing the same bytes.
  if (fresh && fresh.sha256 === found?.sha256) {
    await rm(copy);
    return found;
  }
  await rm(file, { force: true });
  if (fresh) await rename(copy, file);
  context.log.warn({ path }, 'a file of former backups is damaged there, and was copied anew');
  return fresh;
}

function faultOf({ path, sum }: ExpectedFile, found: { size: number; sha256: string } | null): string | null {
  if (!found) return `${path} is missing in the site`;
  if (sum && (sum.size !== found.size || sum.sha256 !== found.sha256)) {
    return `${path} is damaged in the site`;
  }
  return null;
}

/** What was collected for an earlier copy of the database and is not in the last one. */
async function dropOthers(media: string, wanted: ReadonlySet<string>): Promise<void> {
  await mkdir(media, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(media, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(media.length + 1);
    if (entry.isFile() && !wanted.has(path)) await rm(join(media, path));
  }
}
