import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.mjs';
import { root } from '../scripts/project.mjs';
import { cleanEnvironment } from './harness/server-environment.ts';
import { expect, test } from './harness/test.ts';

/** `npm start` as a person types it, on an empty data folder of its own. */
class Start {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  printed = '';

  constructor(dataFolder: string, port: number, settings: Readonly<Record<string, string>> = {}) {
    this.child = spawn('npm', ['start', '--silent'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...cleanEnvironment(),
        DUET_DATA_DIR: dataFolder,
        DUET_PORT: String(port),
        DUET_LOG_LEVEL: 'warn',
        ...settings,
      },
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk) => {
        this.printed += chunk;
      });
    }
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
  }

  lines(): string[] {
    return this.printed.split('\n').filter((line) => line && !line.startsWith('npm '));
  }
}

let dataFolder: string;
test.beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'duet-start-'));
});
test.afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

test('npm start says where it is ready, and ends with 0 when npm is told to stop', async () => {
  const port = await freePort();
  const start = new Start(dataFolder, port);
  await expect
    .poll(() => start.printed, { timeout: 45_000 })
    .toContain(`Duet is ready at http://127.0.0.1:${port}\n`);
  expect(start.printed).toMatch(new RegExp(`http://127\\.0\\.0\\.1:${port}/register\\?setup=\\S+`));
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);

  const since = performance.now();
  start.child.kill('SIGTERM');
  expect(await start.ended).toBe(0);
  expect(performance.now() - since).toBeLessThan(10_000);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});

test('a port in use and a wrong setting are one line each', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  const taken = new Start(dataFolder, port);
  expect(await taken.ended).not.toBe(0);
  expect(taken.lines()).toEqual([expect.stringContaining('DUET_PORT is in use')]);
  other.close();

  const wrong = new Start(dataFolder, port, { DUET_PORT: 'eighty', DUET_RATE_LIMIT: 'none' });
  expect(await wrong.ended).not.toBe(0);
  expect(wrong.lines()).toEqual([
    expect.stringMatching(/^DUET_PORT .+ Example: DUET_PORT=3180$/),
    expect.stringMatching(/^DUET_RATE_LIMIT .+ Example: DUET_RATE_LIMIT=1$/),
  ]);
});
