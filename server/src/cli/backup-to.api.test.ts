import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { diesAt } from '../../test/dies-at.ts';
import { createHarness, type Harness } from '../../test/harness.ts';
import { gallery } from '../../test/posts.ts';
import { callCommand, runCommand } from '../../test/run-command.ts';
import { openServer } from '../../test/second-server.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { readFacts } from '../backup/store.ts';
import { lockFile } from '../platform/data-lock.ts';

let harness: Harness;
let dir: ReturnType<typeof temporaryDir>;
let to: string;
let word: string;

beforeAll(async () => {
  harness = await createHarness();
  dir = temporaryDir();
  [to, word] = [join(dir.path, 'backups'), join(dir.path, 'passphrase')];
  await writeFile(word, 'correct horse battery staple\n');
  await gallery(await harness.admin(), 2);
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

const run = (...words: string[]) => runCommand(harness.context.config, words);
const sealed = () => ['--passphrase-file', word];

it('backs up into a folder of many, verifies, and restores', async () => {
  const made = await run('backup', '--to', to, ...sealed());
  expect([made.code, made.errors]).toEqual([0, '']);
  expect(made.output).toMatch(
    /Z in .*: the database and \d+ files, \d+ bytes; \d+ bytes of them are new\.\nEncrypted/,
  );
  const verified = await run('backup', '--verify', '--to', to, ...sealed());
  expect([verified.code, verified.errors]).toEqual([0, '']);
  expect(verified.output).toMatch(/can be restored: the site as of .*, \d+ rows and \d+ files/);

  const dataDir = join(dir.path, 'restored');
  const restored = await runCommand({ dataDir, databaseUrl: null }, ['restore', '--from', to, ...sealed()]);
  expect([restored.code, restored.errors]).toEqual([0, '']);
  const config = { ...harness.context.config, dataDir, databaseUrl: null };
  await using site = await openServer(config);
  const there = site.person(await harness.admin());
  const feed = async (client: { fetch: typeof there.fetch }) => (await client.fetch('/api/posts')).json();
  expect(await feed(there)).toEqual(await feed(await harness.admin()));
}, 60_000);

it('restores without what is damaged where that is asked for, and says what', async () => {
  const damaged = join(dir.path, 'damaged-backups');
  await callCommand(harness.context.config, ['backup', '--to', damaged]);
  const { files } = await readFacts(harness.context.db.read);
  const { path = '', sum } = files.find((file) => file.sum !== null) ?? {};
  const sha256 = sum?.sha256 ?? '';
  await rm(join(damaged, 'objects', sha256.slice(0, 2), sha256));
  const site = { dataDir: join(dir.path, 'without-damaged'), databaseUrl: null };
  const refused = await runCommand(site, ['restore', '--from', damaged]);
  expect([refused.code, existsSync(site.dataDir)]).toEqual([1, false]);
  expect(refused.errors).toMatch(/is damaged: .+ is missing\. Nothing was changed\. With --without-damaged/);
  const restored = await runCommand(site, ['restore', '--from', damaged, '--without-damaged']);
  expect([restored.code, restored.errors]).toEqual([0, '']);
  expect(restored.output).toContain(`Restored without it: ${path} is damaged in the backup.`);
}, 60_000);

it('says in a sentence what does not go together', async () => {
  await callCommand(harness.context.config, ['backup', '--to', to, ...sealed()]);
  for (const [words, code, sentence] of [
    [['backup', '--to', to], 1, '--passphrase-file is missing'],
    [['backup', '--keep', '3'], 2, '--to is missing'],
    [['backup', '--to', to, '--keep', 'all'], 2, '--keep takes a number'],
    [['backup', '--to', to, '--passphrase-file', `${word}-none`], 1, 'cannot be read'],
    [['backup', '--to', to, '--without-secrets'], 2, '--to takes neither'],
    [['restore', '--at', '2026-11-20T02-00-00Z'], 2, '--from is missing'],
    [['restore', '/mnt/usb', '--without-damaged'], 2, '--from is missing'],
    [
      ['restore', '--from', dir.path],
      1,
      harness.context.config.databaseUrl ? 'Unset DUET_DATABASE_URL' : 'holds no backups',
    ],
  ] as const) {
    const { code: ended, errors } = await callCommand(harness.context.config, words);
    expect([words, ended, errors]).toEqual([words, code, expect.stringContaining(sentence)]);
  }
}, 60_000);

it('removes what a restore that was killed has brought out, and leaves what another command works with', async () => {
  await callCommand(harness.context.config, ['backup', '--to', to, ...sealed()]);
  const around = join(dir.path, 'killed');
  const dataDir = join(around, 'data');
  vi.stubEnv('DUET_DATA_DIR', dataDir);
  const died = await diesAt(6, {
    module: new URL('restore.ts', import.meta.url),
    name: 'run',
    argument: ['--from', to, ...sealed()],
  });
  vi.unstubAllEnvs();
  const [left = '', ...others] = await readdir(around);
  expect([died, left, others]).toEqual([true, expect.stringMatching(/^data-fetched-/), []]);
  expect(await readdir(join(around, left))).toHaveLength(2);

  const inUse = join(around, 'data-fetched-by-another');
  await mkdir(inUse);
  using _lock = lockFile(join(inUse, 'lock'), 'in use');
  const restored = await runCommand({ dataDir, databaseUrl: null }, ['restore', '--from', to, ...sealed()]);
  expect([restored.code, restored.errors]).toEqual([0, '']);
  expect((await readdir(around)).toSorted()).toEqual(['data', 'data-fetched-by-another']);
}, 60_000);
