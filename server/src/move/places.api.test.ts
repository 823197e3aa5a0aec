import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { gallery, richText } from '../../test/posts.ts';
import { callCommand } from '../../test/run-command.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createContext } from '../context.ts';
import { readConfig } from '../platform/config/config.ts';
import { isClosedSite, isUnfinishedMove } from '../platform/db/closed-site.ts';
import { Failure } from '../platform/failure.ts';
import { findSecrets, loadSecrets, prepareDataDir } from '../platform/secrets/file.ts';
import { newKey } from '../platform/storage/keys.ts';
import { moveSite, reopenSite } from './move.ts';
import { tablesOf } from './rows.ts';
import { openTables } from './store-closing.ts';

let parts: AsyncDisposableStack;
let harness: Harness;
let admin: Person;
let dataDir: string;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  harness = parts.use(await createHarness({ config: { logLevel: 'silent' } }));
  admin = await harness.admin();
  await gallery(admin, 1);
  dataDir = join(parts.use(temporaryDir()).path, 'site');
});
afterEach(() => parts.disposeAsync());

const settings = () => ({ DUET_DATA_DIR: dataDir, DUET_LOG_LEVEL: 'silent', DUET_FFMPEG: 'off' });

/** A place on SQLite, whose folder may be in use although its database is not. */
async function receiver() {
  const { secrets } = harness.context;
  const options = { exclusive: true, receiving: true, overrides: { secrets } };
  return parts.use(await createContext(readConfig(settings()).config, options));
}

type Place = Awaited<ReturnType<typeof receiver>>;

/** A store that has a file of another site. */
async function theirStore() {
  const { config } = readConfig({ ...settings(), DUET_DATA_DIR: `${dataDir}-theirs` });
  const { storage } = parts.use(await createContext(config, { exclusive: true }));
  const key = newKey('photos', 'jpg');
  await storage.write(key, Buffer.from('another family'));
  return { storage, key };
}

function move(to: Place, say: (line: string) => void = () => {}) {
  const { signal } = new AbortController();
  return moveSite({ from: harness.context, to, sameStore: false, say, signal });
}

/** Lets something happen once in the middle of a move, while the former place is closed and not all has come. */
function onceClosed(to: Place, act: () => Promise<unknown>): void {
  const list = to.storage.list.bind(to.storage);
  const listed = vi.spyOn(to.storage, 'list').mockImplementation(async (...words) => {
    if (await isClosedSite(harness.context.db)) {
      listed.mockRestore();
      await act();
    }
    return list(...words);
  });
}

/** Fails a move while the former place is closed, whose database refuses writes from then on; answers what it failed with. */
function failOnceClosed(to: Place, refuse: (write: Harness['context']['db']['write']) => void): Error {
  const stopped = new Error('stopped');
  onceClosed(to, () => {
    refuse(harness.context.db.write.bind(harness.context.db));
    return Promise.reject(stopped);
  });
  return stopped;
}

const writes = async () => (await admin.call('posts.draft', { body: { postType: 'richText' } })).status;

it('refuses a store with files that the site has not, and leaves them there', async () => {
  const to = await receiver();
  const key = newKey('photos', 'jpg');
  await to.storage.write(key, Buffer.from('another family'));
  await expect(move(to)).rejects.toThrow('There is another site at the place of --to.');
  expect(await to.storage.stat(key)).not.toBeNull();
  expect(await isUnfinishedMove(to.db)).toBe(false);
  expect(await isClosedSite(harness.context.db)).toBe(false);
  await to.storage.remove(key);
  await move(to);
  expect(await isClosedSite(harness.context.db)).toBe(true);
}, 60_000);

it('takes a store that has a part of the files of this site', async () => {
  const to = await receiver();
  const { objects } = await harness.context.storage.list('photos', { limit: 1 });
  const [{ key } = { key: '' }] = objects;
  await to.storage.write(key, (await harness.context.storage.open(key)) ?? Buffer.of());
  expect((await move(to)).files).toBeGreaterThan(1);
}, 60_000);

