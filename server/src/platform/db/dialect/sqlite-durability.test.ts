import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { temporaryDir } from '../../../../test/temporary-dir.ts';
import { createLog } from '../../log.ts';
import type { Database, Reads } from '../database.ts';
import { openDatabase } from '../open.ts';
import type { OpenDatabase } from '../open-options.ts';
import { ThreadConnection } from './sqlite-thread.ts';

let dir: ReturnType<typeof temporaryDir>;
let options: OpenDatabase;
beforeEach(() => {
  dir = temporaryDir();
  options = {
    dataDir: dir.path,
    migrations: {
      '0001_t': async ({ run }) => run('create table t (n integer primary key, s text) strict'),
    },
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: true,
  };
});
afterEach(() => dir[Symbol.dispose]());

const file = (name: string) => join(dir.path, name);
const add = (db: Database, n: number, s = '') =>
  db.write((tx) => sql`insert into t (n, s) values (${n}, ${s})`.execute(tx));
const numbers = async (db: Database) =>
  (await sql<{ n: number }>`select n from t order by n`.execute(db.read)).rows.map(({ n }) => n);

/** A flush that waits until the test lets it go on. */
function heldFlush() {
  const waiting: PromiseWithResolvers<void>[] = [];
  return {
    flush: () => {
      const held = Promise.withResolvers<void>();
      waiting.push(held);
      return held.promise;
    },
    get count() {
      return waiting.length;
    },
    letGo: (at: number) => waiting[at]?.resolve(),
    fail: (at: number) => waiting[at]?.reject(new Error('EIO: i/o error, fdatasync')),
  };
}

describe('an answer', () => {
  it('waits for the flush; readers see the commit before, and who keeps something made of rows is told', async () => {
    const held = heldFlush();
    await using db = await openDatabase({ ...options, flush: held.flush });
    const seen: string[] = [];
    db.commits.subscribe(() => seen.push('changes'));
    const writing = db.write(async (tx) => {
      tx.afterCommit(() => void seen.push('effect'));
      await sql`insert into t (n) values (1)`.execute(tx);
    });
    void writing.then(() => seen.push('answer'));
    await eventually(() => expect(held.count).toBe(1));
    await wait(20);
    expect(await numbers(db)).toEqual([1]);
    expect(seen).toEqual(['changes']);
    held.letGo(0);
    await writing;
    expect(seen).toEqual(['changes', 'effect', 'answer']);
  });

  it('waits for a flush that began after its commit, and one flush is enough for many', async () => {
    const held = heldFlush();
    await using db = await openDatabase({ ...options, flush: held.flush });
    const answered: number[] = [];
    const write = (n: number) => add(db, n).then(() => answered.push(n));
    const first = write(0);
    await eventually(() => expect(held.count).toBe(1));
    const others = Array.from({ length: 50 }, (_, n) => write(n + 1));
    await eventually(async () => expect(await numbers(db)).toHaveLength(51));
    held.letGo(0);
    await first;
    await eventually(() => expect(held.count).toBe(2));
    expect(answered).toEqual([0]);
    held.letGo(1);
    await Promise.all(others);
    expect(held.count).toBe(2);
    expect(answered).toHaveLength(51);
  });

  it('that rests on a commit which is not on the disk yet waits for it as well', async () => {
    const held = heldFlush();
    await using db = await openDatabase({ ...options, flush: held.flush });
    const first = add(db, 1);
    await eventually(() => expect(held.count).toBe(1));
    const told: string[] = [];
    const looking = db
      .write(async (tx) => (await sql`select n from t`.execute(tx)).rows.length)
      .then((count) => told.push(`saw ${count}`));
    const refused = add(db, 1).catch((error: Error) => told.push(error.name));
    await wait(20);
    expect(told).toEqual([]);
    held.letGo(0);
    await Promise.all([first, looking, refused]);
    expect(held.count).toBe(1);
    expect(told.toSorted()).toEqual(['UniqueViolation', 'saw 1']);
  });

  it('of others stands when one of those that wait together fails', async () => {
    await using db = await openDatabase(options);
    await add(db, 3);
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => add(db, n)));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true]);
    expect(await numbers(db)).toEqual([1, 2, 3, 4, 5]);
  });

  it('is STOPPING where the flush fails, for everybody who waits and from then on', async () => {
    const held = heldFlush();
    const reported: Error[] = [];
    await using db = await openDatabase({
      ...options,
      flush: held.flush,
      onDiskFailure: (error) => reported.push(error),
    });
    let effects = 0;
    const writing = [1, 2, 3].map((n) =>
      db.write(async (tx) => {
        tx.afterCommit(() => {
          effects += 1;
        });
        await sql`insert into t (n) values (${n})`.execute(tx);
      }),
    );
    const results = Promise.allSettled(writing);
    await eventually(() => expect(held.count).toBe(1));
    held.fail(0);
    for (const result of await results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'STOPPING' } });
    }
    await expect(add(db, 4)).rejects.toMatchObject({ code: 'STOPPING' });
    await expect(db.ping()).rejects.toMatchObject({ code: 'STOPPING' });
    expect([reported.map(({ message }) => message), effects, held.count]).toEqual([
      ['EIO: i/o error, fdatasync'],
      0,
      1,
    ]);
  });
});

