import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bareEnvironment } from './bare-environment.ts';
import { Client } from './client.ts';
import { Person, password } from './harness.ts';
import { gallery } from './posts.ts';
import { ready } from './ready.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Below the project's folder, whose packages stand for those that `npm install` would bring. */
let dir: string;
let program: string;
beforeAll(async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  dir = await mkdtemp(join(root, '.cache', 'packed-test-'));
  const web = join(dir, 'web');
  await mkdir(web);
  await writeFile(join(web, 'index.html'), '<!doctype html><title>Duet</title><body>Packed</body>');
  const words = ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'pack-files.mjs'), web, dir];
  await run(process.execPath, words, { env: { ...bareEnvironment(), NODE_OPTIONS: '' } });
  const [name = ''] = (await readdir(dir)).filter((each) => each.endsWith('.tgz'));
  await run('tar', ['xzf', join(dir, name), '-C', dir]);
  program = join(dir, 'package', 'bin', 'duet.mjs');
}, 60_000);
afterAll(() => rm(dir, { recursive: true, force: true }));

const settings = () => ({ ...bareEnvironment(), DUET_PORT: '0', DUET_DATA_DIR: join(dir, 'data') });

it('the package holds what runs and nothing that builds or tests', async () => {
  const files = await readdir(join(dir, 'package'), { recursive: true });
  expect(files.filter((file) => /\.(ts|tsx|map)$|\.test\./.test(file))).toEqual([]);
  for (const file of ['web/dist/index.html', 'LICENSE', 'deploy/duet.service', 'npm-shrinkwrap.json']) {
    expect(files).toContain(file);
  }
  const { bin, dependencies, devDependencies } = JSON.parse(
    await readFile(join(dir, 'package', 'package.json'), 'utf8'),
  );
  expect([bin, devDependencies, dependencies['@duet/contract']]).toEqual([
    { duet: 'bin/duet.mjs' },
    undefined,
    undefined,
  ]);
});

it('the package starts a site, which stores pictures, and has the commands', async () => {
  const server = spawn(process.execPath, [program], { env: settings(), stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'close');
  try {
    let said = '';
    const url = await new Promise<string>((resolve, reject) => {
      for (const stream of [server.stdout, server.stderr]) {
        stream.on('data', (chunk) => {
          said += chunk;
          const [, found] = /Duet is ready at (\S+)\n/.exec(said) ?? [];
          if (found) resolve(found);
        });
      }
      void ended.then(() => reject(new Error(said)));
    });
    expect(await (await fetch(url)).text()).toContain('Packed');
    await ready(url);
    const setupCode = /setup=(\S+)/.exec(said)?.[1];
    const body = { username: 'ana_maria', email: 'ana@example.org', password, setupCode };
    const { token = '', user } = (await new Client(url).call('accounts.register', { body })).body.data;
    // The picture is decoded by a process of its own, whose file has to be found as well.
    const post = await gallery(new Person(url, token, user, password), 1);
    expect(post.media).toHaveLength(1);
    const duet = (...words: string[]) => run(process.execPath, [program, ...words], { env: settings() });
    expect((await duet('user', 'list')).stdout).toContain('ana_maria');
    expect((await duet('backup', join(dir, 'backup'))).stdout).toContain('all read again and summed');
    expect((await duet('--help')).stdout).toContain('npx duet <command>');
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
  expect(server.exitCode).toBe(0);
}, 60_000);
