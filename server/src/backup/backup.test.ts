import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';
import { plainDatabase, recount } from '../../test/model/recount.ts';
import { gallery, richText, upload } from '../../test/posts.ts';
import { storedMedia } from '../../test/stored.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { begin } from '../../test/uploads.ts';
import { login } from '../accounts/sessions/login.ts';
import { createContext } from '../context.ts';
import { sqliteFile } from '../platform/db/dialect/sqlite.ts';
import { checkBackup } from './check.ts';
import { readManifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { takeBackup } from './take.ts';

let harness: Harness;
let admin: Person;
let dir: ReturnType<typeof temporaryDir>;
let folder: string;
let dataDir: string;

beforeEach(async () => {
  harness = await createHarness({ config: { logLevel: 'silent' } });
  admin = await harness.admin();
  dir = temporaryDir();
  folder = join(dir.path, 'backup');
  dataDir = join(dir.path, 'data');
});
afterEach(async () => {
  await harness[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

const take = (more: Partial<Parameters<typeof takeBackup>[1]> = {}) =>
  takeBackup(harness.context, { folder, withSecrets: false, former: null, ...more });
const restore = () => restoreBackup({ dataDir, folder, onPostgres: false, now: Date.now() });

/** What is wrong with a data folder, by statements and a walk of the test's own. */
async function faultsIn(data: string): Promise<readonly string[]> {
  await using database = await plainDatabase(data, null);
  return (await recount(data, database)).faults;
}

const postsIn = (data: string): unknown[] => {
  using db = new DatabaseSync(sqliteFile(data), { readOnly: true });
  return db.prepare('select id, published from posts order by id').all();
};

describe('a backup', () => {
  it('taken while people write is one moment, and whole', async () => {
    await gallery(admin, 3);
    const stop = new AbortController();
    const writing = [0, 1].map(async () => {
      while (!stop.signal.aborted) {
        const made = await gallery(admin, 2);
        await upload(admin);
        await admin.call('posts.delete', { params: { id: made._id } });
      }
    });
    for (let n = 0; n < 2; n += 1) {
      folder = join(dir.path, `backup-${n}`);
      dataDir = join(dir.path, `data-${n}`);
      const manifest = await take();
      expect(manifest.faults).toEqual([]);
      expect(await checkBackup(folder)).toEqual(manifest);
      await restore();
      expect(await faultsIn(dataDir)).toEqual([]);
      const stored = (await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true })).filter(
        (entry) => entry.isFile(),
      );
      expect(stored).toHaveLength(manifest.files.length);
    }
    stop.abort();
    await Promise.all(writing);
  }, 60_000);

  it('names every file with its sum, the program and the tables’ version', async () => {
    await gallery(admin, 2);
    const manifest = await take();
    expect(manifest.files).toHaveLength((await storedMedia(harness)).files.length);
    for (const { path, size, sha256 } of manifest.files) {
      const bytes = await readFile(join(folder, 'media', path));
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
    }
    expect(manifest).toMatchObject({ format: 'duet-backup-1', program: '0.1.0', secrets: null, faults: [] });
    expect(manifest.schema[0]).toBe('0001_foundation');
    expect(await readManifest(folder)).toEqual(manifest);
    expect((await readdir(folder)).toSorted()).toEqual(['duet.db', 'manifest.json', 'media']);
    expect((await readdir(dir.path)).toSorted()).toEqual(['backup']);
  });

  it('links what never changes and copies what does', async () => {
    await gallery(admin);
    const [{ path = '' } = {}] = (await take()).files;
    const inode = async (data: string) => (await stat(join(data, 'media', path))).ino;
    expect(await inode(folder)).toBe(await inode(harness.context.config.dataDir));
    await restore();
    expect((await stat(join(folder, 'duet.db'))).nlink).toBe(1);
    expect((await stat(join(dataDir, 'duet.db'))).nlink).toBe(1);
  });

  it('leaves out uploads that are under way, files of nobody, and half of what was being deleted', async () => {
    await begin(admin, 100);
    await upload(admin);
    await harness.context.db.write((tx) => tx.updateTable('media').set({ state: 'deleting' }).execute());
    expect((await take()).files).toEqual([]);
    using db = new DatabaseSync(join(folder, 'duet.db'), { readOnly: true });
    expect(db.prepare('select id from upload_sessions').all()).toEqual([]);
  });

  it('tells what the site itself has lost, and keeps the rest', async () => {
    const lost = await gallery(admin);
    await gallery(admin);
    const [address = ''] = lost.mediaUrls;
    const path = address.replace('/media/', '');
    await rm(join(harness.context.config.dataDir, 'media', path));
    const { faults, files } = await take();
    expect(faults).toEqual([`${path} is missing in the site`]);
    expect(files).toHaveLength((await storedMedia(harness)).files.length);
    await restore();
    expect(postsIn(dataDir)).toHaveLength(2);
  });

  it('goes into no folder that has something in it', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'mine.txt'), 'mine');
    await expect(take()).rejects.toThrow(/is not empty/);
    expect(await readdir(folder)).toEqual(['mine.txt']);
  });

  it('is written down', async () => {
    await take();
    const lines = await harness.context.db.read
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'backup')
      .execute();
    expect(lines).toEqual([
      { details: JSON.stringify({ files: 0, faults: 0, secrets: false, database: true }) },
    ]);
  });
});

