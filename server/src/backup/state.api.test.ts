import { type FileHandle, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { gallery } from '../../test/posts.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { mountVolume, realDisk } from '../../test/volume.ts';
import { lockFile } from '../platform/data-lock.ts';
import { noteRestore } from './after-restore.ts';
import { Nightly } from './nightly.ts';
import { saveBackup } from './repository/save.ts';
import { noteFailure } from './state.ts';
import { takeBackup } from './take.ts';
import { listBackups, timestampedName } from './timestamped-names.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

let harness: Harness;
let admin: Person;
let dir: ReturnType<typeof temporaryDir>;
let folder: string;
let nightly: Nightly;

beforeEach(async () => {
  dir = temporaryDir();
  folder = join(dir.path, 'nightly');
  harness = await createHarness({ config: { logLevel: 'silent' } });
  // Not through the settings: the harness's own server would make backups meanwhile.
  Object.assign(harness.context.config, { backupDir: folder });
  nightly = new Nightly(harness.context, folder);
  admin = await harness.admin();
});
afterEach(async () => {
  await harness[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

const told = async () => {
  const { numbers } = (await admin.call('dashboard.stats')).body.data;
  const { body } = await admin.call('activity.list', { query: {} });
  const { unreadCount } = (await admin.call('activity.unreadCount')).body.data;
  expect(body.data.notices).toEqual(
    numbers.backupFailure ? [{ type: 'backupFailed', ...numbers.backupFailure }] : [],
  );
  return { last: numbers.lastBackup, reason: numbers.backupFailure?.reason ?? null, unread: unreadCount };
};
const byHand = (name: string) =>
  takeBackup(harness.context, { folder: join(dir.path, name), withSecrets: true, former: null });
/** Where no volume can be mounted: answers every write of a whole file as a full disk does. */
async function sayDiskIsFull(file: string): Promise<void> {
  await writeFile(file, '');
  await using handle = await open(file);
  vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'writeFile').mockRejectedValue(
    Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }),
  );
}
/** So long that the admin has to sign in again. */
const pass = async (ms: number) => {
  harness.clock.forward(ms);
  admin = await harness.signIn('admin');
};

describe('the last backup', () => {
  it('is never, and then that of the night or of a command, whichever is newer', async () => {
    expect(await told()).toEqual({ last: null, reason: null, unread: 0 });
    await nightly.run();
    const first = (await told()).last;
    expect(Date.parse(first ?? '')).toBeGreaterThan(harness.clock.now() - hour);
    await pass(2 * day);
    const { createdAt } = await byHand('by-hand');
    const { last } = await told();
    expect(Date.parse(last ?? '') - Date.parse(createdAt)).toBeLessThan(hour);
    expect(last).not.toBe(first);
  });

  it('of a restored site is the one it comes from', async () => {
    const manifest = await byHand('by-hand');
    await pass(3 * day);
    await noteFailure(harness.context, 'diskFull');
    // The database of a backup has no line about itself yet.
    await noteRestore(harness.context, { ...manifest, createdAt: '2030-01-02T03:04:05.000Z' });
    expect(await told()).toEqual({ last: '2030-01-02T03:04:05.000Z', reason: null, unread: 0 });
  });
});

describe('what the dashboard says of a backup without the database', () => {
  const withoutDatabase = async () =>
    (await admin.call('dashboard.stats')).body.data.numbers.lastBackupWithoutDatabase;

  it('is said of one into a folder of its own on PostgreSQL, and of none else', async () => {
    expect(await withoutDatabase()).toBeUndefined();
    await nightly.run();
    expect(await withoutDatabase()).toBe(harness.context.config.databaseUrl ? true : undefined);
    await pass(day);
    const repository = join(dir.path, 'repository');
    await saveBackup(harness.context, { folder: repository, passphrase: null, keep: null });
    expect(await withoutDatabase()).toBeUndefined();
  });

  it('is said of a restored site whose backup had none', async () => {
    const manifest = await byHand('by-hand');
    await pass(day);
    const createdAt = new Date(harness.clock.now()).toISOString();
    await noteRestore(harness.context, { ...manifest, database: null, createdAt });
    expect(await withoutDatabase()).toBe(true);
  });
});

const fails = (reason: string, which = nightly) => expect(which.run()).rejects.toMatchObject({ reason });

describe('a nightly backup that fails', () => {
  it('is told on the dashboard, in the activity and its badge, until a later one succeeds', async () => {
    await writeFile(folder, 'a file');
    await fails('folderGone');
    expect(await told()).toEqual({ last: null, reason: 'folderGone', unread: 1 });
    await admin.call('activity.markRead');
    expect((await told()).unread).toBe(1);
    await rm(folder);
    expect(await nightly.run()).toBe(false);
    expect((await told()).reason).toBe('folderGone');
    await pass(hour + 1000);
    await nightly.run();
    expect(await told()).toEqual({ last: expect.any(String), reason: null, unread: 0 });
  });

  it('goes away with one made by hand, or where none is made by itself any more', async () => {
    await noteFailure(harness.context, 'noAccess');
    expect((await told()).reason).toBe('noAccess');
    Object.assign(harness.context.config, { backupDir: null });
    expect((await told()).reason).toBeNull();
    Object.assign(harness.context.config, { backupDir: folder });
    await byHand('by-hand');
    expect((await told()).reason).toBeNull();
  });

  it('is one line of the audit for each reason, however often it is tried', async () => {
    await writeFile(folder, 'a file');
    for (let n = 0; n < 3; n++) {
      await fails('folderGone');
      await pass(hour + 1000);
    }
    await noteFailure(harness.context, 'diskFull');
    const { lines } = (await admin.call('audit.list', { query: {} })).body.data;
    const failed = lines.filter(({ action }) => action === 'backup.failed');
    expect(failed.map(({ details }) => details.reason)).toEqual(['diskFull', 'folderGone']);
  });

  it('is told later where it cannot be recorded at once', async () => {
    await writeFile(folder, 'a file');
    const err = new Error('the disk is away');
    const broken = vi.spyOn(harness.context.db, 'write').mockRejectedValueOnce(err);
    const logged = vi.spyOn(harness.context.log, 'error');
    await fails('folderGone');
    broken.mockRestore();
    expect(logged.mock.calls).toContainEqual([{ err }, 'a backup that failed could not be recorded']);
    expect((await told()).reason).toBeNull();
    await nightly.run();
    expect((await told()).reason).toBe('folderGone');
  });

  it('is a disk that is not mounted where a backup was made before, and no folder is made in its place', async () => {
    await nightly.run();
    await rename(folder, `${folder}-away`);
    await pass(2 * day);
    await fails('folderGone');
    expect((await told()).reason).toBe('folderGone');
    await rename(`${folder}-away`, folder);
    await pass(hour + 1000);
    await nightly.run();
    expect((await told()).reason).toBeNull();
    expect(await listBackups(folder)).toHaveLength(2);
  });

  it('is a full disk, and nothing of it stays there', async () => {
    using volume = mountVolume();
    folder = join(volume?.folder ?? dir.path, 'backups');
    await mkdir(folder);
    if (volume) await realDisk(volume.folder).fill();
    else await sayDiskIsFull(join(dir.path, 'handle'));
    await fails('diskFull', new Nightly(harness.context, folder));
    vi.restoreAllMocks();
    expect((await told()).reason).toBe('diskFull');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is none where the server stops meanwhile, and nothing of it stays', async () => {
    await gallery(admin, 1);
    expect(await nightly.run(AbortSignal.abort())).toBe(false);
    expect(await told()).toMatchObject({ last: null, reason: null });
    expect(await readdir(folder)).toEqual([]);
    expect(await nightly.run()).toBe(true);
    expect((await told()).last).not.toBeNull();
  });

  it('is none while another backup is being made', async () => {
    {
      using _other = lockFile(join(harness.context.config.dataDir, 'backup.lock'), 'busy');
      await nightly.run();
      expect(await told()).toMatchObject({ last: null, reason: null });
    }
    await nightly.run();
    expect((await told()).last).not.toBeNull();
  });

  it('is not prevented by names that a wrong clock left behind', async () => {
    await mkdir(join(folder, timestampedName(harness.clock.now() + 900 * day)), { recursive: true });
    await nightly.run();
    expect((await told()).last).not.toBeNull();
  });
});
