import { createHash } from 'node:crypto';
import { authors, idOf, personId, personTime, reader, seeded } from './seed-constants.ts';
import { type Dialect, postgresWords, type SeedDatabase, sqliteWords } from './seed-database.ts';
import { seedMedia } from './seed-media.ts';
import { captions, htmlTexts, usernameOf } from './seed-texts.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The bearer token of a person; the same in every seeded site. */
export const tokenOf = (person: number): string =>
  `duet_${createHash('sha256').update(`bench ${person}`).digest('base64url')}`;

/**
 * Fills the tables of an empty site: `posts` of three kinds, the newest written at `now` (ms since 1970), with what people
 * said of them, and some conversations. Nearly all is made by the database itself, so that a million takes seconds.
 */
export async function seedSite(
  database: SeedDatabase,
  dialect: Dialect,
  posts: number,
  now: number,
): Promise<void> {
  const words = dialect === 'sqlite' ? sqliteWords : postgresWords;
  const { idSql, numbers } = words;
  const oldest = now - (posts - 1) * seeded.stepMs;
  const time = `(${oldest} + i * ${seeded.stepMs})`;
  const postId = idSql(time, 'i');
  const personSql = (n: string) => idSql(`(${personTime(0)} + (${n}) * 60000)`, `(${n})`);
  const firstHot = Math.max(0, posts - seeded.hotPosts);
  const hot = `i >= ${firstHot}`;
  const popular = popularPost(posts);

  await seedPeople(database, now);
  await seedMedia(database, words, posts, postId);
  await database.exec('create temp table bench_texts (n integer, html text, caption text)');
  await database.insert(
    'bench_texts (n, html, caption)',
    htmlTexts.map((html, n) => [n, html, captions[n] ?? '']),
  );
  const commentCount = `case when i = ${popular} then ${seeded.manyComments} when ${hot} then ${seeded.hotComments}
    when i % 5 = 0 then 1 else 0 end`;
  const views = `case when ${hot} then 50 when i % 10 = 0 then 1 else 0 end`;
  await database.exec(`insert into posts (id, post_type, user_id, title, caption, content, content_format, content_policy,
      admin_only, published, created_at, published_at, updated_at, like_count, likes_extra, view_count, views_extra, comment_count)
    ${numbers(posts)}
    select ${postId}, case i % 3 when 0 then 'richText' when 1 then 'gallery' else 'video' end,
      case i % 2 when 0 then '${personId(authors[0])}' else '${personId(authors[1])}' end,
      case when i % 6 = 0 then 'An evening by the river' else '' end,
      case i % 3 when 0 then '' else caption end, case i % 3 when 0 then html else '' end, 'html', 1,
      case when i % ${seeded.adminOnlyEvery} = 7 then 1 else 0 end, 1, ${time} - 60000, ${time}, ${time},
      case when ${hot} then ${seeded.hotLikes} when i % 4 = 0 then 2 else 0 end, 0,
      ${views}, (i * 37) % 900, ${commentCount}
    from numbers join bench_texts on bench_texts.n = (i / 3) % ${htmlTexts.length}`);
  const drafts = Math.max(5, Math.floor(posts / 200));
  await database.exec(`insert into posts (id, post_type, user_id, title, caption, content, content_format, content_policy,
      admin_only, published, created_at, published_at, updated_at)
    ${numbers(drafts)}
    select ${idSql(`(${now} - i * ${seeded.stepMs} - 7)`, 'i')}, 'richText', '${personId(authors[0])}', '', '', html, 'html', 1,
      0, 0, ${now} - i * ${seeded.stepMs}, null, ${now} - i * ${seeded.stepMs}
    from numbers join bench_texts on bench_texts.n = i % ${htmlTexts.length}`);

  const counts =
    'sum(case when admin_only = 0 then 1 else 0 end), sum(admin_only) from posts where published = 1';
  await database.exec(`insert into post_days (day, public_count, admin_only_count)
    select published_at / ${dayMs}, ${counts} group by published_at / ${dayMs}`);
  await database.exec(`insert into post_authors (user_id, public_count, admin_only_count)
    select user_id, ${counts} group by user_id`);
  await database.exec(`insert into post_author_days (user_id, day, public_count, admin_only_count)
    select user_id, published_at / ${dayMs}, ${counts} group by user_id, published_at / ${dayMs}`);

  const like = (person: string) => `${postId}, ${personSql(person)}, 1, ${time} + 60000, ${time} + 60000`;
  const likes = 'insert into likes (post_id, user_id, count, created_at, updated_at)';
  await database.exec(
    `${likes} ${numbers(firstHot)} select ${like('600 + i % 700')} from numbers where i % 4 = 0`,
  );
  await database.exec(
    `${likes} ${numbers(firstHot)} select ${like('1300 + i % 700')} from numbers where i % 4 = 0`,
  );
  await database.exec(`${likes} ${numbers(posts)} , likers(k) as (select 100 union all select k + 1 from likers where k < 199)
    select ${like('k')} from numbers cross join likers where ${hot}`);

  const comments = 'insert into comments (id, post_id, user_id, text, created_at)';
  const comment = (k: string) => `${idSql(`(${time} + 60000 + ${k})`, `(i * 200 + ${k})`)}, ${postId},
    ${personSql(`(i * 7 + ${k} * 31) % ${seeded.people}`)}, caption, ${time} + 60000 + ${k}`;
  await database.exec(`${comments} ${numbers(firstHot)} select ${comment('0')}
    from numbers join bench_texts on n = i % 16 where i % 5 = 0`);
  await database.exec(`${comments} ${numbers(posts)} , turns(k) as
      (select 0 union all select k + 1 from turns where k < ${seeded.manyComments - 1})
    select ${comment('k')} from numbers cross join turns join bench_texts on n = k % 16
    where ${hot} and (k < ${seeded.hotComments} or i = ${popular})`);

  const view = (viewer: string) => `${postId}, 'person:' || ${personSql(viewer)}, ${time} + 60000, 1`;
  const counted = 'insert into views (post_id, viewer, counted_at, count)';
  await database.exec(
    `${counted} ${numbers(firstHot)} select ${view('200 + i % 50')} from numbers where i % 10 = 0`,
  );
  await database.exec(`${counted} ${numbers(posts)} , viewers(k) as (select 200 union all select k + 1 from viewers where k < 249)
    select ${view('k')} from numbers cross join viewers where ${hot}`);
  await database.exec(`insert into view_days (day, post_id, count) ${numbers(posts)}
    select ${time} / ${dayMs}, ${postId}, ${views} from numbers where ${views} > 0`);
  await seedMessages(database, now);
}

