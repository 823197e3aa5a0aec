import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { parseEnv } from 'node:util';
import { createContext } from '../context.ts';
import { moveSite, reopenSite, storeOf } from '../move/move.ts';
import { MoveRefused } from '../move/move-lock.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { startFault } from '../platform/start-fault.ts';
import { readArguments, requireArguments } from './arguments.ts';
import { CommandError, type Terminal, UsageError } from './command.ts';
import { withSite } from './site.ts';

export const help = `npm run duet -- move --to FILE
npm run duet -- move --reopen

Moves the site to another database and another store of media, both ways: SQLite and a folder, PostgreSQL, a bucket of an
object store. FILE holds the settings of the new place, one a line, as in the environment:

  DUET_DATABASE_URL=postgres://duet:…@db.example.org/duet
  DUET_SECRET_KEY=…

Run it at the former place while the site runs. Most is copied meanwhile; then the site is closed to writing, and says so,
until the rest has come too and every row and file was compared. Stop the servers of the former place then and start the site
with the settings of FILE. The former place keeps all it had and stays closed. Uploads that are not finished begin anew.

It may be stopped at any time and run again. The place of FILE has to be empty, or the one that the site came from.

  --to FILE  the settings of the new place
  --reopen   opens the site here to writing again, where a move is given up`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(words, {
    to: { type: 'string' },
    reopen: { type: 'boolean' },
  });
  requireArguments(positionals, []);
  const say = (line: string) => void terminal.output.write(`${line}\n`);
  if (values.reopen) {
    await withSite(reopenSite).catch(sayRefusal);
    say('The site is open to writing here.');
    return;
  }
  if (values.to === undefined) throw new UsageError('--to FILE is missing.');
  const settings = settingsIn(values.to);
  const stop = new AbortController();
  const onSignal = () => stop.abort(new CommandError('Stopped. Run it again to go on.'));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    await withSite(async (from) => {
      // Where FILE names none, the new servers have the folder of this site, as they are started in the same place.
      const target = readConfig({ DUET_DATA_DIR: from.config.dataDir, ...settings }).config;
      requireOther(from.config, target);
      const options = { exclusive: target.dataDir !== from.config.dataDir, receiving: true };
      await using to = await createContext(target, {
        ...options,
        overrides: { secrets: from.secrets },
      }).catch((error) => {
        throw new CommandError(startFault(error), { cause: error });
      });
      const sameStore = storeOf(from.config) === storeOf(target);
      const { tables, files, pauseMs } = await moveSite({ from, to, sameStore, say, signal: stop.signal });
      for (const { name, rows, sum } of tables) say(`${name}: ${rows} rows at both ends, SHA-256 ${sum}`);
      say(sameStore ? 'The files stay where they are.' : `${files} files: the same SHA-256 at both ends.`);
      if (pauseMs === null) say('It had moved before; only the end was not told.');
      else say(`Nothing could be written for ${(pauseMs / 1000).toFixed(1)} s.`);
      say(
        `The site has moved. Stop its servers here, and start it with the settings of ${values.to}. This place stays as it is, closed to writing.`,
      );
    });
  } catch (error) {
    sayRefusal(error);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

function sayRefusal(error: unknown): never {
  throw error instanceof MoveRefused ? new CommandError(error.message, { cause: error }) : error;
}

function settingsIn(path: string): Readonly<Record<string, string | undefined>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new CommandError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  const settings = parseEnv(text);
  const { DUET_DATA_DIR: folder } = settings;
  if (folder && !isAbsolute(folder)) {
    throw new CommandError(
      `DUET_DATA_DIR in ${path} is relative. Write its whole path: the new servers may be started elsewhere.`,
    );
  }
  return settings;
}

const databaseOf = ({ databaseUrl, dataDir }: Config): string => databaseUrl ?? dataDir;

function requireOther(here: Config, there: Config): void {
  if (databaseOf(here) === databaseOf(there)) {
    throw new CommandError('--to names the database that the site has already.');
  }
}
