import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runtime } from '../../scripts/project.mjs';
import { createDatabase, dropDatabase } from './databases.ts';
import type { Server } from './running-server.ts';
import { cleanEnvironment, nodeWords, testSettings } from './server-environment.ts';
import { startThreeServers } from './three-servers.ts';

/** Of three servers, PostgreSQL and an object store: see `three-servers.ts`. */
export type SiteKind = 'sqlite' | 'postgres' | 'three-servers';

const readyWithinMs = 60_000;
/** Starts a server; `settings` are DUET_ variables beside those of a test, `folder` is where the project stands. */
export async function startServer(
  kind: SiteKind,
  settings: Readonly<Record<string, string>> = {},
  folder = root,
): Promise<Server> {
  if (kind === 'three-servers') return startThreeServers(await createDatabase(), settings);
  const dataFolder = await mkdtemp(join(tmpdir(), 'duet-e2e-'));
  const databaseUrl = kind === 'postgres' ? await createDatabase() : null;
  const env = {
    ...cleanEnvironment(),
    ...testSettings,
    DUET_DATA_DIR: dataFolder,
    ...(databaseUrl ? { DUET_DATABASE_URL: databaseUrl } : {}),
    ...settings,
  };
  let running = await launch(folder, { DUET_PORT: '0', ...env });
  const { url } = running;
  const setupLink = setupLinkIn(running.printed());
  return {
    url,
    setupLink,
    dataFolder,
    databaseUrl,
    printed: () => running.printed(),
    async end() {
      await end(running.child);
    },
    async kill() {
      await end(running.child, 'SIGKILL');
    },
    async restart(changed = {}) {
      running = await launch(folder, { ...env, ...changed, DUET_PORT: new URL(url).port });
    },
    async dispose() {
      await end(running.child);
      await rm(dataFolder, { recursive: true, force: true });
      if (databaseUrl) await dropDatabase(databaseUrl);
    },
  };
}

/** The one-time link that an empty site prints. */
export const setupLinkIn = (printed: string): string => /\S+\/register\?setup=\S+/.exec(printed)?.[0] ?? '';

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  printed(): string;
}

function launch(folder: string, env: Readonly<Record<string, string | undefined>>): Promise<Running> {
  return new Promise((resolve, reject) => {
    const child = spawn(runtime(), [...nodeWords, join(folder, 'server/src/main.ts')], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    const giveUp = (reason: string) => {
      child.kill('SIGKILL');
      reject(new Error(`The server ${reason}. It printed:\n${text}`));
    };
    const timer = setTimeout(() => giveUp(`was not ready within ${readyWithinMs} ms`), readyWithinMs);
    const onExit = (code: number | null) => {
      clearTimeout(timer);
      giveUp(`ended with code ${code} before it was ready`);
    };
    child.once('exit', onExit);
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const url = /Duet is ready at (http:\/\/\S+?)\/?\s/.exec(text)?.[1];
      if (!url) return;
      clearTimeout(timer);
      child.removeListener('exit', onExit);
      resolve({ child, url, printed: () => text });
    });
  });
}

function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
