import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from '../../../test/client.ts';
import { createHarness, type Harness, type Person, password } from '../../../test/harness.ts';
import { gallery, richText } from '../../../test/posts.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import { openServer } from '../../../test/second-server.ts';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { databaseKind } from '../../../test/test-database.ts';
import { Failure } from '../../platform/failure.ts';
import { restoreBackup } from '../restore.ts';
import { verifyBackup } from '../verify.ts';
import { fetchBackup } from './fetch.ts';
import { FolderStorage } from './folder-storage.ts';
import { Repository } from './repository.ts';
import { saveBackup } from './save.ts';
import { verifyNewest } from './scheduled.ts';

const passphrase = 'correct horse battery staple';
const minute = 60_000;

let parts: AsyncDisposableStack;
let harness: Harness;
let admin: Person;
let dir: string;

beforeAll(async () => {
  parts = new AsyncDisposableStack();
  dir = parts.use(temporaryDir()).path;
  // With PostgreSQL the media are in an object store: nothing of the site is in its folder.
  const s3 = databaseKind === 'postgres' ? parts.use(await startS3Server()).settings : null;
  const config = s3 ? { s3, secretKey: Buffer.alloc(32, 7) } : {};
  harness = parts.use(await createHarness({ config }));
  admin = await harness.admin();
  await gallery(admin, 3, { caption: 'Marigold' });
  await richText(admin, '<p>Periwinkle ășț 🎉</p>');
  await admin.call('posts.draft', { body: { postType: 'gallery' } });
}, 60_000);
afterAll(() => parts.disposeAsync());

let made = 0;
const fresh = (): string => {
  made += 1;
  return join(dir, `repository-${made}`);
};

const save = (folder: string, options: { passphrase?: string; keep?: number } = {}) => {
  harness.clock.forward(minute);
  return saveBackup(harness.context, {
    folder,
    passphrase: options.passphrase ?? null,
    keep: options.keep ?? null,
  });
};
const open = (folder: string, word: string | null = null) =>
  Repository.open(new FolderStorage(folder), word, null);

async function fetched(folder: string, word: string | null = null, moment?: string): Promise<string> {
  const repository = await open(folder, word);
  const to = fresh();
  await fetchBackup(repository, moment ?? (await repository.moments()).at(-1) ?? '', to);
  return to;
}

const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** What anybody sees of the site. */
const feedOf = async (client: Pick<Person, 'fetch'>) => {
  const { data } = (await (await client.fetch('/api/posts')).json()) as { data: object };
  return data;
};

