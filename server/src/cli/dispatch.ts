import { sentence } from '@duet/contract/texts/texts';
import { BackupFault } from '../backup/fault.ts';
import { ConfigError } from '../platform/config/config.ts';
import { Failure } from '../platform/failure.ts';
import { startFault } from '../platform/start-fault.ts';
import { type Command, CommandError, type Terminal, UsageError } from './command.ts';

interface Entry {
  readonly does: string;
  load(): Promise<Command>;
}

/** Every command by its words. A command's code is loaded when it is called. */
export type Commands = Readonly<Record<string, Entry>>;

/** Runs the command that the words name. Answers the exit code: 0 done, 1 not done, 2 not understood. */
export async function dispatch(
  commands: Commands,
  words: readonly string[],
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const say = (text: string) => void terminal.output.write(`${text}\n`);
  const complain = (text: string) => void terminal.errors.write(`${text}\n`);
  const name = Object.keys(commands).find((key) => key.split(' ').every((word, at) => words[at] === word));
  if (name === undefined) {
    const asked = words.length === 0 || isHelp(words[0]);
    if (!asked) complain(`There is no command \`${words.join(' ')}\`.\n`);
    (asked ? say : complain)(overview(commands));
    return asked ? 0 : 2;
  }
  try {
    const command = await commands[name]?.load();
    const rest = words.slice(name.split(' ').length);
    if (rest.some(isHelp)) say(command?.help ?? '');
    else await command?.run(rest, terminal);
    return 0;
  } catch (error) {
    complain(explanation(error));
    if (process.env.DUET_LOG_LEVEL === 'debug') complain((error as Error).stack ?? '');
    if (!(error instanceof UsageError)) return 1;
    complain(`Run \`npm run duet -- ${name} --help\` for how it goes.`);
    return 2;
  }
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

function overview(commands: Commands): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`);
  return [
    'npm run duet -- <command>',
    '',
    ...lines,
    '',
    '`npm run duet -- <command> --help` says more of one.',
  ].join('\n');
}

const isSaid = (error: unknown): error is Error =>
  [UsageError, CommandError, ConfigError, BackupFault].some((kind) => error instanceof kind);

/** A sentence without a stack: what was written for a person, else one line of what the machine says. */
function explanation(error: unknown): string {
  if (isSaid(error)) return error.message;
  if (error instanceof Failure) return sentence('en', error.code, error.details.values);
  return startFault(error);
}
