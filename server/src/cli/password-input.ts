import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandError, type Terminal } from './command.ts';

const maxLength = 1000;

/**
 * Reads a password: at a terminal hidden and twice, else the whole standard input without its last line end.
 * It is never an argument, because those stand in the machine's list of processes and in the shell's history.
 */
export async function readPassword(terminal: Terminal): Promise<string> {
  if (!terminal.input.isTTY) {
    const all = (await text(terminal.input)).replace(/\r?\n$/, '');
    if (/[\r\n]/.test(all) || all.length > maxLength)
      throw new CommandError('The password must be one line.');
    return all;
  }
  const [first = '', again] = await askHidden(terminal, ['Password: ', 'Again: ']);
  if (again !== first) throw new CommandError("Passwords don't match");
  return first;
}

/** One line for each question, from the terminal and without showing what is typed. Ctrl-C and Ctrl-D give up. */
async function askHidden({ input, errors }: Terminal, questions: readonly string[]): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: nowhere, terminal: true });
  const given = new AbortController();
  for (const end of ['SIGINT', 'close'] as const) reader.once(end, () => given.abort());
  const answers: string[] = [];
  try {
    for (const question of questions) {
      errors.write(question);
      answers.push(await reader.question('', { signal: given.signal }));
      errors.write('\n');
    }
    return answers;
  } catch (cause) {
    errors.write('\n');
    throw new CommandError('Nothing was done.', { cause });
  } finally {
    reader.close();
  }
}
