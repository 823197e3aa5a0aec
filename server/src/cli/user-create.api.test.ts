import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, password } from '../../test/harness.ts';
import { callCommand, runCommand } from '../../test/run-command.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

/** Calls the command beside the running server, or with `by` runs it in a process of its own. */
const create = (
  words: readonly string[],
  input = password,
  settings: Record<string, string> = {},
  by: typeof runCommand = callCommand,
) => by(harness.context.config, ['user', 'create', ...words], { input, settings });

describe('user create', () => {
  it('makes an admin beside a running server, with the password from standard input', async () => {
    const words = ['keeper_1', '--email', 'keeper_1@example.org', '--admin'];
    const made = await create(words, `${password}\n`, {}, runCommand);
    expect(made).toEqual({ code: 0, output: 'keeper_1 can sign in now, as an admin.\n', errors: '' });
    const keeper = await harness.signIn('keeper_1');
    expect(keeper.user).toMatchObject({ role: 'admin', language: null, email: 'keeper_1@example.org' });
    expect((await keeper.call('accounts.users')).status).toBe(200);
  });

  it('makes a person without --admin', async () => {
    const made = await create(['person_1', '--email', 'person_1@example.org']);
    expect([made.code, made.output]).toEqual([0, 'person_1 can sign in now.\n']);
    expect((await harness.signIn('person_1')).user.role).toBe('user');
  });

  it('refuses a taken name and a weak password', async () => {
    await harness.person('taken_1');
    const taken = await create(['Taken_1', '--email', 'other@example.org']);
    expect([taken.code, taken.errors]).toEqual([1, 'Username already exists\n']);
    const weak = await create(['person_2', '--email', 'person_2@example.org'], 'weak', {}, runCommand);
    expect([weak.code, weak.errors]).toEqual([1, 'Password must be at least 6 characters\n']);
  });

  it.each([
    [{ DUET_DATA_DIR: main }, /^DUET_DATA_DIR is a file .+\n$/],
    [{ DUET_DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /^DUET_DATABASE_URL cannot be reached\. .+\n$/],
    [{ DUET_PORT: 'eighty' }, /^DUET_PORT is not .+\n$/],
  ])('says in one line why the site cannot be opened: %j', async (more, line) => {
    const words = ['person_4', '--email', 'p4@example.org'];
    const { code, output, errors } = await create(words, password, more, runCommand);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toMatch(line);
  });

  it.each([
    [[], 'The NAME is missing.'],
    [['person_3'], '--email ADDRESS is missing.'],
    [['person_3', '--email', 'x'], '--email: Please enter a valid email'],
    [['abc', '--email', 'a@example.org'], 'NAME: Username must be 4 to 20 characters'],
    [['person_3', 'Secret!1', '--email', 'a@example.org'], 'Only one NAME is taken'],
    [['person_3', '--email', 'a@example.org', '--password', 'Secret!1'], "Unknown option '--password'"],
  ])('does not understand %j', async (words, sentence) => {
    const { code, errors } = await create(words);
    expect(code).toBe(2);
    expect(errors).toContain(sentence);
  });
});
