import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countPasswords } from '../accounts/passwords/lost-passwords.ts';
import { findMissingFiles, noteRestore } from '../backup/after-restore.ts';
import { damagedHere, fetchBackup } from '../backup/repository/fetch.ts';
import { isInBucket } from '../backup/repository/open-storage.ts';
import { DamagedObject } from '../backup/repository/repository.ts';
import { type Restored, restoreBackup } from '../backup/restore.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { migrations } from '../platform/db/migrations/index.ts';
import { openDatabase } from '../platform/db/open.ts';
import { createLog } from '../platform/log.ts';
import { type RepositoryBackup, withFetched } from './backup-to.ts';
import { CommandError, type Terminal, UsageError } from './command.ts';
import { withSite } from './site.ts';

export const help = `npm run duet -- restore FOLDER
npm run duet -- restore --from FOLDER|s3://BUCKET/PREFIX [--at MOMENT] [--passphrase-file FILE]
                       [--without-damaged]

Brings a backup back that \`backup\` made. The server has to be stopped. The whole backup is read and checked first;
one that is damaged is refused, and nothing is changed. What is in the data folder now is not deleted: the whole
folder gets another name, which is printed, and is a data folder of its own.

The keys of the site (secrets.json) come from the backup; where it has none, those of the data folder stay.

  --from FOLDER           a folder of backups made with \`backup --to\`: the newest of them, as a site on SQLite and a folder.
                          \`move --to\` brings it to PostgreSQL and an object store afterwards.
                          A bucket is read with the DUET_BACKUP_S3_ settings
  --at MOMENT             another of them, such as 2026-11-20T02-00-00Z
  --passphrase-file FILE  holds the passphrase of encrypted ones
  --without-damaged       leaves out pictures and videos that are damaged in the backup, and says which; without it such a
                          backup is refused. The database has to be whole`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { folder, from, withoutDamaged } = read(words);
  const say = (line: string) => void terminal.output.write(`${line}\n`);
  const { config } = readConfig(process.env);
  const { dataDir, databaseUrl } = config;
  if (config.s3 !== null) {
    throw new CommandError(
      'The media of this site are in an object store (DUET_S3_BUCKET), where a restore puts none. Without the DUET_S3_ settings it makes a data folder of the backup.',
    );
  }
  const onPostgres = databaseUrl !== null;
  if (from !== null && onPostgres) {
    throw new CommandError(
      'Backups made with --to come back as a site on SQLite. Unset DUET_DATABASE_URL for this, and `move --to` brings it to PostgreSQL.',
    );
  }
  if (onPostgres) await requireTables(config);
  const fetch = (...[repository, moment, to, options]: Parameters<typeof fetchBackup>) =>
    fetchBackup(repository, moment, to, { ...options, withoutDamaged }).catch((error: unknown) => {
      throw error instanceof DamagedObject && !withoutDamaged
        ? new CommandError(`${error.message} ${aRest}`)
        : error;
    });
  const bring = (one: string) => restoreBackup({ dataDir, folder: one, onPostgres, now: Date.now() });
  const restored = from === null ? await bring(folder) : await withFetched(from, config, bring, fetch);
  const { manifest, restorePoint } = restored;
  if (restorePoint !== null) say(`What was there before is in ${restorePoint}.`);
  const { missing, passwords } = await withSite(
    async (context) => {
      await noteRestore(context, manifest);
      return { missing: await findMissingFiles(context), passwords: await countPasswords(context) };
    },
    // The site is there by now; only its keys may have to be made.
    { create: true },
  );
  for (const line of aboutKeys(restored, passwords)) say(line);
  const added = missing.filter((path) => !manifest.faults.some((line) => line.startsWith(`${path} `)));
  if (added.length > 0)
    throw new CommandError(['After restoring, these files are missing:', ...added].join('\n  '));
  for (const fault of manifest.faults)
    say(
      `${fault.endsWith(damagedHere) ? 'Restored without it' : 'The backup was made without it'}: ${fault}.`,
    );
  say(`${manifest.files.length} files and the site as of ${manifest.createdAt} are back in ${dataDir}.`);
}

const aRest = 'Nothing was changed. With --without-damaged the rest is restored; --at names another backup.';

/** The database has to be restored first: before anything is changed, not after. */
async function requireTables({ dataDir, databaseUrl, logLevel }: Config): Promise<void> {
  await using _database = await openDatabase({
    dataDir,
    url: databaseUrl ?? undefined,
    migrations,
    log: createLog(logLevel),
    onDiskFailure: () => {},
    exclusive: false,
    existing: true,
  });
}

/** What the keys that the restored site has mean for the people of it. */
function aboutKeys(
  { secrets }: Pick<Restored, 'secrets'>,
  { kept, lost }: { readonly kept: number; readonly lost: number },
): string[] {
  if (lost === 0) return secrets === 'kept' ? ['The keys of the site (secrets.json) stayed; they fit.'] : [];
  return [
    '',
    secrets === 'kept'
      ? 'ATTENTION: the keys in this data folder (secrets.json) are not those of the backup, which has none.'
      : 'ATTENTION: the keys of the site (secrets.json) were not in the backup, and new ones were made.',
    `  - ${lost} of ${kept + lost} people cannot sign in with their password. Who is signed in stays so.`,
    '  - Notifications reach nobody until they are turned on again on each device.',
    '  - Copied addresses of pictures that are not public no longer open.',
    'If you have the secrets.json of that site, put it into the data folder before the server starts: then all is as before.',
    'Else make an admin with `user create`, and give the others a password link in the list of people.',
    '',
  ];
}

interface Asked {
  readonly folder: string;
  readonly from: RepositoryBackup | null;
  /** Of `from`: what is damaged is left out. */
  readonly withoutDamaged: boolean;
}

function read(words: readonly string[]): Asked {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        at: { type: 'string' },
        'passphrase-file': { type: 'string' },
        'without-damaged': { type: 'boolean' },
      },
    });
    const [folder, ...more] = positionals;
    const { from, at, 'without-damaged': withoutDamaged = false } = values;
    if (from !== undefined) {
      if (folder !== undefined) throw new Error('--from takes no other FOLDER.');
      const passphraseFile = values['passphrase-file'] ?? null;
      return {
        folder: '',
        from: {
          folder: isInBucket(from) ? from.replace(/\/$/, '') : resolve(from),
          moment: at ?? null,
          passphraseFile,
        },
        withoutDamaged,
      };
    }
    if (at !== undefined || values['passphrase-file'] !== undefined || withoutDamaged)
      throw new Error('--from is missing.');
    if (folder === undefined) throw new Error('The FOLDER of the backup is missing.');
    if (more.length > 0) throw new Error(`Only one FOLDER is taken; what is \`${more.join(' ')}\`?`);
    return { folder: resolve(folder), from: null, withoutDamaged };
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}
