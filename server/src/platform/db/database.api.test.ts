import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../log.ts';
import type { Database, Reads } from './database.ts';
import type { Up } from './migrations/migration.ts';
import { openDatabase } from './open.ts';
import type { OpenDatabase } from './open-options.ts';
import { CheckViolation, ForeignKeyViolation, isUniqueViolation } from './violations.ts';

const first: Up = async ({ table, run, types }) => {
  await table('people')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('name', types.text, (c) => c.notNull())
    .addColumn('age', types.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('born', types.time)
    .addColumn('glad', types.bool, (c) => c.notNull().defaultTo(1))
    .addCheckConstraint('people_age_range', sql`age >= 0`)
    .addUniqueConstraint('people_born_age_key', ['born', 'age'])
    .execute();
  await run('create unique index people_name_key on people (lower(name))');
  await table('pets')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('owner', types.id, (c) => c.notNull().references('people.id'))
    .addColumn('note', types.text)
    .execute();
  await run('create unique index pets_owner_key on pets (owner)');
};

let parts: AsyncDisposableStack;
let options: OpenDatabase;
let db: Database;

beforeEach(async () => {
  parts = new AsyncDisposableStack();
  const dir = parts.use(temporaryDir());
  const { url } = parts.use(await createTestDatabase('empty'));
  options = {
    dataDir: dir.path,
    url: url ?? undefined,
    migrations: { '0001_first': first },
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: true,
    limitMs: 300,
  };
  db = parts.use(await openDatabase(options));
});
afterEach(() => parts.disposeAsync());

const add = (id: string, name: string, age = 0) =>
  db.write((tx) => sql`insert into people (id, name, age) values (${id}, ${name}, ${age})`.execute(tx));
const names = async (from: Reads = db.read) =>
  (await sql<{ name: string }>`select name from people order by id`.execute(from)).rows.map(
    (row) => row.name,
  );

describe('a transaction', () => {
  it('keeps all of it', async () => {
    const answer = await db.write(async (tx) => {
      await sql`insert into people (id, name) values ('1', 'Ana')`.execute(tx);
      await sql`insert into people (id, name) values ('2', 'Bob')`.execute(tx);
      return names(tx);
    });
    expect(answer).toEqual(['Ana', 'Bob']);
    expect(await names()).toEqual(['Ana', 'Bob']);
  });

  it('keeps nothing of it when it fails, and the next one is not harmed', async () => {
    const failing = db.write(async (tx) => {
      await sql`insert into people (id, name) values ('1', 'Ana')`.execute(tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await add('2', 'Bob');
    expect(await names()).toEqual(['Bob']);
  });

  it('is not seen before its commit, and seen by every reader after', async () => {
    const { promise: inside, resolve: reachInside } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const writing = db.write(async (tx) => {
      await sql`insert into people (id, name) values ('1', 'Ana')`.execute(tx);
      reachInside();
      await mayEnd;
    });
    await inside;
    expect(await names()).toEqual([]);
    letEnd();
    await writing;
    expect(await Promise.all([1, 2, 3, 4].map(() => names()))).toEqual(new Array(4).fill(['Ana']));
  });

  it('of many at once loses none, and each counts on from the last', async () => {
    await add('1', 'Ana');
    await Promise.all(
      Array.from({ length: 200 }, () =>
        db.write(async (tx) => {
          const { rows } = await sql<{ age: number }>`select age from people where id = '1'`.execute(tx);
          await sql`update people set age = ${(rows[0]?.age ?? 0) + 1} where id = '1'`.execute(tx);
        }),
      ),
    );
    const { rows } = await sql<{ age: number }>`select age from people`.execute(db.read);
    expect(rows).toEqual([{ age: 200 }]);
  });

  it('that does not end is rolled back, and what it does later is refused', async () => {
    let late: Promise<unknown> | undefined;
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const stuck = db.write(async (tx) => {
      await sql`insert into people (id, name) values ('1', 'Ana')`.execute(tx);
      await over;
      late = sql`insert into people (id, name) values ('2', 'Bob')`.execute(tx);
      late.catch(() => {});
    });
    await expect(stuck).rejects.toMatchObject({
      code: 'OVERLOADED',
      message: expect.stringContaining('did not end'),
    });
    end();
    await add('3', 'Eva');
    await expect(late).rejects.toThrow('has ended');
    expect(await names()).toEqual(['Eva']);
  });
});

describe('effects', () => {
  it('run after the commit, in order, and one that fails stops neither the others nor the answer', async () => {
    const seen: unknown[] = [];
    const answer = await db.write(async (tx) => {
      tx.afterCommit(async () => {
        seen.push(await names());
      });
      tx.afterCommit(() => {
        throw new Error('no');
      });
      tx.afterCommit(() => {
        seen.push('last');
      });
      await sql`insert into people (id, name) values ('1', 'Ana')`.execute(tx);
      expect(seen).toEqual([]);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(seen).toEqual([['Ana'], 'last']);
  });

  it('do not run after a rollback', async () => {
    let ran = false;
    const failing = db.write(async (tx) => {
      tx.afterCommit(() => {
        ran = true;
      });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(ran).toBe(false);
  });

  it('may write themselves', async () => {
    await db.write(async (tx) => {
      tx.afterCommit(async () => {
        await add('2', 'Bob');
      });
      await sql`insert into people (id, name) values ('1', 'Ana')`.execute(tx);
    });
    expect(await names()).toEqual(['Ana', 'Bob']);
  });
});

describe('a broken rule', () => {
  const refusal = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  it('of uniqueness has its name', async () => {
    await add('1', 'Ana');
    expect(isUniqueViolation(await refusal(add('2', 'ANA')), 'people_name_key')).toBe(true);
    expect(isUniqueViolation(await refusal(add('2', 'ANA')), 'people_pkey')).toBe(false);
    expect(isUniqueViolation(await refusal(add('1', 'Bob')), 'people_pkey')).toBe(true);
    const born = (id: string) =>
      db.write((tx) => sql`insert into people (id, name, born, age) values (${id}, ${id}, 1, 2)`.execute(tx));
    await born('5');
    expect(isUniqueViolation(await refusal(born('6')), 'people_born_age_key')).toBe(true);
    const pet = (id: string) =>
      db.write((tx) => sql`insert into pets (id, owner) values (${id}, '1')`.execute(tx));
    await pet('1');
    expect(isUniqueViolation(await refusal(pet('2')), 'pets_owner_key')).toBe(true);
    expect(isUniqueViolation(await refusal(pet('2')))).toBe(true);
    expect(isUniqueViolation(new Error('other'))).toBe(false);
  });

  it('of a reference or a range is told apart', async () => {
    const lost = db.write((tx) => sql`insert into pets (id, owner) values ('1', 'nobody')`.execute(tx));
    expect(await refusal(lost)).toBeInstanceOf(ForeignKeyViolation);
    const negative = await refusal(add('1', 'Ana', -1));
    expect(negative).toBeInstanceOf(CheckViolation);
    expect((negative as CheckViolation).constraint).toBe('people_age_range');
  });
});

describe('values', () => {
  it('come back as numbers and texts, also where counted and summed', async () => {
    await add('1', 'Ana ș 🎈', 3);
    await db.write((tx) => sql`update people set born = ${1_795_194_001_942}, age = 9000000000`.execute(tx));
    const { rows } = await sql`select name, born, glad, (select count(*) from people) as count,
      (select sum(age) from people) as sum from people`.execute(db.read);
    expect(rows).toEqual([
      { name: 'Ana ș 🎈', born: 1_795_194_001_942, glad: 1, count: 1, sum: 9_000_000_000 },
    ]);
  });

  it('reach a hundred and more thousand characters', async () => {
    const long = 'x'.repeat(500_000);
    await add('1', 'Ana');
    await db.write((tx) => sql`insert into pets (id, owner, note) values ('1', '1', ${long})`.execute(tx));
    const { rows } = await sql<{ note: string }>`select note from pets`.execute(db.read);
    expect(rows[0]?.note === long).toBe(true);
  });
});

describe('reading connections', () => {
  it('cannot write', async () => {
    await expect(sql`delete from people`.execute(db.read)).rejects.toThrow(/read-?only/);
    await expect(
      sql`insert into people (id, name) values ('1', 'a') returning id`.execute(db.read),
    ).rejects.toThrow(/read-?only/);
  });

  it('answer that the database answers', async () => {
    await expect(db.ping()).resolves.toBeUndefined();
  });
});

describe('migrations', () => {
  it('run once each, in order, and are recorded', async () => {
    const ran: string[] = [];
    const more = {
      ...options.migrations,
      '0002_second': async ({ run }: Parameters<Up>[0]) => {
        ran.push('second');
        await run('alter table people add column nick text');
      },
    };
    for (let start = 0; start < 2; start++) {
      await using again = await openDatabase({ ...options, exclusive: false, migrations: more });
      await sql`select nick from people`.execute(again.read);
    }
    expect(ran).toEqual(['second']);
    const { rows } = await sql<{
      name: string;
      ran_at: number;
    }>`select name, ran_at from migrations order by name`.execute(db.read);
    expect(rows.map((row) => row.name)).toEqual(['0001_first', '0002_second']);
    expect(Date.now() - (rows[1]?.ran_at ?? 0)).toBeLessThan(60_000);
  });

  it('that fail leave nothing behind', async () => {
    const broken = {
      ...options.migrations,
      '0002_broken': async ({ run }: Parameters<Up>[0]) => {
        await run('alter table people add column half text');
        throw new Error('no');
      },
    };
    await expect(openDatabase({ ...options, exclusive: false, migrations: broken })).rejects.toThrow('no');
    await expect(sql`select half from people`.execute(db.read)).rejects.toThrow(/half/);
  });

  it('of a newer program stop an older one', async () => {
    await expect(openDatabase({ ...options, exclusive: false, migrations: {} })).rejects.toThrow(
      'The database is newer than this program (it has 0001_first). Update Duet.',
    );
  });

  it('of two programs that start together wait for each other', async () => {
    const slow = {
      ...options.migrations,
      '0002_slow': async ({ run }: Parameters<Up>[0]) => run('create table once (id text primary key)'),
    };
    const opened = await Promise.all(
      [1, 2].map(() => openDatabase({ ...options, exclusive: false, migrations: slow })),
    );
    await Promise.all(opened.map((each) => each[Symbol.asyncDispose]()));
    expect(opened).toHaveLength(2);
  });
});
