import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { root, runtime } from '../../scripts/project.mjs';
import { clusterVariable } from './postgres.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A real server process on a free port, with a data folder (and on PostgreSQL a database) of its own. */
export interface Server {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  /** The one-time link that an empty site prints. */
  readonly setupLink: string;
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  /** All that it printed so far. */
  printed(): string;
  /** Ends the process with SIGTERM and waits for its exit code; the data stays. */
  end(): Promise<number | null>;
  /** Ends the process with SIGKILL, as a power cut would; the data stays. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(): Promise<void>;
  /** Ends it and throws its data away. */
  dispose(): Promise<void>;
}

const readyWithinMs = 60_000;
const { DUET_E2E_LATENESS: lateness } = process.env;
const imported = [
  '../../server/test/quick-passwords.ts',
  ...(lateness ? [`late-answers.mjs?ms=${lateness}`] : []),
];
const nodeWords = imported.flatMap((file) => ['--import', new URL(file, import.meta.url).href]);

/** Starts a server; `settings` are DUET_ variables beside those of a test, `folder` is where the project stands. */
export async function startServer(
  kind: DatabaseKind,
  settings: Readonly<Record<string, string>> = {},
  folder = root,
): Promise<Server> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'duet-e2e-'));
  const databaseUrl = kind === 'postgres' ? await createDatabase() : null;
  const env = {
    ...cleanEnvironment(),
    DUET_DATA_DIR: dataFolder,
    DUET_RATE_LIMIT: '0',
    DUET_LOG_LEVEL: 'warn',
    ...(databaseUrl ? { DUET_DATABASE_URL: databaseUrl } : {}),
    ...settings,
  };
  let running = await launch(folder, { DUET_PORT: '0', ...env });
  const { url } = running;
  const setupLink = /\S+\/register\?setup=\S+/.exec(running.printed())?.[0] ?? '';
  return {
    url,
    setupLink,
    dataFolder,
    databaseUrl,
    printed: () => running.printed(),
    end: () => end(running.child),
    async kill() {
      await end(running.child, 'SIGKILL');
    },
    async restart() {
      running = await launch(folder, { ...env, DUET_PORT: new URL(url).port });
    },
    async dispose() {
      await end(running.child);
      await rm(dataFolder, { recursive: true, force: true });
      if (databaseUrl) await dropDatabase(databaseUrl);
    },
  };
}

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

/** Without the DUET_ settings of whoever runs the tests. */
export function cleanEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DUET_')));
}

async function createDatabase(): Promise<string> {
  const name = `duet_${randomBytes(8).toString('hex')}`;
  await onCluster(`CREATE DATABASE ${name}`);
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function dropDatabase(url: string): Promise<void> {
  await onCluster(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

function clusterUrl(): string {
  const url = process.env[clusterVariable];
  if (!url) throw new Error('PostgreSQL was not started by the global set-up.');
  return url;
}

async function onCluster(sentence: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    await client.query(sentence);
  } finally {
    await client.end();
  }
}
