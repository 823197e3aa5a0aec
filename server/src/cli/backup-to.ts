import { join, resolve } from 'node:path';
import { fetchBackup, fetchForTrial } from '../backup/repository/fetch.ts';
import { isInBucket, openStorage } from '../backup/repository/open-storage.ts';
import { passphraseIn } from '../backup/repository/passphrase.ts';
import { Repository } from '../backup/repository/repository.ts';
import { saveBackup } from '../backup/repository/save.ts';
import { scratchFolder } from '../backup/repository/scratch-folder.ts';
import { byAge, timestampedName } from '../backup/timestamped-names.ts';
import { verifyBackup } from '../backup/verify.ts';
import type { Config } from '../platform/config/config.ts';
import { CommandError, type Terminal, UsageError } from './command.ts';
import { withSite } from './site.ts';

/** Which repository of backups a command means. */
interface Into {
  readonly folder: string;
  readonly passphraseFile: string | null;
  /** How many backups stay; null for all. */
  readonly keep: number | null;
}

/** A backup in a repository; `moment` null for the newest. */
export interface RepositoryBackup {
  readonly folder: string;
  readonly moment: string | null;
  readonly passphraseFile: string | null;
}

interface Words {
  readonly to?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
  readonly keep?: string | undefined;
}

/** Null without `--to`. Throws `UsageError`. */
export function intoOf({ to, keep, 'passphrase-file': file }: Words): Into | null {
  if (to === undefined) {
    if (file !== undefined || keep !== undefined) throw new UsageError('--to is missing.');
    return null;
  }
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw new UsageError('--keep takes a number from 1.');
  return {
    folder: isInBucket(to) ? to.replace(/\/$/, '') : resolve(to),
    passphraseFile: file ?? null,
    keep: keep === undefined ? null : Number(keep),
  };
}

export async function backUpInto({ folder, passphraseFile, keep }: Into, terminal: Terminal): Promise<void> {
  const passphrase = await passphraseIn(passphraseFile);
  await withSite(async (context) => {
    const { moment, snapshot, added } = await saveBackup(context, { folder, passphrase, keep });
    const { files, database, faults } = snapshot;
    const bytes = files.reduce((sum, { size }) => sum + size, database.size);
    const lines = [
      `${moment} in ${folder}: the database and ${files.length} files, ${bytes} bytes; ${added.bytes} bytes of them are new.`,
      passphrase === null
        ? 'ATTENTION: not encrypted, and without the keys of the site: restored, nobody can sign in with their password.'
        : 'Encrypted, with the keys of the site. Without the passphrase it opens nothing; keep it somewhere else.',
    ];
    for (const line of lines) terminal.output.write(`${line}\n`);
    if (faults.length > 0) {
      throw new CommandError(['The backup is whole, but the site is not:', ...faults].join('\n  '));
    }
  });
}

/** Restores the newest for trial, as `restore` does. */
export async function verifyRepository({ folder, passphraseFile }: Into, terminal: Terminal): Promise<void> {
  await withSite(async (context) => {
    const from = { folder, moment: null, passphraseFile };
    const { createdAt, files, rows } = await withFetched(
      from,
      context.config,
      (fetched) => verifyBackup(context, fetched),
      fetchForTrial,
    );
    terminal.output.write(
      `${folder} can be restored: the site as of ${createdAt}, ${rows} rows and ${files} files, all read and compared.\n`,
    );
  });
}

/** Gives the work a backup as a folder, which is gone afterwards. It lies beside the data folder, whose disk has room for a site. */
export async function withFetched<T>(
  { folder, moment, passphraseFile }: RepositoryBackup,
  config: Pick<Config, 'dataDir' | 'backupS3'>,
  work: (folder: string) => Promise<T>,
  fetch: typeof fetchBackup = fetchBackup,
): Promise<T> {
  using opened = await openStorage(folder, config);
  const repository = await Repository.open(opened.storage, await passphraseIn(passphraseFile), null);
  const chosen = moment ?? byAge(await repository.moments(), timestampedName(Date.now())).at(-1);
  if (chosen === undefined) throw new CommandError(`There is no backup in ${folder} yet.`);
  await using scratch = await scratchFolder(config.dataDir);
  const fetched = join(scratch.path, chosen);
  await fetch(repository, chosen, fetched, { requireRoom: scratch.requireRoom });
  return await work(fetched);
}
