import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareEnvironment } from '../../test/bare-environment.ts';
import { createHarness, type Harness } from '../../test/harness.ts';
import { callCommand, runCommand } from '../../test/run-command.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createTestDatabase, databaseKind } from '../../test/test-database.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

let harness: Harness;
let dir: ReturnType<typeof temporaryDir>;
beforeAll(async () => {
  harness = await createHarness();
  await harness.admin();
  dir = temporaryDir();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

/** Runs a real command; `settings` win over those of the harness's site. */
const run = (words: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  runCommand(harness.context.config, words, { input: 'Secret!123\n', settings });

/** The same without a process of its own. */
const call = (words: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  callCommand(harness.context.config, words, { input: 'Secret!123\n', settings });

/** Every command that works on a site, with words that are right. */
const commands = (): string[][] => [
  ['backup', join(dir.path, 'backup')],
  ['user', 'create', 'ana_maria', '--email', 'ana@example.org'],
  ['views', 'recount', '--fix'],
];

describe('a site whose media are in an object store', () => {
  it('is told that neither a backup nor a restore copies them, before anything is changed', async () => {
    const settings = {
      DUET_LOG_LEVEL: 'silent',
      DUET_S3_ENDPOINT: 'http://127.0.0.1:9',
      DUET_S3_BUCKET: 'duet',
      DUET_S3_ACCESS_KEY_ID: 'key',
      DUET_S3_SECRET_ACCESS_KEY: 'secret',
      ...(databaseKind === 'postgres' && { DUET_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }),
    };
    const folder = join(dir.path, 'of-a-bucket');
    for (const word of ['backup', 'restore']) {
      const { code, errors } = await run([word, folder], settings);
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(/^The media of this site are in an object store/),
      ]);
      expect(existsSync(folder)).toBe(false);
    }
  });
});

describe('a mistyped data folder', () => {
  it('is told with its name, and no command makes a site in it', async () => {
    for (const words of commands()) {
      const typo = join(dir.path, 'typo');
      expect(await run(words, { DUET_DATA_DIR: typo })).toEqual({
        code: 1,
        output: '',
        errors: `There is no site in ${typo}: the folder is not there. Set DUET_DATA_DIR to the folder of your site; \`npm start\` makes a new one.\n`,
      });
      expect([existsSync(typo), existsSync(join(dir.path, 'backup'))]).toEqual([false, false]);
    }
  });

  it('is told where it is a folder of something else', async () => {
    const other = join(dir.path, 'other');
    await mkdir(other);
    const file = databaseKind === 'sqlite' ? 'duet.db' : 'secrets.json';
    for (const words of commands()) {
      const { code, errors } = await call(words, { DUET_DATA_DIR: other });
      expect([code, errors]).toEqual([
        1,
        expect.stringContaining(`There is no site in ${other}: it has no ${file}.`),
      ]);
    }
  });

  if (databaseKind === 'postgres') {
    it('is told of an empty database too, before a restore changes anything', async () => {
      await using empty = await createTestDatabase('empty');
      const settings = { DUET_DATABASE_URL: empty.url ?? '' };
      for (const words of [...commands(), ['restore', join(dir.path, 'backup')]]) {
        expect(await call(words, settings)).toEqual({
          code: 1,
          output: '',
          errors: 'There is no site in the database of DUET_DATABASE_URL: it has no tables of Duet.\n',
        });
      }
    });
  }
});

it('a reader who has enough ends no work, and sees no stack', async () => {
  const { dataDir, databaseUrl } = harness.context.config;
  const folder = join(dir.path, 'unread');
  const env = {
    ...bareEnvironment(),
    DUET_DATA_DIR: dataDir,
    ...(databaseUrl && { DUET_DATABASE_URL: databaseUrl }),
  };
  const child = spawn(process.execPath, [main, 'backup', folder], { env });
  child.stdout.destroy();
  const [code, errors] = await Promise.all([
    new Promise((resolve) => child.on('close', resolve)),
    text(child.stderr),
  ]);
  expect([code, errors, existsSync(join(folder, 'manifest.json'))]).toEqual([0, '', true]);
});

/** Neither a stack nor an error's class. */
const oneLine = /^(?!\w*Error:)[^\n]+\n$/;

describe('every command says in one line, and ends with another code than 0,', () => {
  it('that the database cannot be read', async () => {
    if (databaseKind === 'postgres') return;
    const broken = join(dir.path, 'broken');
    await mkdir(broken);
    await writeFile(join(broken, 'duet.db'), Buffer.alloc(20_000, 'no database '));
    for (const words of commands()) {
      const { code, errors } = await run(words, { DUET_DATA_DIR: broken });
      expect([words, code, errors]).toEqual([
        words,
        1,
        expect.stringMatching(/^The database is damaged; .+\n$/),
      ]);
    }
  });

  it.each([
    ['backup', 'file', /is not there|cannot be used/],
    ['backup', 'file/below', /is not there/],
    ['backup', '/proc/duet', /is not there|may not be written/],
    ['backup', '', /is not empty/],
    ['restore', 'file', /is no backup/],
    ['restore', 'nothing', /is no backup/],
  ] as const)('that %s cannot use the folder %j', async (command, folder, reason) => {
    await writeFile(join(dir.path, 'file'), 'x');
    const { code, errors } = await call([command, resolve(dir.path, folder)]);
    expect([code, errors]).toEqual([1, expect.stringMatching(oneLine)]);
    expect(errors).toMatch(reason);
  });

  it.each([[['backup', '--all']], [['restore']], [['user', 'create']], [['views', 'recount', 'x']]])(
    'that the words are wrong: %j',
    async (words) => {
      const { code, errors } = await call(words);
      expect(code).toBe(2);
      expect(errors).toMatch(/^[^\n]+\nRun `npm run duet -- .+ --help` for how it goes\.\n$/);
    },
  );
});