describe('a lock of another process', () => {
  it('delays no read and not the event loop, and the write succeeds when it ends', async () => {
    await using db = await openDatabase(options);
    await add(db, 1);
    using other = new DatabaseSync(file('duet.db'));
    other.exec('begin immediate');
    const writing = add(db, 2);
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 10);
    const since = performance.now();
    while (performance.now() - since < 1500) {
      const asked = performance.now();
      expect(await numbers(db)).toEqual([1]);
      expect(performance.now() - asked).toBeLessThan(500);
      await wait(20);
    }
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(20);
    other.exec('commit');
    await writing;
    expect(await numbers(db)).toEqual([1, 2]);
  });

  it('that does not end is OVERLOADED after 5 s', async () => {
    await using db = await openDatabase(options);
    using other = new DatabaseSync(file('duet.db'));
    other.exec('begin immediate');
    const since = performance.now();
    await expect(add(db, 1)).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(performance.now() - since).toBeGreaterThan(4500);
  });
});

describe('long transactions', () => {
  it('run in a thread, and never beside a short one', async () => {
    await using db = await openDatabase(options);
    await add(db, 0);
    let changes = 0;
    db.commits.subscribe(() => (changes += 1));
    await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        db.write(
          async (tx) => {
            const { rows } = await sql<{ max: number }>`select max(n) as max from t`.execute(tx);
            await sql`insert into t (n) values (${(rows[0]?.max ?? 0) + 1})`.execute(tx);
          },
          { long: at % 3 === 0 },
        ),
      ),
    );
    expect(await numbers(db)).toEqual(Array.from({ length: 61 }, (_, n) => n));
    expect(changes).toBe(60);
  });

  it('and scans let the event loop go on', async () => {
    await using db = await openDatabase(options);
    const count = sql<{
      n: number;
    }>`with recursive c (n) as (select 1 union all select n + 1 from c where n < 1000000)
      select max(n) as n from c`;
    const between = async (reads: Reads) => {
      let turned = false;
      const timer = setTimeout(() => {
        turned = true;
      }, 0);
      await count.execute(reads);
      clearTimeout(timer);
      return turned;
    };
    expect(await db.write(between, { long: true })).toBe(true);
    expect(await between(db.scan)).toBe(true);
    // What is short is there in the same turn.
    expect(await db.write(between)).toBe(false);
    expect(await between(db.read)).toBe(false);
    await expect(sql`delete from t`.execute(db.scan)).rejects.toThrow(/readonly/);
  });

  it('end their thread when it has had nothing to do for a while, and start another', async () => {
    await using _db = await openDatabase(options);
    const thread = new ThreadConnection({ path: file('duet.db'), access: 'read' }, () => {}, 50);
    expect(thread.started).toBe(false);
    expect((await thread.send('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(thread.started).toBe(true);
    await eventually(() => expect(thread.started).toBe(false));
    expect((await thread.send('select 2 as two')).rows).toEqual([{ two: 2 }]);
    await thread.close();
  });
});

describe('many short transactions', () => {
  it('let others have their turn in between', async () => {
    await using db = await openDatabase(options);
    let done = 0;
    const writing = Array.from({ length: 3000 }, (_, n) => add(db, n).then(() => (done += 1)));
    const { promise: timer, resolve } = Promise.withResolvers<number>();
    setTimeout(async () => resolve((await numbers(db)).length), 0);
    expect(await timer).toBeLessThan(3000);
    await Promise.all(writing);
    expect(done).toBe(3000);
  });

  it('do not let the log grow: it is copied into the database beside them', async () => {
    await using db = await openDatabase(options);
    const copied = () => statSync(file('duet.db')).size;
    for (let n = 0; n < 150; n++) {
      await add(db, n, 'x'.repeat(250_000));
      // The first checkpoint waits for its thread.
      if (n === 20) await eventually(() => expect(copied()).toBeGreaterThan(2e6));
    }
    // A quarter of what was written; without checkpoints nothing would be copied.
    expect(copied()).toBeGreaterThan(9e6);
    expect(statSync(file('duet.db-wal')).size).toBeLessThan(25e6);
    expect(await numbers(db)).toHaveLength(150);
  });
});
