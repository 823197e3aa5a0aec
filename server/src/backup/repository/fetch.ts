import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFlushed } from '../../platform/storage/durable-file.ts';
import { isKey } from '../../platform/storage/keys.ts';
import { BackupFault } from '../fault.ts';
import { backupFiles, type Manifest, writeManifest } from '../manifest.ts';
import type { Repository } from './repository.ts';
import type { Sum } from './snapshot.ts';

/**
 * Brings a backup out of a repository into a folder that is not there yet, in the form of a backup made into a folder, which is
 * checked and restored as one. Every byte is compared with its sum. Throws a `BackupFault`.
 */
export async function fetchBackup(repository: Repository, moment: string, folder: string): Promise<Manifest> {
  const { format: _, database, secrets, files, ...described } = await repository.readSnapshot(moment);
  await mkdir(folder, { mode: 0o700 });
  const bring = async (name: string, parts: readonly Sum[]): Promise<Sum> => {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return writeFlushed(file, contents(repository, parts));
  };
  const { pieces, ...whole } = database;
  if ((await bring(backupFiles.database, pieces)).sha256 !== whole.sha256) {
    throw new BackupFault(`The backup of ${moment} is damaged: its database is not whole.`);
  }
  if (secrets) await bring(backupFiles.secrets, [secrets]);
  await mkdir(join(folder, backupFiles.media), { mode: 0o700 });
  for (const { path, ...sum } of files) {
    // A name decides where it is written to.
    if (!isKey(path)) throw new BackupFault(`${path} is no name of a stored file.`);
    await bring(join(backupFiles.media, path), [sum]);
  }
  const manifest: Manifest = { format: 'duet-backup-1', ...described, database: whole, secrets, files };
  await writeManifest(folder, manifest);
  return manifest;
}

async function* contents(repository: Repository, parts: readonly Sum[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* repository.content(part);
}
