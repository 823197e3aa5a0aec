import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { personId, reader } from './seed-constants.ts';

/** A statement that somebody would write by hand for what a row answers. */
interface Statement {
  readonly says: string;
  readonly sql: string;
  readonly values?: readonly string[];
}

const picture = `(select media.path from media where media.id = users.picture_media_id) as picture`;

const statements = (popular: string): readonly Statement[] => [
  {
    says: 'first page of the feed: posts with authors',
    sql: `select posts.*, users.username, ${picture} from posts join users on users.id = posts.user_id
      where published = 1 and admin_only = 0 order by published_at desc, posts.id desc limit 20`,
  },
  {
    says: 'one post with its author',
    sql: `select posts.*, users.username, ${picture} from posts join users on users.id = posts.user_id where posts.id = ?`,
    values: [popular],
  },
  {
    says: 'comments of a post, 50 with authors',
    sql: `select comments.*, users.username, ${picture} from comments join users on users.id = comments.user_id
      where post_id = ? order by comments.id desc limit 50`,
    values: [popular],
  },
  {
    says: 'thread, 25 messages',
    sql: 'select * from messages where thread = ? order by id desc limit 25',
    values: [`${personId(reader)}:${personId(reader + 1)}`],
  },
  {
    says: 'unread count',
    sql: 'select count(*) as unread from messages where recipient_id = ? and read_at is null',
    values: [personId(reader)],
  },
];

type ByHand = readonly [says: string, rate: number];

const eachMs = 200;
const commitMs = 300;

/** Runs it again and again for so long; answers how often a second. */
async function rateOf(ms: number, run: () => unknown): Promise<number> {
  const since = performance.now();
  let count = 0;
  for (; performance.now() - since < ms; count += 1) {
    const answer = run();
    if (answer instanceof Promise) await answer;
  }
  return (count / (performance.now() - since)) * 1000;
}

/** In this process: rows as objects, no JSON, no HTTP. */
export async function sqliteByHand(file: string, popular: string): Promise<ByHand[]> {
  using database = new DatabaseSync(file, { readOnly: true });
  const rates: ByHand[] = [];
  for (const { says, sql, values = [] } of statements(popular)) {
    const statement = database.prepare(sql);
    statement.all(...values);
    rates.push([says, await rateOf(eachMs, () => statement.all(...values))]);
  }
  return rates;
}

/** The same over one connection. */
export async function postgresByHand(client: pg.Client, popular: string): Promise<ByHand[]> {
  const rates: ByHand[] = [];
  for (const { says, sql, values = [] } of statements(popular)) {
    const query = { name: says.slice(0, 60), text: sql.replace('?', '$1'), values: [...values] };
    await client.query(query);
    rates.push([says, await rateOf(eachMs, () => client.query(query))]);
  }
  return rates;
}

/** How many transactions of one row a second the disk of this folder takes, one after the other, each flushed. */
export async function sqliteCommits(folder: string): Promise<number> {
  const file = join(folder, 'commits.db');
  try {
    using database = new DatabaseSync(file);
    database.exec('pragma journal_mode = wal; pragma synchronous = full; create table t (n integer, s text)');
    const insert = database.prepare('insert into t values (?, ?)');
    return await rateOf(commitMs, () => insert.run(1, 'x'.repeat(100)));
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  }
}

/** The same by the server of the database. */
export async function postgresCommits(client: pg.Client): Promise<number> {
  await client.query('create table if not exists bench_commits (n integer, s text)');
  const query = {
    name: 'commit',
    text: 'insert into bench_commits values ($1, $2)',
    values: [1, 'x'.repeat(100)],
  };
  const rate = await rateOf(commitMs, () => client.query(query));
  await client.query('drop table bench_commits');
  return rate;
}
