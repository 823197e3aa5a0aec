import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryDir } from '../../../../test/temporary-dir.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { watchedMigrations } from '../../../../test/watched-migrations.ts';
import { createLog } from '../../log.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './index.ts';

/**
 * Migrations that do more than add, and why that was right. An older server that still runs beside them may fail, so an
 * update over one of these stops all servers first (docs/upgrade.md).
 */
const reasoned: Readonly<Record<string, string>> = {
  '0007_views': 'Triggers refuse to change or delete lines of the audit, which no version does.',
  '0008_comment_client_ids':
    'The unique index is over a new column, which an older server leaves null, and nulls differ.',
  '0010_optional_email':
    'Before the first release: `users.email` became nullable by a column that takes its place, because SQLite cannot alter one.',
};

/** What a migration does to tables that an older server may be using; null where it only adds. */
function harm(statement: string, made: ReadonlySet<string>): string | null {
  const text = statement.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const table = /^(?:alter table|create unique index \w+ on|delete from) (\w+)/.exec(text)?.[1] ?? '';
  if (made.has(table)) return null;
  if (/^create (table|index) /.test(text)) return null;
  if (/^(select|insert into|update) /.test(text)) return null;
  if (text.startsWith('create unique index')) return 'refuses rows that an older server may write';
  const added = /^alter table \w+ add column \w+ (.+)$/.exec(text)?.[1];
  if (added === undefined) return 'does not only add';
  if (added.includes('not null') && !added.includes(' default '))
    return 'wants a value that an older server does not write';
  if (/\bcheck\b|\bunique\b/.test(added)) return 'refuses rows that an older server may write';
  return null;
}

let dir: ReturnType<typeof temporaryDir>;
const statements: { readonly migration: string; readonly statement: string }[] = [];
beforeAll(async () => {
  dir = temporaryDir();
  await using database = await createTestDatabase('empty');
  await using _opened = await openDatabase({
    dataDir: dir.path,
    url: database.url ?? undefined,
    migrations: watchedMigrations(migrations, (migration, statement) =>
      statements.push({ migration, statement }),
    ),
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: true,
  });
});
afterAll(() => dir[Symbol.dispose]());

it('each migration only adds, so that an older server goes on beside it', () => {
  expect(new Set(statements.map(({ migration }) => migration))).toEqual(new Set(Object.keys(migrations)));
  const found: string[] = [];
  for (const name of Object.keys(migrations)) {
    const own = statements.filter(({ migration }) => migration === name);
    const made = new Set(own.flatMap(({ statement }) => /^create table "?(\w+)/.exec(statement)?.[1] ?? []));
    for (const { statement } of own) {
      const what = harm(statement, made);
      if (what !== null && !Object.hasOwn(reasoned, name)) found.push(`${name} ${what}: ${statement}`);
    }
  }
  expect(found).toEqual([]);
});

it('every reasoned exception is one', () => {
  const harmful = statements.filter(({ statement }) => harm(statement, new Set()) !== null);
  for (const name of Object.keys(reasoned)) expect(harmful.map(({ migration }) => migration)).toContain(name);
});

it.each([
  'drop table posts',
  'alter table posts drop column title',
  'alter table posts rename column title to heading',
  'alter table posts alter column title set not null',
  'alter table posts add column mood text not null',
  'alter table "posts" add column "mood" text check (mood <> 1)',
  'create unique index posts_title on posts (title)',
  'drop index posts_feed',
  'delete from posts',
])('%s is found', (statement) => {
  expect(harm(statement, new Set())).not.toBeNull();
});
