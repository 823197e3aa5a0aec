import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createHarness } from '../../../test/harness.ts';
import { richText } from '../../../test/posts.ts';
import { createLog } from '../log.ts';
import { columnTypes } from './migrations/column-types.ts';
import { migrations } from './migrations/index.ts';
import type { Up } from './migrations/migration.ts';
import { openDatabase } from './open.ts';

/** What a later version may do: a table more, and a column more in every table that there is. */
const later: Up = async ({ run, table, types }) => {
  await table('moods')
    .addColumn('id', types.id, (column) => column.primaryKey())
    .execute();
  for (const name of [
    'users',
    'sessions',
    'posts',
    'likes',
    'comments',
    'messages',
    'audit',
    'media',
    'jobs',
  ]) {
    await run(`alter table ${name} add column mood ${columnTypes.postgres.text}`);
    await run(`alter table ${name} add column energy ${columnTypes.postgres.integer} not null default 0`);
    await run(`create index ${name}_mood on ${name} (mood)`);
  }
};

it('an old server goes on beside a new one that has added to the tables', async () => {
  await using old = await createHarness();
  const admin = await old.admin();
  const person = await old.person('before');
  const { databaseUrl: url } = old.context.config;
  const options = { dataDir: '', url: url ?? '', log: createLog('silent'), onDiskFailure: () => {} };
  await using newer = await openDatabase({
    ...options,
    migrations: { ...migrations, '9998_later': later },
    exclusive: true,
  });
  const { _id: id } = await richText(admin);
  const after = await old.person('after');
  const answers = await Promise.all([
    person.call('posts.like', { body: { postId: id } }),
    person.call('comments.create', { body: { postId: id, text: 'Hello' } }),
    person.call('messages.send', { body: { recipientId: admin.id, message: 'Hello' } }),
    after.call('accounts.currentUser'),
    admin.call('accounts.users'),
    admin.call('audit.list'),
    admin.call('dashboard.stats'),
    old.guest.call('posts.feed'),
    old.guest.call('posts.detail', { params: { id } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { rows } = await sql`select mood, energy from posts where id = ${id}`.execute(newer.read);
  expect(rows).toEqual([{ mood: null, energy: 0 }]);
});

it('one server updates the tables while the others wait for it', async () => {
  await using site = await createHarness();
  const { databaseUrl: url } = site.context.config;
  let running = 0;
  let ran = 0;
  const slow: Up = async ({ run }) => {
    running += 1;
    ran += 1;
    expect(running).toBe(1);
    await run('select pg_sleep(0.5)');
    await run('create table waited (id text primary key)');
    running -= 1;
  };
  const options = { dataDir: '', url: url ?? '', log: createLog('silent'), onDiskFailure: () => {} };
  const start = () =>
    openDatabase({ ...options, migrations: { ...migrations, '9998_slow': slow }, exclusive: true });
  const opened = await Promise.all([start(), start(), start()]);
  for (const each of opened) {
    expect((await sql`select id from waited`.execute(each.read)).rows).toEqual([]);
    await each[Symbol.asyncDispose]();
  }
  expect(ran).toBe(1);
});
