import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { noteRestore, whatIsMissing } from '../backup/after-restore.ts';
import { restoreBackup } from '../backup/restore.ts';
import { readConfig } from '../platform/config/config.ts';
import { CommandError, type Terminal, UsageError } from './command.ts';
import { withSite } from './site.ts';

export const help = `npm run duet -- restore FOLDER

Brings a backup back that \`backup\` made. The server has to be stopped. The whole backup is read and checked first;
one that is damaged is refused, and nothing is changed. What is in the data folder now is not deleted: it is moved
to a folder beside it, whose name is printed and which is a data folder of its own.

The site's own secrets.json stays, unless the backup was made with --with-secrets.`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const folder = read(words);
  const say = (line: string) => void terminal.output.write(`${line}\n`);
  const { config } = readConfig(process.env);
  const { dataDir, databaseUrl } = config;
  const { manifest, restorePoint, hasSecrets } = await restoreBackup({
    dataDir,
    folder,
    onPostgres: databaseUrl !== null,
    now: Date.now(),
  });
  if (restorePoint !== null) say(`What was there before is in ${restorePoint}.`);
  if (!hasSecrets) {
    say(
      'The backup has no secrets.json and neither has the site: passwords made before cannot be checked any more.',
    );
    say('Stop here and put secrets.json back if you have it; else make an admin with `user create`.');
  }
  const missing = await withSite(async (context) => {
    await noteRestore(context, manifest);
    return whatIsMissing(context);
  });
  const news = missing.filter((path) => !manifest.faults.some((line) => line.startsWith(`${path} `)));
  if (news.length > 0)
    throw new CommandError(['After restoring, these files are missing:', ...news].join('\n  '));
  for (const fault of manifest.faults) say(`The backup was made without it: ${fault}.`);
  say(`${manifest.files.length} files and the site as of ${manifest.createdAt} are back in ${dataDir}.`);
}

function read(words: readonly string[]): string {
  try {
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true });
    const [folder, ...more] = positionals;
    if (folder === undefined) throw new Error('The FOLDER of the backup is missing.');
    if (more.length > 0) throw new Error(`Only one FOLDER is taken; what is \`${more.join(' ')}\`?`);
    return resolve(folder);
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}
