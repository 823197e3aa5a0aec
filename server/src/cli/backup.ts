import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listBackups, momentName } from '../backup/moments.ts';
import { takeBackup } from '../backup/take.ts';
import type { Context } from '../platform/context.ts';
import { CommandError, type Terminal, UsageError } from './command.ts';
import { withSite } from './site.ts';

export const help = `npm run duet -- backup [FOLDER] [--with-secrets]

Makes a backup of the site, beside a running server or without one: the database as one moment has it, every
picture and video that it refers to, and a list with the sum of each, which restoring checks. Pictures and videos
are linked, not copied, where FOLDER is on the same disk as the site.

  FOLDER          where to, a folder that is not there yet or empty; without it one with the date as its name in
                  DUET_BACKUP_DIR, or in a folder beside the site's
  --with-secrets  with the keys of the site. Without them nobody's password of the backup can be checked later,
                  unless secrets.json is kept elsewhere. Whoever has them and the backup can act as the site.

On PostgreSQL the database is not part of it: dump it with pg_dump first, then run this (docs/backup.md).`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { folder, withSecrets } = read(words);
  const say = (line: string) => void terminal.output.write(`${line}\n`);
  await withSite(async (context) => {
    const to = folder === undefined ? defaultFolder(context) : resolve(folder);
    const former = (await listBackups(dirname(to))).at(-1);
    const options = {
      folder: to,
      withSecrets,
      former: former === undefined ? null : join(dirname(to), former),
    };
    const { files, database, secrets, faults } = await takeBackup(context, options);
    const bytes = files.reduce((sum, { size }) => sum + size, database?.size ?? 0);
    say(
      `${to}: ${database ? 'the database and ' : ''}${files.length} files, ${bytes} bytes, all read again and summed.`,
    );
    if (!database) {
      say('The database is PostgreSQL and not part of this backup. Dump it before the files, not after:');
      say('  pg_dump --format=custom --file=duet.pgdump "$DUET_DATABASE_URL"');
    }
    if (!secrets)
      say('The keys of the site (secrets.json) are not in it; keep a copy of them in a safe place.');
    if (faults.length > 0) {
      throw new CommandError(['The backup is whole, but the site is not:', ...faults].join('\n  '));
    }
  });
}

function defaultFolder({ config, clock }: Context): string {
  return join(config.backupDir ?? `${config.dataDir}-backups`, momentName(clock.now()));
}

function read(words: readonly string[]): { folder: string | undefined; withSecrets: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { 'with-secrets': { type: 'boolean' } },
    });
    const [folder, ...more] = positionals;
    if (more.length > 0) throw new Error(`Only one FOLDER is taken; what is \`${more.join(' ')}\`?`);
    return { folder, withSecrets: values['with-secrets'] ?? false };
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}
