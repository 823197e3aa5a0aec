import { describe, expect, it } from 'vitest';
import { filesBelow, isCode, isTest, textOf } from './files.ts';
import { ownersOfTables, writesIn } from './tables.ts';

const owners = ownersOfTables();

/** Where a table is written by others than its noun, and why. */
const exceptions: ReadonlyMap<string, string> = new Map([
  [
    'server/src/backup/copied-database-worker.ts upload_sessions',
    'the copy that a backup takes, not the database of the site: part files are not copied',
  ],
  [
    'server/src/platform/http/limiter-store.ts rate_limits',
    'counts of calls, in a table that it makes itself',
  ],
  ['server/src/move/store.ts null', 'moves every table to another database'],
  ['server/src/platform/db/migrate.ts migrations', 'the record of migrations belongs to no noun'],
]);

/** Of a part of the platform, such as its jobs, the name of that part. */
const nounOf = (path: string) => path.replace('/platform/', '/').split('/')[2] ?? '';
const foreign = filesBelow('server/src')
  .filter((path) => isCode(path) && !isTest(path) && !path.includes('/migrations/'))
  .flatMap((path) =>
    writesIn(textOf(path))
      .filter(({ table }) => table === null || owners.get(table) !== nounOf(path))
      .map(({ table, line }) => ({ key: `${path} ${table}`, place: `${path}:${line} ${table}` })),
  );

describe('the reader of writes', () => {
  const tables = (text: string) => writesIn(text).map(({ table }) => table);

  it('sees those of the query builder and of raw SQL', () => {
    expect(tables("await tx\n  .updateTable('posts')\n")).toEqual(['posts']);
    expect(tables("tx.insertInto('likes'); tx.deleteFrom( 'views as seen' )")).toEqual(['likes', 'views']);
    expect(tables('sql`with a as (select 1) update posts set x = 1`')).toEqual(['posts']);
    expect(tables('sql`UPDATE "posts" AS p SET x = 1`')).toEqual(['posts']);
    expect(tables('sql`insert into likes values (1)`; sql`delete from main.views`')).toEqual([
      'likes',
      'views',
    ]);
  });

  it('sees a write whose table is chosen while the program runs', () => {
    expect(tables('tx.deleteFrom(table)')).toEqual([null]);
    expect(tables(`sql\`delete from ${'$'}{table}\``)).toEqual([null]);
  });

  it('takes no words or comments for one', () => {
    expect(tables("/* .updateTable('posts') */\n// delete from posts\n'Update the post'")).toEqual([]);
    expect(tables('on conflict do update set x = 1')).toEqual([]);
  });

  it('knows whose each table is', () => {
    expect([owners.get('posts'), owners.get('likes'), owners.get('audit')]).toEqual([
      'posts',
      'posts',
      'accounts',
    ]);
    expect(owners.size).toBeGreaterThan(20);
  });
});

describe('tables', () => {
  it('are written by their noun alone', () => {
    expect(foreign.filter(({ key }) => !exceptions.has(key)).map(({ place }) => place)).toEqual([]);
  });

  it('have no exception that nothing needs', () => {
    const needed = new Set(foreign.map(({ key }) => key));
    expect([...exceptions.keys()].filter((key) => !needed.has(key))).toEqual([]);
  });
});

/** A rule over a table's columns, the file that has it, and how a copy of it looks. */
const rules = [
  {
    rule: 'what a public post is',
    home: 'server/src/posts/public-posts.ts',
    copy: /\badmin_only['"`]?\s*(,\s*'(=|!=|is)'|=|<>)\s*,?\s*[01]/,
  },
  {
    rule: 'who is an active admin',
    home: 'server/src/accounts/active-admin.ts',
    copy: /\brole['"`]?\s*(,\s*'(=|!=|is)'|=|<>)\s*,?\s*'admin'/,
  },
];

describe.each(rules)('$rule', ({ home, copy }) => {
  it('stands in one file', () => {
    const found = filesBelow('server/src').filter(
      (path) => isCode(path) && !isTest(path) && !path.includes('/migrations/') && copy.test(textOf(path)),
    );
    expect(found).toEqual([home]);
  });
});
