import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../../test/temporary-dir.ts';
import { createLog } from '../../log.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open.ts';
import type { OpenDatabase } from '../open-options.ts';

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
/**
 * What a power cut leaves: the log as it was when the last flush that has ended began, and of the 512-byte sectors
 * written since then none, all up to some place, or any. Without a checkpoint the database file itself stays as it was.
 */
describe('a power cut', () => {
  const sector = 512;
  /** `npm run trust -- durability` asks for more; at each, four ways in which sectors may have arrived. */
  const cutsAsked = Number(process.env.DUET_POWER_CUTS ?? 40);

  function sectorsOf(durable: Buffer, now: Buffer, arrived: (at: number) => boolean): Buffer {
    const image = Buffer.alloc(Math.max(durable.length, now.length));
    durable.copy(image);
    for (let at = 0; at < now.length; at += sector) {
      if (arrived(at)) now.copy(image, at, at, at + sector);
    }
    return image;
  }

  /** What the rows are after the machine has started again. */
  function afterwards(database: string, log: Buffer): number[] {
    const copy = file('after.db');
    copyFileSync(database, copy);
    writeFileSync(`${copy}-wal`, log);
    writeFileSync(`${copy}-shm`, '');
    using db = new DatabaseSync(copy);
    expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    return db
      .prepare('select n from t order by n')
      .all()
      .map(({ n }) => Number(n));
  }

  it(
    'loses no write that was answered, and leaves a whole number of commits',
    async () => {
      const log = file('duet.db-wal');
      let durable = Buffer.alloc(0);
      const cuts: { answered: number[]; durable: Buffer; now: Buffer }[] = [];
      const answered: number[] = [];
      const remember = () => cuts.push({ answered: [...answered], durable, now: readFileSync(log) });
      await using db = await openDatabase({
        ...options,
        flush: async () => {
          const before = readFileSync(log);
          await using handle = await open(log, 'r');
          await handle.datasync();
          await wait(2);
          durable = before;
        },
      });
      // In another process: SQLite's locks end with any descriptor of the file in this one.
      execFileSync('cp', [file('duet.db'), file('at-first.db')]);
      execFileSync('cp', [log, file('at-first.db-wal')]);
      durable = readFileSync(file('at-first.db-wal'));
      for (let round = 0; round * 8 < cutsAsked; round++) {
        const writing = Array.from({ length: 8 }, async (_, of) => {
          await wait(of);
          await add(db, round * 8 + of, 'x'.repeat(500 * of));
          answered.push(round * 8 + of);
          remember();
        });
        await Promise.all(writing);
      }
      expect(statSync(file('duet.db')).size).toBe(statSync(file('at-first.db')).size);
      const committed = Array.from({ length: cuts.length }, (_, n) => n);
      let seed = 1;
      const chance = () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed / 2_147_483_647;
      };
      let partly = 0;
      for (const cut of cuts) {
        const end = cut.durable.length + Math.floor(chance() * (cut.now.length - cut.durable.length));
        const images = [() => false, (at: number) => at < end, () => chance() < 0.5, () => true];
        for (const arrived of images) {
          const rows = afterwards(file('at-first.db'), sectorsOf(cut.durable, cut.now, arrived));
          expect(rows).toEqual(expect.arrayContaining(cut.answered));
          expect(committed).toEqual(expect.arrayContaining(rows));
          if (rows.length > cut.answered.length) partly += 1;
        }
      }
      // Some of the cuts did fall between a commit and its flush.
      expect(partly).toBeGreaterThan(0);
    },
    20_000 + cutsAsked * 1000,
  );
});