it('goes on with the store with which it was begun, and refuses one of another site then as well', async () => {
  const to = await receiver();
  const stopped = new Error('stopped');
  onceClosed(to, () => Promise.reject(stopped));
  await expect(move(to)).rejects.toBe(stopped);
  // Came over and was deleted here since: no other site's.
  const own = newKey('photos', 'jpg');
  await to.storage.write(own, Buffer.from('deleted since'));
  const { storage, key } = await theirStore();
  const elsewhere = { ...to.config, s3: { endpoint: 'https://s3.example.org', bucket: 'theirs' } };
  const other = { ...to, storage, config: elsewhere } as unknown as Place;
  await expect(move(other)).rejects.toThrow(`${key} is there and not here.`);
  expect(await storage.stat(key)).not.toBeNull();
  await move(to);
  expect(await to.storage.stat(own)).toBeNull();
}, 60_000);

it('goes back to its former place with the store it had there, and refuses one of another site', async () => {
  const former = await receiver();
  await move(former);
  const { db, storage, secrets, config } = harness.context;
  const { signal } = new AbortController();
  const { storage: theirs, key } = await theirStore();
  const back = (store: typeof storage) =>
    moveSite({
      ...{ from: former, to: { db, secrets, config, storage: store } },
      ...{ sameStore: false, say: () => {}, signal },
    });
  await expect(back(theirs)).rejects.toThrow(`${key} is there and not here.`);
  expect(await theirs.stat(key)).not.toBeNull();
  // Deleted there since: no other site's.
  const own = newKey('photos', 'jpg');
  await storage.write(own, Buffer.from('deleted since'));
  await back(storage);
  expect(await storage.stat(own)).toBeNull();
}, 60_000);

it('refuses a folder with the secrets of another site, and leaves them there', async () => {
  prepareDataDir(dataDir);
  const theirs = loadSecrets(dataDir);
  const to = await receiver();
  await expect(move(to)).rejects.toThrow('secrets.json');
  expect(findSecrets(dataDir)).toEqual(theirs);
}, 60_000);

it('has the folder of the site where the file names none, from wherever it is run, and takes no relative one', async () => {
  const site = parts.use(await createHarness({ config: { databaseUrl: null, logLevel: 'silent' } }));
  const file = `${dataDir}.env`;
  const to = async (text: string) => {
    await writeFile(file, text);
    return callCommand(site.context.config, ['move', '--to', file]);
  };
  const { code, errors } = await to('DUET_LOG_LEVEL=silent');
  expect([code, errors]).toEqual([1, expect.stringContaining('the database that the site has already')]);
  expect((await to('DUET_DATA_DIR=back')).errors).toContain(`DUET_DATA_DIR in ${file} is relative.`);
}, 60_000);

it('keeps others from opening the site, or moving it as well, while it is moved', async () => {
  const to = await receiver();
  onceClosed(to, async () => {
    await expect(reopenSite(harness.context)).rejects.toThrow('A move of this site is running');
    await expect(move(to)).rejects.toThrow('A move of this site is running');
    const reopen = await callCommand(harness.context.config, ['move', '--reopen']);
    expect([reopen.code, reopen.errors]).toEqual([1, expect.stringContaining('is running')]);
  });
  await move(to);
  expect(await writes()).toBe(503);
  expect((await callCommand(harness.context.config, ['move', '--reopen'])).code).toBe(0);
  expect(await writes()).toBe(200);
}, 60_000);

it('has not moved where the former place was opened in the middle, and goes through when it is run again', async () => {
  const { db } = harness.context;
  const to = await receiver();
  onceClosed(to, async () => {
    // As a command of a former version does it, which knows of no lock.
    const tables = await tablesOf({ from: db, to: db });
    await db.write((tx) => openTables(db, tx, tables));
    await richText(admin, '<p>Written in the middle</p>');
  });
  await expect(move(to)).rejects.toThrow('opened to writing');
  expect([await isUnfinishedMove(to.db), await isClosedSite(db)]).toEqual([true, false]);
  await move(to);
  const posts = (place: Pick<Place, 'db'>) =>
    place.db.read.selectFrom('posts').select('id').orderBy('id').execute();
  expect(await posts(to)).toEqual(await posts(harness.context));
}, 60_000);

