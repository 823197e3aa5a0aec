import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { gallery } from '../../test/posts.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { mountVolume } from '../../test/volume.ts';
import { checkBackup } from './check.ts';
import { readManifest } from './manifest.ts';
import { backUpWhenDue, lastDue } from './nightly.ts';
import { listBackups, timestampedName } from './timestamped-names.ts';

const day = 24 * 60 * 60 * 1000;

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

describe('the nightly backup', () => {
  it('is due at 02:00 of the machine’s time', () => {
    const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
    expect(lastDue(at(20, 1, 59))).toBe(at(19, 2));
    expect(lastDue(at(20, 2))).toBe(at(20, 2));
    expect(lastDue(at(20, 23))).toBe(at(20, 2));
  });

  it('is made once a night, also for a night that was missed, and 14 are kept', async () => {
    using dir = temporaryDir();
    const folder = join(dir.path, 'nightly');
    expect(await backUpWhenDue(harness.context, folder)).toBe(true);
    expect(await backUpWhenDue(harness.context, folder)).toBe(false);
    const [first = ''] = await listBackups(folder);
    for (let n = 1; n <= 14; n += 1) await mkdir(join(folder, timestampedName(Date.now() - n * 40 * day)));
    await mkdir(join(folder, 'by-hand'));
    harness.clock.forward(3 * day);
    const begun = timestampedName(harness.clock.now());
    expect(await backUpWhenDue(harness.context, folder)).toBe(true);
    const there = await listBackups(folder);
    expect(there).toHaveLength(14);
    expect(there.at(-2)).toBe(first);
    expect(there.at(-1)?.localeCompare(begun)).toBeGreaterThanOrEqual(0);
  });

  it('is not made again for a night whose backup has the very moment it was due', async () => {
    using dir = temporaryDir();
    const next = new Date(lastDue(harness.clock.now()));
    next.setDate(next.getDate() + 1);
    harness.clock.forward(next.getTime() - harness.clock.now());
    await mkdir(join(dir.path, timestampedName(next.getTime())));
    expect(await backUpWhenDue(harness.context, dir.path)).toBe(false);
  });

  it('has the files of the one before, also on another volume', async () => {
    using volume = mountVolume();
    using dir = temporaryDir();
    const folder = join(volume?.folder ?? dir.path, 'nightly');
    await gallery(await harness.admin(), 1);
    await backUpWhenDue(harness.context, folder);
    harness.clock.forward(day);
    await backUpWhenDue(harness.context, folder);
    const [before = '', after = ''] = await listBackups(folder);
    const [{ path = '' } = {}] = (await readManifest(join(folder, after))).files;
    const inode = async (name: string) => (await stat(join(folder, name, 'media', path))).ino;
    expect(await inode(after)).toBe(await inode(before));
  });

  it('takes from the site again what the disk of the backups has spoiled', async () => {
    using volume = mountVolume();
    using dir = temporaryDir();
    const folder = join(volume?.folder ?? dir.path, 'nightly');
    await gallery(await harness.admin(), 1);
    await backUpWhenDue(harness.context, folder);
    const [before = ''] = await listBackups(folder);
    const { files } = await readManifest(join(folder, before));
    // The picture, of which a row has the sum, and its thumbnails.
    expect(files.length).toBeGreaterThan(1);
    for (const { path, size } of files) {
      const file = join(folder, before, 'media', path);
      // Where nothing could be mounted the site has the same bytes.
      await rm(file);
      await writeFile(file, Buffer.alloc(size));
    }
    const warn = vi.spyOn(harness.context.log, 'warn').mockReturnValue();
    harness.clock.forward(day);
    await backUpWhenDue(harness.context, folder);
    const after = join(folder, (await listBackups(folder)).at(-1) ?? '');
    const manifest = await readManifest(after);
    expect([manifest.files, manifest.faults]).toEqual([files, []]);
    await checkBackup(after);
    if (volume) expect(warn).toHaveBeenCalledTimes(files.length);
  });

  it('shares a file that is damaged in the site with the backup before, and names it each time', async () => {
    using volume = mountVolume();
    using dir = temporaryDir();
    const folder = join(volume?.folder ?? dir.path, 'nightly');
    const media = join(harness.context.config.dataDir, 'media');
    await gallery(await harness.admin(), 1);
    const row = await harness.context.db.read
      .selectFrom('media')
      .select(['path', 'size'])
      .executeTakeFirstOrThrow();
    await writeFile(join(media, row.path), Buffer.alloc(row.size));
    vi.spyOn(harness.context.log, 'error').mockReturnValue();
    for (let night = 0; night < 3; night += 1) {
      await backUpWhenDue(harness.context, folder);
      harness.clock.forward(day);
    }
    const names = await listBackups(folder);
    const inodes = names.map(async (name) => (await stat(join(folder, name, 'media', row.path))).ino);
    expect(new Set(await Promise.all(inodes)).size).toBe(1);
    for (const name of names) {
      const { faults } = await readManifest(join(folder, name));
      expect(faults).toEqual([`${row.path} is damaged in the site`]);
    }
  });

  it('makes its folder, for the account of the server alone, and says which setting names one that is gone', async () => {
    using dir = temporaryDir();
    const folder = join(dir.path, 'a disk', 'nightly');
    await backUpWhenDue(harness.context, folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(harness.context.config.dataDir, 'backup.folder'))).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
    await expect(backUpWhenDue(harness.context, folder)).rejects.toThrow(
      `${folder} (DUET_BACKUP_DIR) is not there. Is its disk mounted? If it is to be a new folder, make it.`,
    );
  });

  it('logs what the site itself lacks', async () => {
    using dir = temporaryDir();
    const media = join(harness.context.config.dataDir, 'media');
    await gallery(await harness.admin(), 1);
    const lost =
      (await readdir(media, { recursive: true })).findLast((path) => path.startsWith('photos/')) ?? '';
    await rm(join(media, lost));
    const error = vi.spyOn(harness.context.log, 'error').mockReturnValue();
    await backUpWhenDue(harness.context, join(dir.path, 'nightly'));
    const fault = `${lost} is missing in the site`;
    expect(error.mock.calls).toEqual([[{ fault }, 'a backup found a fault of the site']]);
  });
});