/** The place of the post with many comments: the third newest, or the one before it where that is for admins alone. */
function popularPost(posts: number): number {
  const third = posts - 3;
  return third % seeded.adminOnlyEvery === 7 ? third - 1 : third;
}

async function seedPeople(database: SeedDatabase, now: number): Promise<void> {
  const people = Array.from({ length: seeded.people }, (_, n) => n);
  const isAuthor = (n: number) => authors.some((author) => author === n);
  await database.insert(
    'users (id, username, email, password_hash, role, created_at)',
    people.map((n) => [
      personId(n),
      usernameOf(n),
      `person.${n}@example.org`,
      '-',
      isAuthor(n) ? 'admin' : 'user',
      personTime(n),
    ]),
  );
  await database.insert(
    'sessions (id, user_id, token_hash, created_at, last_used_at, user_agent, address)',
    people.map((n) => [
      idOf(personTime(n) + 1, n),
      personId(n),
      createHash('sha256').update(tokenOf(n)).digest('hex'),
      now,
      now,
      '',
      '',
    ]),
  );
}

/** The reader's inbox with one long thread, and short threads of two people each. */
async function seedMessages(database: SeedDatabase, now: number): Promise<void> {
  const threads = Array.from({ length: seeded.conversations }, (_, k) => ({
    one: reader,
    other: reader + 1 + k,
    messages: Number(k === 0 ? seeded.longThread : seeded.shortThread),
    unread: k > 0 && k <= 10 ? seeded.unread : 0,
  }));
  for (let n = 100; n < 1000; n += 2) threads.push({ one: n, other: n + 1, messages: 10, unread: 0 });
  const messages: (string | number | null)[][] = [];
  const lines: string[][] = [];
  for (const { one, other, messages: count, unread } of threads) {
    let last = '';
    for (let m = 0; m < count; m += 1) {
      const at = now - (count - m) * 60_000 - other;
      const [sender, recipient] = m % 2 === 0 ? [one, other] : [other, one];
      const waits = recipient === one && m >= count - 2 * unread;
      last = idOf(at, other * 10_000 + m);
      messages.push([
        last,
        `${personId(one)}:${personId(other)}`,
        personId(sender),
        personId(recipient),
        captions[m % captions.length] ?? '',
        at,
        waits ? null : at + 1000,
      ]);
    }
    lines.push([personId(one), personId(other), last], [personId(other), personId(one), last]);
  }
  await database.insert(
    'messages (id, thread, sender_id, recipient_id, text, created_at, read_at)',
    messages,
  );
  await database.insert('conversations (user_id, partner_id, last_message_id)', lines);
}
