import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../../test/test-database.ts';
import { watchedMigrations } from '../../../test/watched-migrations.ts';
import { createLog } from '../log.ts';
import type { Database } from './database.ts';
import { Snapshot, snapshotFile } from './dialect/sqlite-snapshot.ts';
import { migrations } from './migrations/index.ts';
import type { Up } from './migrations/migration.ts';
import { openDatabase } from './open.ts';

type Migrations = Readonly<Record<string, Up>>;

const names = Object.keys(migrations);
/** What an early version of Duet knew. */
const first: Migrations = Object.fromEntries(Object.entries(migrations).slice(0, 2));

let dir: ReturnType<typeof temporaryDir>;
let database: TestDatabase;
beforeAll(async () => {
  dir = temporaryDir();
  database = await createTestDatabase('empty');
  await using old = await open(first);
  await fill(old);
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

const open = (known: Migrations, dataDir = dir.path): Promise<Database> =>
  openDatabase({
    dataDir,
    url: database.url ?? undefined,
    migrations: known,
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: true,
  });

/** People, posts and likes, as that version wrote them. */
async function fill(old: Database): Promise<void> {
  await old.write(async (tx) => {
    for (let n = 1; n <= 20; n += 1) {
      await sql`insert into users (id, username, email, password_hash, role, created_at)
        values (${`u${n}`}, ${`person_${n}`}, ${`p${n}@example.org`}, 'hash', 'user', ${n})`.execute(tx);
      await sql`insert into posts (id, post_type, user_id, title, caption, content, content_format, content_policy,
          admin_only, published, created_at, published_at, updated_at)
        values (${`p${n}`}, 'rich_text', ${`u${n}`}, 'A title', '', '<p>Text</p>', 'html', 1, 0, 1, ${n}, ${n}, ${n})`.execute(
        tx,
      );
      await sql`insert into likes (post_id, user_id, count, created_at, updated_at)
        values (${`p${n}`}, 'u1', 1, ${n}, ${n})`.execute(tx);
    }
  });
}

/** Every row of every table, and each table's columns. */
async function content(db: Database): Promise<Record<string, unknown>> {
  const tables =
    databaseKind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const { rows } = await tables.execute(db.read);
  const all: Record<string, unknown> = {};
  for (const { name } of rows) {
    const { rows: found } = await sql`select * from ${sql.table(name)} order by 1, 2`.execute(db.read);
    all[name] = found;
  }
  const indexes =
    databaseKind === 'sqlite'
      ? sql`select name, sql from sqlite_master order by name`
      : sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`;
  return { ...all, indexes: (await indexes.execute(db.read)).rows };
}

describe('an update', () => {
  it('that fails at every statement in turn leaves every row, and the old program starts on it', async () => {
    let before: Record<string, unknown>;
    {
      await using old = await open(first);
      before = await content(old);
    }
    expect(Object.keys(before).length).toBeGreaterThan(8);
    let failed = 0;
    for (let at = 1; ; at += 1) {
      let count = 0;
      const breaking = watchedMigrations(migrations, (name) => {
        count += 1;
        if (count === at) throw new Error(`broken at ${at} in ${name}`);
      });
      const opened = await open(breaking).catch((error: Error) => error);
      if (!(opened instanceof Error)) {
        await opened[Symbol.asyncDispose]();
        break;
      }
      failed += 1;
      expect(opened.message).toMatch(
        /^The tables could not be brought up to date \((\d{4}_\w+): broken at \d+ in \1\)\. Nothing was changed/,
      );
      await using old = await open(first);
      expect(await content(old)).toEqual(before);
      expect(existsSync(join(dir.path, 'duet.db.before-update.partial'))).toBe(false);
    }
    // All statements of all later migrations.
    expect(failed).toBeGreaterThan(names.length);
    await expect(open(first)).rejects.toThrow('newer than this program');
  }, 240_000);

  if (databaseKind === 'sqlite') {
    it('keeps the database as it was, readable for this account alone, until the next update', async () => {
      const kept = snapshotFile(join(dir.path, 'duet.db'));
      expect(statSync(kept).mode & 0o077).toBe(0);
      using former = new DatabaseSync(kept, { readOnly: true });
      expect(former.prepare('select name from migrations order by name').all()).toEqual(
        names.slice(0, 2).map((name) => ({ name })),
      );
      expect(former.prepare('select count(*) as count from posts').get()).toEqual({ count: 20 });
      former.close();
      // A start that changes no tables leaves it; the next update replaces it.
      const { ino } = statSync(kept);
      await (await open(migrations))[Symbol.asyncDispose]();
      expect(statSync(kept).ino).toBe(ino);
      await (await open({ ...migrations, '9998_later': async () => {} }))[Symbol.asyncDispose]();
      using next = new DatabaseSync(kept, { readOnly: true });
      expect(next.prepare('select count(*) as count from migrations').get()).toEqual({ count: names.length });
    });

    it('makes no copy of a new site', async () => {
      using fresh = temporaryDir();
      await (await open(migrations, fresh.path))[Symbol.asyncDispose]();
      expect(readdirSync(fresh.path).filter((name) => name.includes('update'))).toEqual([]);
    });
  }
});

if (databaseKind === 'sqlite') {
  it('a copy takes the place of a database that a failed update left damaged', async () => {
    using site = temporaryDir();
    let before: unknown;
    {
      await using old = await open(first, site.path);
      await fill(old);
      before = await content(old);
    }
    const file = join(site.path, 'duet.db');
    const snapshot = new Snapshot(file);
    snapshot.take();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(7, 4096));
    snapshot.putBack();
    rmSync(join(site.path, 'duet.db.open'), { force: true });
    await using again = await open(first, site.path);
    expect(await content(again)).toEqual(before);
  });

  it('an update ends before it writes anything where the disk has no room for the copy', async () => {
    using site = temporaryDir();
    await (await open(first, site.path))[Symbol.asyncDispose]();
    const file = join(site.path, 'duet.db');
    const before = readdirSync(site.path);
    expect(() => new Snapshot(file, () => 60 * 1024 * 1024).take()).toThrow(
      /no room for the copy that is made before: \d MB are missing\. Nothing was changed/,
    );
    expect(readdirSync(site.path)).toEqual(before);
  });
}
