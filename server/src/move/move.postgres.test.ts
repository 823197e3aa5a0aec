import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bareEnvironment } from '../../test/bare-environment.ts';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';
import { gallery, richText } from '../../test/posts.ts';
import { runCommand } from '../../test/run-command.ts';
import { type S3Server, startS3Server } from '../../test/s3-server.ts';
import { openServer } from '../../test/second-server.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createContext } from '../context.ts';
import { readConfig } from '../platform/config/config.ts';
import { ForeignKeyViolation } from '../platform/db/violations.ts';
import { moveSite } from './move.ts';
import { copyRows, tablesOf } from './rows.ts';

let parts: AsyncDisposableStack;
let harness: Harness;
let admin: Person;
let maria: Person;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  harness = parts.use(await createHarness({ config: { databaseUrl: null, logLevel: 'silent' } }));
  admin = await harness.admin();
  maria = await harness.person('maria');
});
afterEach(() => parts.disposeAsync());

type Settings = Readonly<Record<string, string>>;

const common: Settings = {
  DUET_PORT: '0',
  DUET_RATE_LIMIT: '0',
  DUET_LOG_LEVEL: 'silent',
  DUET_FFMPEG: 'off',
};

/** A new place on PostgreSQL and a bucket. */
async function servers(store: S3Server): Promise<Settings> {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.settings;
  return {
    ...common,
    DUET_DATA_DIR: parts.use(temporaryDir()).path,
    DUET_DATABASE_URL: parts.use(await createTestDatabase('empty')).url ?? '',
    DUET_SECRET_KEY: randomBytes(32).toString('base64'),
    DUET_S3_ENDPOINT: endpoint ?? '',
    DUET_S3_BUCKET: bucket,
    DUET_S3_ACCESS_KEY_ID: accessKeyId,
    DUET_S3_SECRET_ACCESS_KEY: secretAccessKey,
    DUET_S3_PATH_STYLE: '1',
  };
}

const folder = (): Settings => ({ ...common, DUET_DATA_DIR: join(parts.use(temporaryDir()).path, 'site') });

function fileOf(settings: Settings): string {
  const path = join(parts.use(temporaryDir()).path, 'new.env');
  writeFileSync(
    path,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  return path;
}

const open = async (settings: Settings) => parts.use(await openServer(readConfig({ ...settings }).config));

/** All that the two people see of the site. */
async function seen(as: (person: Person) => Person) {
  const [forAdmin, forMaria] = [as(admin), as(maria)];
  const { posts } = (await forAdmin.call('posts.feed')).body.data;
  const pictures = await Promise.all(
    posts
      .flatMap(({ mediaUrls }) => mediaUrls)
      .map(async (url) => Buffer.from(await (await forAdmin.fetch(url)).arrayBuffer()).toString('base64')),
  );
  const unsigned = JSON.stringify(posts).replaceAll(/\?e=[^"\\]*/g, '');
  const comments = await Promise.all(
    posts.map(
      async ({ _id }) => (await forAdmin.call('comments.list', { params: { id: _id } })).body.data.comments,
    ),
  );
  const { messages } = (await forMaria.call('messages.conversation', { params: { id: admin.id } })).body.data;
  return {
    posts: unsigned,
    pictures,
    comments,
    messages,
    users: (await forAdmin.call('accounts.users')).body.data,
  };
}

async function fill() {
  const post = await richText(admin, '<p>Ă ș 🎉 "quoted" \\ back</p>', { title: 'One' });
  await gallery(admin, 3, { caption: 'Two' });
  await gallery(admin, 1, { adminOnlyVisibility: true });
  await maria.call('posts.like', { body: { postId: post._id } });
  await maria.call('comments.create', { body: { postId: post._id, text: 'Lovely' } });
  await maria.call('messages.send', { body: { recipientId: admin.id, message: 'Hello' } });
  return post;
}

it('moves a site that runs to PostgreSQL and a bucket, and back to a folder', async () => {
  const post = await fill();
  const before = await seen((person) => person);
  const store = parts.use(await startS3Server());
  const there = await servers(store);
  const moved = await runCommand(harness.context.config, ['move', '--to', fileOf(there)]);
  expect([moved.code, moved.errors]).toEqual([0, '']);
  expect(moved.output).toMatch(/posts: 3 rows at both ends, SHA-256 [\da-f]{64}\n/);
  expect(moved.output).toMatch(/\d+ files: the same SHA-256 at both ends\./);

  // As after a kill between its last step and its answer: it is through, and says so.
  const again = await runCommand(harness.context.config, ['move', '--to', fileOf(there)]);
  expect([again.code, again.errors]).toEqual([0, '']);
  expect(again.output).toMatch(/posts: 3 rows at both ends/);
  expect(again.output).toContain('It had moved before');

  // Whoever was signed in still is, and everything is there.
  const site = await open(there);
  expect(await seen(site.person)).toEqual(before);
  const signedIn = await site.person(maria).call('accounts.login', { body: { username: 'maria', password } });
  expect(signedIn.status).toBe(200);
  await site
    .person(maria)
    .call('comments.create', { body: { postId: post._id, text: 'From the new place' } });

  // The former place shows all and takes nothing.
  expect(await seen((person) => person)).toEqual(before);
  const refused = await maria.call('comments.create', { body: { postId: post._id, text: 'Lost' } });
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'READ_ONLY',
    '30',
  ]);
  expect(refused.body.error).toContain('being moved');

  const back = folder();
  const after = await seen(site.person);
  const { config } = site.context;
  const returned = await runCommand(config, ['move', '--to', fileOf(back)], { settings: there });
  expect([returned.code, returned.errors]).toEqual([0, '']);
  const home = await open(back);
  expect(await seen(home.person)).toEqual(after);
  expect((await home.person(maria).call('posts.like', { body: { postId: post._id } })).status).toBe(200);
}, 120_000);

it('loses nothing that was answered while it was killed again and again', async () => {
  const post = await fill();
  const there = await servers(parts.use(await startS3Server()));
  const file = fileOf(there);
  const acknowledged: string[] = [];
  const stop = new AbortController();
  const writing = (async () => {
    for (let n = 0; !stop.signal.aborted; n += 1) {
      const { status, body } = await maria.call('comments.create', {
        body: { postId: post._id, text: `Comment ${n}` },
      });
      if (status === 200) acknowledged.push(body.data.comment._id);
      else await delay(20);
    }
  })().catch(() => {});
  const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
  const env = { ...bareEnvironment(), DUET_DATA_DIR: harness.context.config.dataDir };
  for (const line of [/files are the same/, /^comments: /m, /closed to writing now/]) {
    const child = spawn(process.execPath, [main, 'move', '--to', file], { env });
    const ended = once(child, 'exit');
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += bytes;
      if (line.test(said)) child.kill('SIGKILL');
    });
    await ended;
    expect([child.signalCode, said]).toEqual(['SIGKILL', expect.stringMatching(line)]);
    // Part of a site is taken for none.
    const start = createContext(readConfig({ ...there }).config, { exclusive: true });
    await expect(start).rejects.toThrow('not all of it has come');
  }
  await runCommand(harness.context.config, ['move', '--reopen']);
  await expect.poll(async () => acknowledged.length).toBeGreaterThan(10);
  // What has arrived there already, and is here no more.
  const [deleted = ''] = acknowledged.splice(0, 1);
  expect((await maria.call('comments.delete', { params: { id: deleted } })).status).toBe(200);
  const moved = await runCommand(harness.context.config, ['move', '--to', file]);
  expect([moved.code, moved.errors]).toEqual([0, '']);
  stop.abort();
  await writing;
  const site = await open(there);
  const rows = await site.context.db.read.selectFrom('comments').select('id').execute();
  const ids = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(ids.has(deleted)).toBe(false);
}, 120_000);