describe('the keys of the site', () => {
  const signsIn = async (data: string): Promise<boolean> => {
    const config = { ...harness.context.config, dataDir: data };
    await using context = await createContext(config, { exclusive: true });
    const origin = { address: '127.0.0.1', userAgent: '' };
    return await login(context, { username: 'admin', password }, origin).then(
      () => true,
      () => false,
    );
  };

  it('are in the backup only when asked for; with them people sign in again', async () => {
    await take({ withSecrets: true });
    expect((await restore()).secrets).toBe('backup');
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await signsIn(dataDir)).toBe(true);
  });

  it('stay those of the data folder where the backup has none', async () => {
    await take();
    expect((await restore()).secrets).toBe('none');
    const { dataDir: site } = harness.context.config;
    await writeFile(join(dataDir, 'secrets.json'), await readFile(join(site, 'secrets.json')), {
      mode: 0o600,
    });
    expect((await restore()).secrets).toBe('kept');
    expect(await signsIn(dataDir)).toBe(true);
  });
});

describe('restoring', () => {
  it('sets aside what was there, as a data folder of its own', async () => {
    await richText(admin);
    await take();
    await restore();
    const before = postsIn(dataDir);
    await richText(admin, '<p>Later</p>');
    folder = join(dir.path, 'later');
    await take();
    const { restorePoint } = await restore();
    expect(postsIn(dataDir)).toHaveLength(2);
    expect(postsIn(restorePoint ?? '')).toEqual(before);
  });

  it('by root leaves the folder to the account that had it', async () => {
    await gallery(admin);
    await take();
    await restore();
    if (process.getuid?.() !== 0) return;
    const nobody = 65534;
    await chown(dataDir, nobody, nobody);
    await restore();
    await using _context = await createContext(
      { ...harness.context.config, dataDir },
      { exclusive: false, existing: true },
    );
    const inside = await readdir(dataDir, { recursive: true });
    const owners = await Promise.all(
      ['.', ...inside].map(async (path) => (await stat(join(dataDir, path))).uid),
    );
    expect(inside).toContain('uploads');
    expect(inside.filter((_, at) => owners[at + 1] !== nobody)).toEqual([]);
  });

  it('waits for no server: it refuses a data folder in use', async () => {
    await take();
    dataDir = harness.context.config.dataDir;
    await expect(restore()).rejects.toThrow(/Another Duet server uses the data folder/);
    expect(await faultsIn(dataDir)).toEqual([]);
  });

  it.each<[string, RegExp, (path: string) => Promise<void>]>([
    ['a picture of other bytes', /photos\/.* has other bytes/, (path) => flip(join(folder, 'media', path))],
    [
      'a picture that is longer',
      /has \d+ bytes in place of/,
      (path) => appendFile(join(folder, 'media', path), 'x'),
    ],
    ['a picture that is missing', /photos\/.* is missing/, (path) => rm(join(folder, 'media', path))],
    ['a database of other bytes', /duet\.db has other bytes/, () => flip(join(folder, 'duet.db'))],
    [
      'a list that is cut',
      /manifest\.json is damaged/,
      () => writeFile(join(folder, 'manifest.json'), '{"format":'),
    ],
    ['no list', /is no backup, or one that did not end/, () => rm(join(folder, 'manifest.json'))],
    [
      'a newer version',
      /of a newer Duet \(it has 9999_future\)/,
      () => edit((m) => ({ ...m, schema: ['9999_future'] })),
    ],
    [
      'a list without a picture',
      /in the database and not in the backup/,
      () => edit((m) => ({ ...m, files: [] })),
    ],
    [
      'a path out of the folder',
      /is no name of a stored file/,
      () => edit((m) => ({ ...m, files: [{ ...(m as { files: object[] }).files[0], path: '../../x' }] })),
    ],
  ])('refuses a backup with %s, and changes nothing', async (_, reason, damage) => {
    await gallery(admin);
    // Copies, so that damaging one does not damage the site.
    const { files } = await take();
    for (const { path } of files) await unlink(join(folder, 'media', path));
    await damage(files[0]?.path ?? '');
    await expect(restore()).rejects.toThrow(reason);
    expect(existsSync(dataDir)).toBe(false);
  });
});

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file);
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  await writeFile(file, bytes);
}

async function unlink(file: string): Promise<void> {
  const bytes = await readFile(file);
  await rm(file);
  await writeFile(file, bytes);
}

async function edit(change: (manifest: object) => object): Promise<void> {
  const file = join(folder, 'manifest.json');
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))));
}