it('opens the site again where its database refuses that at first, and tells what failed the move', async () => {
  const { db } = harness.context;
  const to = await receiver();
  const said: string[] = [];
  const stopped = failOnceClosed(to, (write) => {
    const refused = vi.spyOn(db, 'write').mockImplementation(() => {
      if (refused.mock.calls.length > 1) refused.mockImplementation(write);
      return Promise.reject(new Failure('OVERLOADED'));
    });
  });
  await expect(move(to, (line) => said.push(line))).rejects.toBe(stopped);
  expect(said.at(-1)).toBe('The site is open to writing again.');
  expect(await writes()).toBe(200);
}, 60_000);

it('says how the site is opened where its database refuses that for a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  using _timers = { [Symbol.dispose]: () => vi.useRealTimers() };
  const to = await receiver();
  const said: string[] = [];
  const stopped = failOnceClosed(to, () => {
    vi.spyOn(harness.context.db, 'write').mockImplementation(() => {
      vi.advanceTimersByTime(40_000);
      return Promise.reject(new Failure('OVERLOADED'));
    });
  });
  await expect(move(to, (line) => said.push(line))).rejects.toBe(stopped);
  expect(said.at(-1)).toMatch(/^The site is still closed to writing: .* npm run duet -- move --reopen$/);
  vi.mocked(harness.context.db.write).mockRestore();
  expect(await writes()).toBe(503);
  expect((await callCommand(harness.context.config, ['move', '--reopen'])).code).toBe(0);
  expect(await writes()).toBe(200);
}, 60_000);

it('opens the site again where the answer was lost that closed it', async () => {
  const { db } = harness.context;
  const to = await receiver();
  const write = db.write.bind(db);
  vi.spyOn(db, 'write').mockImplementation(async (...words) => {
    const answer = await write(...words);
    if (await isClosedSite(db)) throw new Failure('OVERLOADED');
    return answer;
  });
  await expect(move(to)).rejects.toMatchObject({ code: 'OVERLOADED' });
  vi.mocked(db.write).mockRestore();
  expect(await writes()).toBe(200);
}, 60_000);

/** Loses the answer to the last step of a move, and then lets something happen with what follows. */
function loseLastAnswer(to: Place, then: (write: Place['db']['write']) => void): void {
  const write = to.db.write.bind(to.db);
  vi.spyOn(to.db, 'write').mockImplementation(async (...words) => {
    const answer = await write(...words);
    if (!(await isClosedSite(harness.context.db)) || (await isUnfinishedMove(to.db))) return answer;
    then(write);
    throw new Failure('OVERLOADED');
  });
}

it('leaves one place open where the answer to its last step was lost', async () => {
  const to = await receiver();
  loseLastAnswer(to, () => vi.mocked(to.db.write).mockRestore());
  await expect(move(to)).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect([await isUnfinishedMove(to.db), await writes()]).toEqual([true, 200]);
  await move(to);
  expect([await isUnfinishedMove(to.db), await writes()]).toEqual([false, 503]);
}, 60_000);

it('keeps the site closed where the other place may be open and does not answer, and ends when it is run again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  using _timers = { [Symbol.dispose]: () => vi.useRealTimers() };
  const to = await receiver();
  const said: string[] = [];
  loseLastAnswer(to, () =>
    vi.mocked(to.db.write).mockImplementation(() => {
      vi.advanceTimersByTime(40_000);
      return Promise.reject(new Failure('OVERLOADED'));
    }),
  );
  await expect(move(to, (line) => said.push(line))).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(said.at(-1)).toMatch(/^Whether the site has moved is not known/);
  expect([await isUnfinishedMove(to.db), await writes()]).toEqual([false, 503]);
  vi.mocked(to.db.write).mockRestore();
  expect((await move(to)).pauseMs).toBeNull();
  expect(await writes()).toBe(503);
}, 60_000);
