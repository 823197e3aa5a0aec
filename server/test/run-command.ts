import { spawn } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { commands } from '../src/cli/commands.ts';
import { dispatch } from '../src/cli/dispatch.ts';
import type { Config } from '../src/platform/config/config.ts';
import { bareEnvironment } from './bare-environment.ts';

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

interface CommandResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

interface CommandOptions {
  readonly input?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

type Site = Pick<Config, 'dataDir' | 'databaseUrl'>;

const environmentOf = ({ dataDir, databaseUrl }: Site, settings: CommandOptions['settings']) => ({
  ...bareEnvironment(),
  DUET_DATA_DIR: dataDir,
  ...(databaseUrl && { DUET_DATABASE_URL: databaseUrl }),
  ...settings,
});

/** Runs a real command of the command line on the site of `config`; `settings` win over its own. */
export async function runCommand(
  site: Site,
  words: readonly string[],
  { input = '', settings }: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [main, ...words], { env: environmentOf(site, settings) });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code, output, errors] = await Promise.all([
    new Promise<number | null>((resolve) => child.on('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, output, errors };
}

/**
 * The same in this process, which takes a tenth of the time: for more cases of a command that the same file also runs as a process
 * of its own. One at a time, because a command reads the environment.
 */
export async function callCommand(
  site: Site,
  words: readonly string[],
  { input = '', settings }: CommandOptions = {},
): Promise<CommandResult> {
  const { env } = process;
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const said = Promise.all([text(output), text(errors)]);
  process.env = environmentOf(site, settings);
  try {
    const code = await dispatch(commands, words, { input: Readable.from([input]), output, errors });
    output.end();
    errors.end();
    const [all, complaints] = await said;
    return { code, output: all, errors: complaints };
  } finally {
    process.env = env;
  }
}
