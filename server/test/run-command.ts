import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Config } from '../src/platform/config/config.ts';
import { bareEnvironment } from './bare-environment.ts';

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a real command of the command line on the site of `config`; `settings` win over its own. */
export async function runCommand(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  words: readonly string[],
  { input = '', settings = {} }: { input?: string; settings?: Readonly<Record<string, string>> } = {},
): Promise<CommandResult> {
  const site = { DUET_DATA_DIR: dataDir, ...(databaseUrl && { DUET_DATABASE_URL: databaseUrl }) };
  const child = spawn(process.execPath, [main, ...words], {
    env: { ...bareEnvironment(), ...site, ...settings },
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code, output, errors] = await Promise.all([
    new Promise<number | null>((resolve) => child.on('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, output, errors };
}