it('leaves rows for the pause that refer to some which came after their table was copied', async () => {
  const { _id: postId } = await fill();
  const dir = parts.use(temporaryDir());
  const { config } = readConfig({ ...common, DUET_DATA_DIR: join(dir.path, 'site') });
  const { secrets } = harness.context;
  const options = { exclusive: true, receiving: true, overrides: { secrets } };
  const to = parts.use(await createContext(config, options));
  const ends = { from: harness.context.db, to: to.db };
  const comments = (await tablesOf(ends)).find(({ name }) => name === 'comments');
  if (!comments) throw new Error('there are comments');
  expect((await copyRows(ends, comments, 'running')).copied).toBe(0);
  await expect(copyRows(ends, comments, 'closed')).rejects.toThrow(ForeignKeyViolation);
  const stop = new AbortController();
  const site = harness.context;
  await moveSite({ from: site, to, sameStore: false, say: () => {}, signal: stop.signal });
  const rows = await to.db.read.selectFrom('comments').select('post_id').execute();
  expect(rows).toEqual([{ post_id: postId }]);
});

it('refuses a place with another site, and one where this site is open', async () => {
  await fill();
  const other = parts.use(await createHarness({ config: { logLevel: 'silent' } }));
  const theirs = await other.admin('other_admin');
  const { databaseUrl, dataDir } = other.context.config;
  const their: Settings = { ...common, DUET_DATABASE_URL: databaseUrl ?? '', DUET_DATA_DIR: dataDir };
  // Beside the running server, which holds the folder.
  const elsewhere = { ...their, DUET_DATA_DIR: parts.use(temporaryDir()).path };
  const refused = await runCommand(harness.context.config, ['move', '--to', fileOf(elsewhere)]);
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('There is another site')]);
  expect((await theirs.call('posts.draft', { body: { postType: 'richText' } })).status).toBe(200);

  const home = folder();
  expect((await runCommand(harness.context.config, ['move', '--to', fileOf(home)])).code).toBe(0);
  // Written there since, while this end is closed: whatever is to be done, it is not the end of that move.
  const moved = await openServer(readConfig({ ...home }).config);
  expect((await moved.person(maria).call('accounts.logout')).status).toBe(200);
  await moved[Symbol.asyncDispose]();
  const used = await runCommand(harness.context.config, ['move', '--to', fileOf(home)]);
  expect([used.code, used.errors]).toEqual([1, expect.stringContaining('open there')]);
  expect((await runCommand(harness.context.config, ['move', '--reopen'])).code).toBe(0);
  expect((await maria.call('accounts.logout')).status).toBe(200);
  const again = await runCommand(harness.context.config, ['move', '--to', fileOf(home)]);
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining('open there')]);
  const own = await runCommand(harness.context.config, [
    'move',
    '--to',
    fileOf({ DUET_DATA_DIR: harness.context.config.dataDir }),
  ]);
  expect([own.code, own.errors]).toEqual([1, expect.stringContaining('has already')]);
}, 60_000);
