import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDir } from '../../../../test/temporary-dir.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { createLog } from '../../log.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './index.ts';

const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0037'));

let dir: ReturnType<typeof temporaryDir>;
let database: TestDatabase;
beforeEach(async () => {
  dir = temporaryDir();
  database = await createTestDatabase('empty');
});
afterEach(async () => {
  await database[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

const open = (known: typeof migrations): Promise<Database> =>
  openDatabase({
    dataDir: dir.path,
    url: database.url ?? undefined,
    migrations: known,
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: true,
  });

interface Stored {
  readonly email: string | null;
  readonly deleted_at?: number;
}

/** What the update makes of these accounts, the oldest first, and of these links of theirs. */
async function updated(
  users: Readonly<Record<string, Stored>>,
  links: readonly (readonly [id: string, purpose: string, email: string])[] = [],
) {
  {
    await using old = await open(former);
    await old.write(async (tx) => {
      for (const [at, [id, { email, deleted_at = null }]] of Object.entries(users).entries()) {
        await sql`insert into users (id, username, email, password_hash, role, created_at, deleted_at)
          values (${id}, ${id}, ${email}, 'hash', 'user', ${at}, ${deleted_at})`.execute(tx);
      }
      for (const [at, [id, purpose, email]] of links.entries()) {
        await sql`insert into mail_links (code_hash, user_id, purpose, email, created_at, expires_at)
          values (${`code ${at}`}, ${id}, ${purpose}, ${email}, 1, 2)`.execute(tx);
      }
    });
  }
  await using now = await open(migrations);
  const reads = now.read as Kysely<never>;
  const found = await sql<{ id: string; email: string }>`select id, email from users`.execute(reads);
  const kept = await sql<{ email: string }>`select email from mail_links order by code_hash`.execute(reads);
  return {
    users: Object.fromEntries(found.rows.map(({ id, email }) => [id, email])),
    links: kept.rows.map(({ email }) => email),
  };
}

it('an email is found by what can be seen of it, also where it was stored with more', async () => {
  const found = await updated({
    anna: { email: '\u202aanna@example.org\u202c' },
    dan: { email: 'Dan@\u200bexample.org\ufeff' },
    ina: { email: 'ina@example.org' },
    none: { email: null },
  });
  expect(found.users).toEqual({
    ...{ anna: 'anna@example.org', dan: 'Dan@example.org', ina: 'ina@example.org', none: null },
  });
});

it('who has an address keeps it, else who is not deleted, else who came first', async () => {
  const marked = (n: number, name: string) => `${'\u200b'.repeat(n)}${name}@example.org`;
  const found = await updated({
    ...{ a1: { email: marked(1, 'anna') }, a2: { email: 'Anna@example.org' } },
    ...{ d1: { email: marked(1, 'dan'), deleted_at: 9 }, d2: { email: marked(2, 'dan') } },
    ...{ i1: { email: marked(1, 'ina') }, i2: { email: marked(2, 'INA') } },
  });
  expect(found.users).toEqual({
    ...{ a1: marked(1, 'anna'), a2: 'Anna@example.org' },
    ...{ d1: marked(1, 'dan'), d2: 'dan@example.org' },
    ...{ i1: 'ina@example.org', i2: marked(2, 'INA') },
  });
});

it('links that were mailed stay good for the address of their account', async () => {
  const found = await updated(
    {
      anna: { email: 'anna@example.org\u200b' },
      other: { email: 'taken@example.org\u200b' },
      holder: { email: 'taken@example.org' },
    },
    [
      ['anna', 'password', 'anna@example.org\u200b'],
      ['anna', 'email', 'later@example.org\u200b'],
      ['anna', 'verification', 'before@example.org\u200b'],
      ['other', 'verification', 'taken@example.org\u200b'],
      ['holder', 'verification', 'taken@example.org'],
    ],
  );
  expect(found.links).toEqual([
    'anna@example.org',
    'later@example.org',
    'before@example.org\u200b',
    'taken@example.org\u200b',
    'taken@example.org',
  ]);
});
