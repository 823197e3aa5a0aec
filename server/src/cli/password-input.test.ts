import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPassword } from './password-input.ts';

/** A keyboard that types a line whenever it is asked; what the screen shows is kept. */
function terminal(lines: readonly string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  const errors = new PassThrough();
  const shown: string[] = [];
  const typed = lines[Symbol.iterator]();
  output.on('data', (chunk) => shown.push(String(chunk)));
  errors.on('data', (chunk) => {
    shown.push(String(chunk));
    if (String(chunk).endsWith(': ')) setImmediate(() => input.write(typed.next().value ?? '\u0004'));
  });
  return { input, output, errors, shown };
}

const piped = (text: string) => ({
  input: Object.assign(new PassThrough().end(text), { isTTY: false }),
  output: new PassThrough(),
  errors: new PassThrough(),
});

describe('at a terminal', () => {
  it('asks twice and shows nothing of what is typed', async () => {
    const at = terminal(['Secret!1\r', 'Secret!1\r']);
    expect(await readPassword(at)).toBe('Secret!1');
    expect(at.shown.join('')).toBe('Password: \nAgain: \n');
  });

  it('understands corrections', async () => {
    expect(await readPassword(terminal(['Secreet\u007f\u007ft!1\r', 'Secret!1\r']))).toBe('Secret!1');
  });

  it('refuses two that differ', async () => {
    await expect(readPassword(terminal(['Secret!1\r', 'Secret!2\r']))).rejects.toThrow(
      "Passwords don't match",
    );
  });

  it.each(['\u0003', '\u0004'])('gives up at %j', async (key) => {
    await expect(readPassword(terminal([key]))).rejects.toThrow('Nothing was done.');
  });
});

describe('from standard input', () => {
  it.each(['Secret! 1 ', 'Secret! 1 \n', 'Secret! 1 \r\n'])('takes %j without its line end', async (text) => {
    expect(await readPassword(piped(text))).toBe('Secret! 1 ');
  });

  it('refuses more than one line', async () => {
    await expect(readPassword(piped('Secret!1\nSecret!1\n'))).rejects.toThrow('one line');
  });
});
