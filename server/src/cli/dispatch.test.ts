import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { ConfigError } from '../platform/config/config.ts';
import { Failure } from '../platform/failure.ts';
import { CommandError, UsageError } from './command.ts';
import { dispatch } from './dispatch.ts';

/** Runs `words` against a site with the command `user create`, which does `run`. */
async function command(words: readonly string[], run: (rest: readonly string[]) => void = () => {}) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const entry = { help: 'how it goes', run: async (rest: readonly string[]) => run(rest) };
  const commands = { 'user create': { does: 'makes an account', load: async () => entry } };
  const code = await dispatch(commands, words, { input: new PassThrough(), output, errors });
  output.end();
  errors.end();
  return { code, output: await text(output), errors: await text(errors) };
}

const failing = (error: Error) =>
  command(['user', 'create'], () => {
    throw error;
  });

describe('dispatch', () => {
  it('hands the words behind the command’s to it', async () => {
    let got: readonly string[] = [];
    const { code } = await command(['user', 'create', 'ana', '--admin'], (rest) => {
      got = rest;
    });
    expect([code, got]).toEqual([0, ['ana', '--admin']]);
  });

  it.each([[[]], [['--help']], [['-h']]])('lists the commands for %j', async (words) => {
    const { code, output } = await command(words);
    expect(code).toBe(0);
    expect(output).toContain('user create  makes an account');
  });

  it('prints a command’s help in place of doing it', async () => {
    const answer = await command(['user', 'create', 'ana', '--help'], () => {
      throw new Error('was run');
    });
    expect(answer).toEqual({ code: 0, output: 'how it goes\n', errors: '' });
  });

  it.each([[['user']], [['users', 'create']], [['toString']]])('does not know %j', async (words) => {
    const { code, errors } = await command(words);
    expect(code).toBe(2);
    expect(errors).toContain(`There is no command \`${words.join(' ')}\`.`);
  });

  it('shows the way to the help where the words make no sense', async () => {
    const { code, errors } = await failing(new UsageError('The NAME is missing.'));
    expect(code).toBe(2);
    expect(errors).toBe('The NAME is missing.\nRun `npm run duet -- user create --help` for how it goes.\n');
  });

  it.each([
    [new CommandError("Passwords don't match"), "Passwords don't match\n"],
    [new Failure('USERNAME_TAKEN'), 'Username already exists\n'],
    [new ConfigError(['DUET_PORT is not a number']), 'DUET_PORT is not a number\n'],
  ])('says what cannot be done: %s', async (error, sentence) => {
    const { code, errors } = await failing(error);
    expect([code, errors]).toEqual([1, sentence]);
  });

  it('says an unknown fault in one line, and where it happened only for those who look for it', async () => {
    expect(await failing(new TypeError('broken'))).toEqual({ code: 1, output: '', errors: 'broken\n' });
    vi.stubEnv('DUET_LOG_LEVEL', 'debug');
    const { errors } = await failing(new TypeError('broken'));
    vi.unstubAllEnvs();
    expect(errors).toMatch(/^broken\nTypeError: broken\n\s+at /);
  });
});
