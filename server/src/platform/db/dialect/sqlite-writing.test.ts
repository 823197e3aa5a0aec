import { execFileSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../../test/temporary-dir.ts';
import { Failure } from '../../failure.ts';
import { createLog } from '../../log.ts';
import type { Writes } from '../database.ts';
import { openDatabase } from '../open.ts';
import { PendingWrite } from '../pending-write.ts';
import { errorOf } from './sqlite-faults.ts';
import { MainThreadConnection } from './sqlite-main-thread.ts';
import { openSqlite } from './sqlite-settings.ts';
import { SharedSqliteTransactions } from './sqlite-transactions.ts';
import { SqliteWriting } from './sqlite-writing.ts';

let dir: ReturnType<typeof temporaryDir>;
let db: DatabaseSync;
let writing: SqliteWriting;
/** For each commit, whether something was written. */
let commits: boolean[];
let room: number;
let broken: boolean;

beforeEach(() => {
  dir = temporaryDir();
  db = openSqlite(join(dir.path, 'x.db'), 'write', 'main');
  db.exec('create table t (n integer primary key) strict');
  commits = [];
  room = 0;
  broken = false;
  const short = new SharedSqliteTransactions(new MainThreadConnection(db, (wrote) => commits.push(wrote)));
  writing = new SqliteWriting({
    short,
    long: short,
    emitChanges: () => {},
    onFull: () => room-- > 0,
    onDiskFailure: () => {
      broken = true;
      return new Failure('STOPPING');
    },
    isBroken: () => broken,
    // What is sure to be together here depends on no clock.
    longestMs: 10_000,
  });
});
afterEach(() => {
  db.close();
  dir[Symbol.dispose]();
});

const numbers = () =>
  db
    .prepare('select n from t order by n')
    .all()
    .map(({ n }) => n);

async function write<T>(work: (tx: Writes) => Promise<T>): Promise<T> {
  const pending = new PendingWrite(work, { log: createLog('silent') });
  await writing.run(pending as PendingWrite, false);
  return pending.take().answer;
}

const add = (n: number) => write((tx) => sql`insert into t (n) values (${n})`.execute(tx));
const failing = (errcode: number) =>
  write(async (tx) => {
    await sql`insert into t (n) values (1000)`.execute(tx);
    throw errorOf({ message: 'a fault of the database', errcode }, 'insert');
  });
const full = 13;
const ioError = 1034;

describe('writes that are asked for in one turn of the event loop', () => {
  it('share a commit, and later ones have another', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(add));
    expect(commits).toEqual([true]);
    await add(6);
    expect(commits).toEqual([true, true]);
    expect(numbers()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('need no flush where what they wrote was taken back', async () => {
    await add(1);
    await Promise.allSettled([
      write(async (tx) => (await sql`select n from t`.execute(tx)).rows),
      add(1),
      add(1),
    ]);
    expect(commits).toEqual([true, false]);
  });

  it('have another transaction where the first of them fails', async () => {
    await add(1);
    const outcomes = await Promise.allSettled([add(1), add(2), add(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(commits).toEqual([true, true]);
  });

  it('all end with a disk that fails, the ones before it included, and nothing is written any more', async () => {
    const outcomes = await Promise.allSettled([add(1), failing(ioError), add(2), add(3)]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'STOPPING' } });
    await expect(add(4)).rejects.toMatchObject({ code: 'STOPPING' });
    expect([commits, numbers()]).toEqual([[], []]);
  });

  it('run again, each by itself, where SQLite has ended their transaction', async () => {
    let runs = 0;
    const ending = () =>
      write(async () => {
        runs += 1;
        db.exec('rollback');
        throw new Error('no');
      });
    const outcomes = await Promise.allSettled([add(1), add(2), ending(), add(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect([runs, numbers()]).toEqual([2, [1, 2, 3]]);
  });

  it('of which one finds the disk full: that one runs again where there was room to make, the others stay', async () => {
    room = 1;
    let runs = 0;
    const once = () =>
      write(async () => {
        runs += 1;
        if (runs === 1) throw errorOf({ message: 'database or disk is full', errcode: full }, 'insert');
        return runs;
      });
    const [one, other, again] = await Promise.allSettled([add(1), failing(full), once(), add(2)]);
    expect(one.status).toBe('fulfilled');
    // The room was made for the first that asked for it.
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'STORAGE_FULL' } });
    expect(again).toMatchObject({ status: 'rejected', reason: { code: 'STORAGE_FULL' } });
    expect(numbers()).toEqual([1, 2]);
  });
});

it('what was answered to some of many that write at once is there when the process is killed', async () => {
  const program = `
    import { openDatabase } from ${JSON.stringify(new URL('../open.ts', import.meta.url).href)};
    import { createLog } from ${JSON.stringify(new URL('../../log.ts', import.meta.url).href)};
    import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))};
    import { writeSync } from 'node:fs';
    const db = await openDatabase({ dataDir: process.argv[1], log: createLog('silent'), onDiskFailure() {}, exclusive: true,
      migrations: { '0001_t': async ({ run }) => run('create table t (n integer primary key) strict') } });
    let n = 0;
    let answered = 0;
    const writer = async () => {
      for (;;) {
        const mine = ++n;
        await db.write((tx) => sql\`insert into t (n) values (\${mine})\`.execute(tx));
        writeSync(1, mine + '\\n');
        answered += 1;
        if (answered === 300) process.kill(process.pid, 'SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 16 }, writer));`;
  const out = join(dir.path, 'out');
  const data = join(dir.path, 'data');
  const run = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program, data], {
      stdio: ['ignore', openSync(out, 'w'), 'inherit'],
    });
  mkdirSync(data);
  expect(run).toThrow();
  const answered = readFileSync(out, 'utf8').trim().split('\n').map(Number);
  expect(answered.length).toBeGreaterThanOrEqual(300);
  await using opened = await openDatabase({
    dataDir: data,
    migrations: { '0001_t': async ({ run }) => run('create table t (n integer primary key) strict') },
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: true,
  });
  const { rows } = await sql<{ n: number }>`select n from t`.execute(opened.read);
  const there = new Set(rows.map(({ n }) => n));
  expect(answered.filter((n) => !there.has(n))).toEqual([]);
});
