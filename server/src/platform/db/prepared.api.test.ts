import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../log.ts';
import type { Changes } from './changes.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open.ts';
import { preparedRead, preparedWrite } from './prepared.ts';

const parts = new AsyncDisposableStack();
let db: Database;
beforeAll(async () => {
  const dir = parts.use(temporaryDir());
  const { url } = parts.use(await createTestDatabase());
  db = parts.use(
    await openDatabase({
      dataDir: dir.path,
      url: url ?? undefined,
      migrations,
      log: createLog('silent'),
      onDiskFailure: () => {},
      exclusive: true,
    }),
  );
});
afterAll(() => parts.disposeAsync());

interface Code {
  readonly hash: string;
  readonly expiresAt: number;
}

const insert = preparedWrite((builder, { hash, expiresAt }: Code) =>
  builder.insertInto('setup_codes').values({ code_hash: hash, created_at: 7, expires_at: expiresAt }),
);
const expiry = preparedRead((builder, { hash }: { hash: string }) =>
  builder.selectFrom('setup_codes').select(['expires_at', 'created_at']).where('code_hash', '=', hash),
);
const expireAll = preparedWrite((builder, { expiresAt }: { expiresAt: number }) =>
  builder.updateTable('setup_codes').set({ expires_at: expiresAt }).returning('code_hash'),
);
const remove = preparedWrite((builder, { hash }: { hash: string }) =>
  builder.deleteFrom('setup_codes').where('code_hash', '=', hash),
);
const everythingBut = preparedWrite((builder, { id }: { id: string }) =>
  builder.deleteFrom('posts').where('id', '=', id),
);

describe('a prepared statement', () => {
  it('runs with the values of each call, beside those that are always the same', async () => {
    await db.write(async (tx) => {
      expect(await insert.run(tx, { hash: 'one', expiresAt: 1 })).toBe(1);
      expect(await insert.run(tx, { hash: 'two', expiresAt: 2 })).toBe(1);
      expect(await expiry.first(tx, { hash: 'two' })).toEqual({ expires_at: 2, created_at: 7 });
    });
    expect(await expiry.all(db.read, { hash: 'one' })).toEqual([{ expires_at: 1, created_at: 7 }]);
    expect(await expiry.first(db.read, { hash: 'none' })).toBeUndefined();
    const changed = await db.write((tx) => expireAll.first(tx, { expiresAt: 3 }));
    expect(changed).toEqual({ code_hash: expect.stringMatching(/one|two/) });
    expect(await db.write((tx) => remove.run(tx, { hash: 'none' }))).toBe(0);
    expect(await db.write((tx) => remove.run(tx, { hash: 'one' }))).toBe(1);
  });

  it('is written down as one that is built anew: what it reads, what it writes, what a deletion takes along', async () => {
    const seen: Changes[] = [];
    const unsubscribe = db.commits.subscribe((changes) => seen.push(changes));
    for (const hash of ['three', 'four']) await db.write((tx) => insert.run(tx, { hash, expiresAt: 1 }));
    await db.write((tx) => expiry.first(tx, { hash: 'three' }));
    await db.write(async (tx) => {
      tx.concerns('setup_codes', ['three']);
      await remove.run(tx, { hash: 'three' });
    });
    await db.write((tx) => everythingBut.run(tx, { id: 'none' }));
    unsubscribe();
    const whole = new Map([['setup_codes', 'all']]);
    expect(seen).toEqual([whole, whole, new Map([['setup_codes', new Set(['three'])]]), 'everything']);
    const tables: string[] = [];
    const reads = db.readRecorded((each) => tables.push(...each));
    await expiry.first(reads, { hash: 'four' });
    await expiry.first(reads, { hash: 'four' });
    expect(tables).toEqual(['setup_codes', 'setup_codes']);
  });

  it('is refused after the end of its transaction', async () => {
    let late: Promise<unknown> | undefined;
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    await db.write(async (tx) => {
      late = over.then(() => insert.run(tx, { hash: 'late', expiresAt: 1 }));
    });
    end();
    await expect(late).rejects.toThrow('has ended');
    expect(await expiry.first(db.read, { hash: 'late' })).toBeUndefined();
  });

  it('runs with no value missing, and does not take the place of a value for one', async () => {
    const missing = { hash: undefined } as unknown as { hash: string };
    await expect(expiry.first(db.read, missing)).rejects.toThrow('without "hash"');
    const joined = preparedRead((builder, { hash }: { hash: string }) =>
      builder.selectFrom('setup_codes').select('code_hash').where('code_hash', '=', `${hash}!`),
    );
    await expect(joined.first(db.read, { hash: 'four' })).rejects.toThrow('"hash" is not known');
  });

  it('names its columns, because PostgreSQL would refuse it once a newer server has added some', async () => {
    const all = preparedRead((builder) => builder.selectFrom('setup_codes').selectAll());
    await expect(all.first(db.read, {})).rejects.toThrow('names its columns');
  });
});
