import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import { lastDue, noteFolder, requireFolder } from '../nightly.ts';
import { byAge, timestampedName } from '../timestamped-names.ts';
import { verifyBackup } from '../verify.ts';
import { fetchForTrial } from './fetch.ts';
import { isInBucket, openStorage } from './open-storage.ts';
import { passphraseIn } from './passphrase.ts';
import { Repository, snapshotsIn } from './repository.ts';
import { saveBackup } from './save.ts';

/**
 * Makes tonight's backup in the repository of DUET_BACKUP_TO where there is none yet, and keeps as many as are wanted; answers whether
 * it made one. Throws a `BackupFault`.
 */
export async function saveWhenDue(context: Context, to: string, signal?: AbortSignal): Promise<boolean> {
  const { config, clock, log } = context;
  if (!isInBucket(to)) await requireFolder(context, to, 'DUET_BACKUP_TO');
  {
    using opened = await openStorage(to, config);
    // A clock that once was ahead left names behind that are no reason to wait until then.
    const now = timestampedName(clock.now());
    const newest = (await snapshotsIn(opened.storage)).filter((moment) => moment <= now).at(-1);
    if (newest !== undefined && newest >= timestampedName(lastDue(clock.now()))) return false;
  }
  const passphrase = await passphraseIn(config.backupPassphraseFile);
  const { snapshot } = await saveBackup(context, { folder: to, passphrase, keep: config.backupKeep, signal });
  for (const fault of snapshot.faults) log.error({ fault }, 'a backup found a fault of the site');
  if (!isInBucket(to)) await noteFolder(context, to);
  return true;
}

/** Restores the newest backup of a repository for trial; answers false where there is none yet. Throws a `BackupFault`. */
export async function verifyNewest(context: Context, to: string, signal?: AbortSignal): Promise<boolean> {
  const { config, clock, storage } = context;
  using opened = await openStorage(to, config);
  const newest = byAge(await snapshotsIn(opened.storage), timestampedName(clock.now())).at(-1);
  if (newest === undefined) return false;
  const passphrase = await passphraseIn(config.backupPassphraseFile);
  const repository = await Repository.open(opened.storage, passphrase, null);
  await using scratch = await storage.scratch();
  const fetched = join(scratch.path, newest);
  await fetchForTrial(repository, newest, fetched, { requireRoom: scratch.requireRoom, signal });
  signal?.throwIfAborted();
  await verifyBackup(context, fetched, signal);
  return true;
}
