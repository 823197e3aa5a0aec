import { execFileSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../../test/temporary-dir.ts';
import { Failure } from '../../failure.ts';
import { createLog } from '../../log.ts';
import { openDatabase } from '../open.ts';
import type { OpenDatabase } from '../open-options.ts';
import { errorOf, SqliteError } from './sqlite-faults.ts';
import { minCheckIntervalMs } from './sqlite-other-writers.ts';
import { checkSqliteVersion, openSqlite } from './sqlite-settings.ts';

let dir: ReturnType<typeof temporaryDir>;
let options: OpenDatabase;
beforeEach(() => {
  dir = temporaryDir();
  options = {
    dataDir: dir.path,
    migrations: { '0001_t': async ({ run }) => run('create table t (n integer not null, s text) strict') },
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: true,
  };
});
afterEach(() => dir[Symbol.dispose]());

const marker = () => existsSync(join(dir.path, 'duet.db.open'));

describe('the settings', () => {
  const pragma = (db: DatabaseSync, name: string) =>
    Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0];

  it.each([
    ['thread', 2, 5000, 2048],
    ['main', 1, 0, 4096],
  ] as const)('are those of the design (%s)', (where, synchronous, timeout, cacheKib) => {
    using db = openSqlite(join(dir.path, 'x.db'), 'write', where);
    const names = ['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'busy_timeout'];
    expect(names.map((name) => pragma(db, name))).toEqual(['wal', synchronous, 1, 0, timeout]);
    const more = ['cell_size_check', 'wal_autocheckpoint', 'journal_size_limit', 'mmap_size', 'temp_store'];
    expect(more.map((name) => pragma(db, name))).toEqual([1, 0, 67_108_864, 0, 2]);
    expect(pragma(db, 'cache_size')).toBe(-cacheKib);
    expect(db.limits).toMatchObject({ sqlLength: 102_400, variableNumber: 1000, exprDepth: 100, attach: 1 });
    expect(() => db.exec("pragma writable_schema = on; update sqlite_schema set sql = 'x'")).toThrow(
      /modified/,
    );
  });

  it('refuse an older SQLite and take this one', () => {
    checkSqliteVersion(process.versions.sqlite ?? '');
    checkSqliteVersion('3.51.3');
    checkSqliteVersion('4.0.0');
    expect(() => checkSqliteVersion('3.51.2')).toThrow('SQLite 3.51.2 is too old');
    expect(() => checkSqliteVersion('3.9.9')).toThrow('too old');
  });
});

describe('a database file', () => {
  it('is marked while it is open, and checked where the mark was left', async () => {
    const first = await openDatabase(options);
    expect(marker()).toBe(true);
    await first.write(async (tx) => {
      for (let n = 0; n < 500; n++)
        await sql`insert into t (n, s) values (${n}, ${'x'.repeat(100)})`.execute(tx);
    });
    await first[Symbol.asyncDispose]();
    expect(marker()).toBe(false);

    const file = openSync(join(dir.path, 'duet.db'), 'r+');
    writeSync(file, Buffer.alloc(8192, 7), 0, 8192, 16_384);
    writeFileSync(join(dir.path, 'duet.db.open'), '');
    await expect(openDatabase(options)).rejects.toThrow(/damaged/);
  });

  it('belonging to somebody else at work makes writers wait, then say so', async () => {
    await using db = await openDatabase(options);
    using other = new DatabaseSync(join(dir.path, 'duet.db'));
    other.exec('begin immediate');
    setTimeout(() => other.exec('commit'), 200);
    await db.write((tx) => sql`insert into t (n) values (1)`.execute(tx));
    const { rows } = await sql`select n from t`.execute(db.read);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('keeps what was answered when the process is killed', async () => {
    const program = `
      import { openDatabase } from ${JSON.stringify(new URL('../open.ts', import.meta.url).href)};
      import { createLog } from ${JSON.stringify(new URL('../../log.ts', import.meta.url).href)};
      import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))};
      const db = await openDatabase({ dataDir: process.argv[1], log: createLog('silent'), onDiskFailure() {}, exclusive: true,
        migrations: { '0001_t': async ({ run }) => run('create table t (n integer not null, s text) strict') } });
      for (let n = 1; ; n++) {
        await db.write((tx) => sql\`insert into t (n) values (\${n})\`.execute(tx));
        process.stdout.write(n + '\\n');
        if (n === 50) process.kill(process.pid, 'SIGKILL');
      }`;
    const out = join(dir.path, 'out');
    const run = () =>
      execFileSync(process.execPath, ['--input-type=module', '-e', program, dir.path], {
        stdio: ['ignore', openSync(out, 'w'), 'inherit'],
      });
    expect(run).toThrow();
    const answered = readFileSync(out, 'utf8').trim().split('\n').length;
    expect(marker()).toBe(true);
    await using db = await openDatabase(options);
    const { rows } = await sql<{ count: number }>`select count(*) as count from t`.execute(db.read);
    expect(rows[0]?.count).toBeGreaterThanOrEqual(answered);
  });
});

it('finds out what other programs write, and does not take its own writes for theirs', async () => {
  await using db = await openDatabase(options);
  const seen: unknown[] = [];
  db.commits.subscribe((changes) => seen.push(changes));
  const look = async () => {
    await expect
      .poll(() => performance.now() - before, { interval: 5 })
      .toBeGreaterThan(2 * minCheckIntervalMs);
    before = performance.now();
    seen.length = 0;
    db.lookForOtherPrograms();
    return seen;
  };
  let before = performance.now();
  expect(await look()).toEqual([]);
  await db.write((tx) => sql`insert into t (n) values (1)`.execute(tx));
  expect(await look()).toEqual([]);
  using other = openSqlite(join(dir.path, 'duet.db'), 'write', 'thread');
  other.exec('insert into t (n) values (2)');
  expect(await look()).toEqual(['everything']);
  expect(await look()).toEqual([]);
});

describe('a disk that fails', () => {
  it.each([[10], [1034], [778], [11], [26]])('is recognised by errcode %i', (errcode) => {
    const error = errorOf({ message: 'disk I/O error', errcode }, 'commit');
    expect(error).toBeInstanceOf(SqliteError);
    expect((error as SqliteError).isDiskFailure).toBe(true);
  });

  it('that is full is no failure of the disk', () => {
    expect(errorOf({ message: 'full', errcode: 13 }, 'commit')).toMatchObject({ code: 'STORAGE_FULL' });
    expect(errorOf({ message: 'busy', errcode: 5 }, 'begin')).toMatchObject({ code: 'OVERLOADED' });
  });

  it('that is full gets the space that was kept for it, and the transaction runs again, once', async () => {
    let room = 1;
    await using db = await openDatabase({ ...options, onFull: () => room-- > 0 });
    let runs = 0;
    const full = () => {
      runs += 1;
      throw errorOf({ message: 'database or disk is full', errcode: 13 }, 'insert');
    };
    expect(await db.write(async () => (runs === 0 ? full() : runs))).toBe(1);
    await expect(db.write(async () => full())).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(runs).toBe(2);
    room = 1;
    // What a rule calls full (an upload that would not fit) costs the database nothing.
    const refused = db.write(async () => {
      throw new Failure('STORAGE_FULL');
    });
    await expect(refused).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(room).toBe(1);
  });

  it('ends all writing and is reported once', async () => {
    const reported: Error[] = [];
    await using db = await openDatabase({ ...options, onDiskFailure: (error) => reported.push(error) });
    const failing = db.write(async () => {
      throw errorOf({ message: 'disk I/O error', errcode: 1034 }, 'commit');
    });
    await expect(failing).rejects.toMatchObject({ code: 'STOPPING' });
    await expect(db.write(async () => 1)).rejects.toMatchObject({ code: 'STOPPING' });
    await expect(db.ping()).rejects.toMatchObject({ code: 'STOPPING' });
    expect(reported).toHaveLength(1);
  });
});
