import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { backupFiles } from '../backup/manifest.ts';
import { takeBackup } from '../backup/take.ts';
import { byAge, listBackups, timestampedName } from '../backup/timestamped-names.ts';
import { verifyBackup } from '../backup/verify.ts';
import type { Context } from '../platform/context.ts';
import { secretsFile } from '../platform/secrets/file.ts';
import { readArguments } from './arguments.ts';
import { backUpInto, intoOf, verifyRepository } from './backup-to.ts';
import { CommandError, type Terminal, UsageError } from './command.ts';
import { withSite } from './site.ts';

export const help = `npm run duet -- backup [FOLDER] [--without-secrets]
npm run duet -- backup --verify [FOLDER]
npm run duet -- backup [--verify] --to FOLDER|s3://BUCKET/PREFIX [--passphrase-file FILE] [--keep N]

Makes a backup of the site, beside a running server or without one: the database as one moment has it, every
picture and video that it refers to, and a list with the sum of each, which restoring checks. Pictures and videos
are linked, not copied, where FOLDER is on the same disk as the site.

  FOLDER             where to, a folder that is not there yet or empty; without it one with the date as its name
                     in DUET_BACKUP_DIR, or in a folder beside the site's
  --without-secrets  without the keys of the site (secrets.json). Whoever has them and the backup can act as the
                     site; without them nobody can sign in with their password where it is restored, unless
                     secrets.json is put back there.

  --verify           makes none, and restores one for trial into a scratch folder beside it: FOLDER, or without it the
                     newest one. Every row is read, every file compared with its row. The server does that with the
                     newest one of DUET_BACKUP_DIR once a week

On PostgreSQL the database is not part of it: dump it with pg_dump first, then run this (docs/backup.md).

  --to FOLDER             into a folder that holds many backups: what did not change is stored once. Of every site, the
                          database of PostgreSQL and the media of an object store included. A bucket is written with the
                          DUET_BACKUP_S3_ settings
  --passphrase-file FILE  encrypts it all with the passphrase in FILE (age), and takes the keys of the site along
  --keep N                keeps the newest N backups of FOLDER and removes the others; without it all stay`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { folder, withSecrets, verify, into } = read(words);
  if (into !== null) return (verify ? verifyRepository : backUpInto)(into, terminal);
  const say = (line: string) => void terminal.output.write(`${line}\n`);
  if (verify) return withSite(async (context) => say(await trial(context, folder)));
  await withSite(async (context) => {
    const to = folder === undefined ? defaultFolder(context) : resolve(folder);
    // Only to link unchanged files: without an earlier backup all of them are copied.
    const former = await newestIn(dirname(to), context).catch(() => undefined);
    const options = {
      folder: to,
      withSecrets,
      former: former === undefined ? null : join(dirname(to), former),
    };
    const { files, database, faults } = await takeBackup(context, options);
    const bytes = files.reduce((sum, { size }) => sum + size, database?.size ?? 0);
    say(
      `${to}: ${database ? 'the database and ' : ''}${files.length} files, ${bytes} bytes, all read again and summed.`,
    );
    if (!database) {
      say('The database is PostgreSQL and not part of this backup. Dump it before the files, not after:');
      say('  pg_dump --format=custom --file=duet.pgdump "$DUET_DATABASE_URL"');
    }
    for (const line of withSecrets ? await aboutKeys(to) : aboutNoKeys(context)) say(line);
    if (faults.length > 0) {
      throw new CommandError(['The backup is whole, but the site is not:', ...faults].join('\n  '));
    }
  });
}

async function trial(context: Context, named: string | undefined): Promise<string> {
  const folder = named === undefined ? await newestFolder(context) : resolve(named);
  const { createdAt, files, rows } = await verifyBackup(context, folder);
  const what = rows === null ? `${files} files` : `${rows} rows and ${files} files`;
  return `${folder} can be restored: the site as of ${createdAt}, ${what}, all read and compared.`;
}

const newestIn = async (parent: string, { clock }: Context): Promise<string | undefined> =>
  byAge(await listBackups(parent), timestampedName(clock.now())).at(-1);

async function newestFolder(context: Context): Promise<string> {
  const parent = dirname(defaultFolder(context));
  const newest = await newestIn(parent, context);
  if (newest === undefined) throw new CommandError(`There is no backup in ${parent}.`);
  return join(parent, newest);
}

/** Whoever can read the folder can act as the site. */
async function aboutKeys(folder: string): Promise<string[]> {
  const { mode } = await stat(join(folder, backupFiles.secrets));
  const line =
    'The keys of the site (secrets.json) are in it: restored anywhere, everybody can sign in as before.';
  return (mode & 0o077) === 0
    ? [line, 'Whoever can read the folder can act as the site. Only this account can; keep it so.']
    : [line, 'ATTENTION: its disk keeps no permissions. Whoever can read the disk can act as the site.'];
}

const aboutNoKeys = ({ config }: Context): string[] => [
  `ATTENTION: the keys of the site are not in it. Keep a copy of ${secretsFile(config.dataDir)} in a safe place:`,
  '  restored without it, nobody can sign in with their password, and notifications have to be turned on again.',
];

function defaultFolder({ config, clock }: Context): string {
  return join(config.backupDir ?? `${config.dataDir}-backups`, timestampedName(clock.now()));
}

function read(words: readonly string[]) {
  const { values, positionals } = readArguments(words, {
    'without-secrets': { type: 'boolean' },
    // The former word for what is usual now.
    'with-secrets': { type: 'boolean' },
    verify: { type: 'boolean' },
    to: { type: 'string' },
    'passphrase-file': { type: 'string' },
    keep: { type: 'string' },
  });
  const [folder, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Only one FOLDER is taken; what is \`${more.join(' ')}\`?`);
  const into = intoOf(values);
  if (into !== null && (folder !== undefined || values['without-secrets'])) {
    throw new UsageError(
      '--to takes neither another FOLDER nor --without-secrets: keys are in encrypted backups alone.',
    );
  }
  return { into, folder, withSecrets: !values['without-secrets'], verify: values.verify ?? false };
}
