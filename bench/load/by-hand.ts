import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

const eachMs = 200;

/** How often a second this process itself gets the answer of each statement: rows as objects, no JSON, no HTTP. */
export function queriesByHand(file: string, popular: string): [says: string, rate: number][] {
  using database = new DatabaseSync(file, { readOnly: true });
  return statements(popular).map(({ says, sql, values = [] }) => {
    const statement = database.prepare(sql);
    statement.all(...values);
    const since = performance.now();
    let count = 0;
    while (performance.now() - since < eachMs) {
      statement.all(...values);
      count += 1;
    }
    return [says, (count / (performance.now() - since)) * 1000];
  });
}

const commitMs = 300;

/** How many transactions of one row a second the disk of this folder takes, one after the other, each flushed. */
export async function sqliteCommits(folder: string): Promise<number> {
  const file = join(folder, 'commits.db');
  try {
    using database = new DatabaseSync(file);
    database.exec('pragma journal_mode = wal; pragma synchronous = full; create table t (n integer, s text)');
    const insert = database.prepare('insert into t values (?, ?)');
    const since = performance.now();
    let count = 0;
    for (; performance.now() - since < commitMs; count += 1) insert.run(count, 'x'.repeat(100));
    return (count / (performance.now() - since)) * 1000;
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  }
}
