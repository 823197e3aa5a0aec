import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MB } from '@duet/contract/limits';
import { writeFlushed } from '../../platform/storage/durable-file.ts';
import { isKey } from '../../platform/storage/keys.ts';
import { asBackupFault, BackupFault } from '../fault.ts';
import { backupFiles, type Manifest, writeManifest } from '../manifest.ts';
import { DamagedObject, type Repository } from './repository.ts';
import type { Sum } from './snapshot.ts';

interface FetchOptions {
  /** Leaves out files, and the keys of the site, whose objects are damaged; the manifest names them. The database has to be whole. */
  readonly withoutDamaged?: boolean | undefined;
  /** Throws where the disk that it is brought to has no room for so many bytes. */
  readonly requireRoom?: ((bytes: number) => Promise<void>) | undefined;
}

/**
 * Brings a backup out of a repository into a folder that is not there yet, in the form of a backup made into a folder, which is
 * checked and restored as one. Every byte is compared with its sum. Throws a `BackupFault`.
 */
export async function fetchBackup(
  repository: Repository,
  moment: string,
  folder: string,
  { withoutDamaged = false, requireRoom }: FetchOptions = {},
): Promise<Manifest> {
  const { format: _, database, ...snapshot } = await repository.readSnapshot(moment);
  // The database once more, because a restore does not work on that of the backup.
  const bytes = snapshot.files.reduce((sum, { size }) => sum + size, 2 * database.size);
  await requireRoom?.(bytes).catch((error: unknown) => {
    const fault = asBackupFault(error, folder);
    if (fault.reason !== 'diskFull') throw fault;
    const sentence = `The disk of ${dirname(folder)} has no room for the backup: ${Math.ceil(bytes / MB)} MB are needed, and 64 MB beside it.`;
    throw new BackupFault(sentence, { cause: error, reason: 'diskFull' });
  });
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
  const faults = [...snapshot.faults];
  /** Whether it is there; what is damaged only where that is allowed. */
  const brought = async (path: string, name: string, sum: Sum): Promise<boolean> => {
    try {
      await bring(name, [sum]);
      return true;
    } catch (error) {
      if (!withoutDamaged || !(error instanceof DamagedObject)) throw error;
      faults.push(`${path} ${damagedHere}`);
      return false;
    }
  };
  const { secrets } = backupFiles;
  const hasSecrets = snapshot.secrets && (await brought(secrets, secrets, snapshot.secrets));
  await mkdir(join(folder, backupFiles.media), { mode: 0o700 });
  const files: Manifest['files'] = [];
  for (const { path, ...sum } of snapshot.files) {
    // A name decides where it is written to.
    if (!isKey(path)) throw new BackupFault(`${path} is no name of a stored file.`);
    if (await brought(path, join(backupFiles.media, path), sum)) files.push({ path, ...sum });
  }
  const manifest: Manifest = {
    ...snapshot,
    ...{ format: 'duet-backup-1', database: whole, secrets: hasSecrets ? snapshot.secrets : null },
    ...{ files, faults },
  };
  await writeManifest(folder, manifest);
  return manifest;
}

/** The end of a line of `faults` about what the repository has lost, and not the site. */
export const damagedHere = 'is damaged in the backup';

/** As `fetchBackup`, for a trial: where objects are damaged it sets them aside for the next backup, before it throws. */
export async function fetchForTrial(
  repository: Repository,
  moment: string,
  folder: string,
  { signal, ...options }: FetchOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<Manifest> {
  try {
    return await fetchBackup(repository, moment, folder, options);
  } catch (error) {
    if (!(error instanceof DamagedObject)) throw error;
    // Whoever may only read the folder is told of the damage all the same.
    const count = await repository.setAsideDamaged(moment, signal).catch(() => 0);
    if (count === 0) throw error;
    const sentence = `${error.message} What is damaged was moved to damaged/ (${count}): the next backup stores again what the site still has.`;
    throw new BackupFault(sentence, { cause: error });
  }
}

async function* contents(repository: Repository, parts: readonly Sum[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* repository.content(part);
}