describe('backups in a repository', () => {
  it('store once what did not change', async () => {
    const folder = fresh();
    const first = await save(folder);
    expect(first.snapshot.files.length).toBeGreaterThan(3);
    expect(first.snapshot.faults).toEqual([]);
    const again = await save(folder);
    // The audit has a line more of the backup before.
    expect(again.added.objects).toBeLessThanOrEqual(again.snapshot.database.pieces.length);
    await gallery(admin, 1);
    const third = await save(folder);
    const fresher = third.snapshot.files.filter(
      ({ path }) => !first.snapshot.files.some((file) => file.path === path),
    );
    expect(fresher.length).toBeGreaterThan(0);
    expect(third.added.objects).toBeLessThanOrEqual(fresher.length + third.snapshot.database.pieces.length);
    expect(await (await open(folder)).moments()).toEqual([first.moment, again.moment, third.moment]);
    for (const { moment } of [first, third]) {
      const { files, rows } = await verifyBackup(harness.context, await fetched(folder, null, moment));
      expect([files, rows]).toEqual([
        (moment === first.moment ? first : third).snapshot.files.length,
        expect.any(Number),
      ]);
    }
  }, 60_000);

  it('come back as a whole site, wherever it lay, where everybody signs in as before', async () => {
    const folder = fresh();
    await save(folder, { passphrase });
    const before = await feedOf(harness.guest);
    const dataDir = fresh();
    const backup = await fetched(folder, passphrase);
    const { secrets } = await restoreBackup({ dataDir, folder: backup, onPostgres: false, now: 0 });
    expect(secrets).toBe('backup');
    const config = { ...harness.context.config, dataDir, databaseUrl: null, s3: null, secretKey: null };
    await using site = await openServer(config);
    const there = site.person(admin);
    expect(await feedOf(new Client(there.url))).toEqual(before);
    const posts = async (person: Client) => (await person.fetch('/api/posts?limit=50')).json();
    expect(await posts(there)).toEqual(await posts(admin));
    expect((await there.call('accounts.login', { body: { username: 'admin', password } })).status).toBe(200);
    const pictures = JSON.stringify(before).match(/\/media\/photos\/[^"?]+/g) ?? [];
    expect(pictures.length).toBeGreaterThan(3);
    for (const path of pictures) {
      const [one, other] = await Promise.all([harness.guest.fetch(path), there.fetch(path)]);
      expect([other.status, Buffer.from(await other.arrayBuffer())]).toEqual([
        200,
        Buffer.from(await one.arrayBuffer()),
      ]);
    }
  }, 60_000);

  it('tell nothing to whoever has not the passphrase, not even sums of files', async () => {
    const folder = fresh();
    const { snapshot } = await save(folder, { passphrase });
    for (const file of await filesBelow(folder)) {
      const text = (await readFile(file)).toString('latin1');
      for (const secret of [
        'SQLite format',
        'Marigold',
        'Periwinkle',
        'photos/',
        harness.context.secrets.pepper,
      ]) {
        expect([file, text.includes(secret)]).toEqual([file, false]);
      }
      for (const { sha256 } of snapshot.files) expect(file).not.toContain(sha256);
    }
    await expect(open(folder)).rejects.toThrow('--passphrase-file is missing');
    await expect(open(folder, 'another passphrase')).rejects.toThrow('not the one');
    await expect(save(folder)).rejects.toThrow('--passphrase-file is missing');
  }, 60_000);

  it('have no keys of the site where they are not encrypted', async () => {
    const folder = fresh();
    expect((await save(folder)).snapshot.secrets).toBeNull();
    for (const file of await filesBelow(folder)) {
      expect((await readFile(file)).includes(harness.context.secrets.pepper)).toBe(false);
    }
    await expect(save(folder, { passphrase })).rejects.toThrow('not encrypted');
  }, 60_000);

  it.each([null, passphrase])(
    'that are damaged are refused, with a passphrase %s',
    async (word) => {
      const folder = fresh();
      await save(folder, word === null ? {} : { passphrase: word });
      // Opened once: the passphrase is slow to try.
      const repository = await open(folder, word);
      const [moment = ''] = await repository.moments();
      const bring = () => fetchBackup(repository, moment, fresh());
      const objects = (await filesBelow(join(folder, 'objects'))).toSorted();
      const target = objects[0] ?? '';
      const bytes = await readFile(target);
      const damage = Buffer.from(bytes);
      damage[damage.length - 1] = (damage.at(-1) ?? 0) ^ 1;
      await writeFile(target, damage);
      await expect(bring()).rejects.toThrow(/is damaged/);
      await writeFile(target, bytes.subarray(0, bytes.length - 1));
      await expect(bring()).rejects.toThrow(/is damaged/);
      await rm(target);
      await expect(bring()).rejects.toThrow(/is missing/);
      await writeFile(target, bytes);
      await bring();
    },
    60_000,
  );

  it.each([null, passphrase])(
    'that are damaged are mended by the next backup after a trial, with a passphrase %s',
    async (word) => {
      const folder = fresh();
      const file = join(dir, 'word');
      await writeFile(file, `${word}`);
      const config = { ...harness.context.config, backupPassphraseFile: word && file };
      const trial = () => verifyNewest({ ...harness.context, config }, folder);
      const options = word === null ? {} : { passphrase: word };
      await save(folder, options);
      const objects = await filesBelow(join(folder, 'objects'));
      for (const object of objects) {
        const bytes = await readFile(object);
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
        await writeFile(object, bytes);
      }
      await expect(trial()).rejects.toThrow(`moved to damaged/ (${objects.length})`);
      const aside = join(folder, 'damaged');
      expect((await readdir(aside)).toSorted()).toEqual(objects.map((path) => basename(path)).toSorted());
      await save(folder, { ...options, keep: 1 });
      expect(await trial()).toBe(true);
      expect(await readdir(aside)).toEqual([]);
    },
    60_000,
  );

  it('are not brought out for a trial where the disk of the site would be full of it', async () => {
    const folder = fresh();
    const { snapshot } = await save(folder);
    const asked: number[] = [];
    const { storage } = harness.context;
    await using scratch = await storage.scratch();
    const requireRoom = async (bytes: number) => {
      asked.push(bytes);
      throw new Failure('STORAGE_FULL', { log: 'no room' });
    };
    vi.spyOn(storage, 'scratch').mockResolvedValue({ ...scratch, requireRoom });
    await expect(verifyNewest(harness.context, folder)).rejects.toMatchObject({ reason: 'diskFull' });
    // The database once more, because a restore does not work on that of the backup.
    const bytes = snapshot.files.reduce((sum, { size }) => sum + size, 2 * snapshot.database.size);
    expect(asked).toEqual([bytes]);
  });

  it('that are damaged come back without what is damaged where that is asked for', async () => {
    const folder = fresh();
    const { moment, snapshot } = await save(folder);
    const [file] = snapshot.files;
    const sha256 = file?.sha256 ?? '';
    await rm(join(folder, 'objects', sha256.slice(0, 2), sha256));
    const lost = snapshot.files.filter((other) => other.sha256 === sha256).map(({ path }) => path);
    const to = fresh();
    const manifest = await fetchBackup(await open(folder), moment, to, { withoutDamaged: true });
    expect(manifest.faults).toEqual(lost.map((path) => `${path} is damaged in the backup`));
    const dataDir = fresh();
    await restoreBackup({ dataDir, folder: to, onPostgres: false, now: 0 });
    const there = (await filesBelow(join(dataDir, 'media'))).map((path) =>
      relative(join(dataDir, 'media'), path),
    );
    const whole = snapshot.files.map(({ path }) => path).filter((path) => !lost.includes(path));
    expect(there.toSorted()).toEqual(whole.toSorted());
  }, 60_000);

  it('are kept as many as are wanted, each of them whole', async () => {
    const folder = fresh();
    const moments: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      await richText(admin, `<p>${'words '.repeat(2_000)}${n}</p>`);
      moments.push((await save(folder, { keep: 2 })).moment);
    }
    expect(await (await open(folder)).moments()).toEqual(moments.slice(-2));
    const needed = new Set<string>();
    for (const moment of moments.slice(-2)) {
      const { database, files } = await (await open(folder)).readSnapshot(moment);
      for (const { sha256 } of [...database.pieces, ...files]) needed.add(sha256);
      await verifyBackup(harness.context, await fetched(folder, null, moment));
    }
    const there = (await filesBelow(join(folder, 'objects'))).map((file) => file.slice(-64));
    expect(there.toSorted()).toEqual([...needed].toSorted());
  }, 60_000);

  it('are not put among files of others, nor among the backups of another site', async () => {
    const others = fresh();
    await cp(join(import.meta.dirname), others, { recursive: true });
    await expect(save(others)).rejects.toThrow('is not empty');
    const folder = fresh();
    await save(folder);
    await using stranger = await createHarness();
    const options = { folder, passphrase: null, keep: null };
    await expect(saveBackup(stranger.context, options)).rejects.toThrow('another site');
  });
});
