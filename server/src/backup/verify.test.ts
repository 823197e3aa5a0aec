import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { gallery } from '../../test/posts.ts';
import { callCommand, runCommand } from '../../test/run-command.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import type { JobResult } from '../platform/jobs/jobs.ts';
import { BackupFault } from './fault.ts';
import { sumOf } from './files.ts';
import type { Manifest } from './manifest.ts';
import { takeBackup } from './take.ts';
import { timestampedName } from './timestamped-names.ts';
import { verifyBackup, verifyWhenDue } from './verify.ts';

const day = 24 * 60 * 60 * 1000;

let harness: Harness;
let admin: Person;
let dir: ReturnType<typeof temporaryDir>;
let folder: string;

beforeEach(async () => {
  harness = await createHarness({ config: { logLevel: 'silent' } });
  dir = temporaryDir();
  folder = join(dir.path, timestampedName(Date.now()));
  admin = await harness.admin();
  await gallery(admin, 3);
  await takeBackup(harness.context, { folder, withSecrets: true, former: null });
});
afterEach(async () => {
  await harness[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

/** The files of the backup. */
const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

async function changeManifest(change: Partial<Manifest>): Promise<void> {
  const file = join(folder, 'manifest.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...change }));
}

/** So many rows of the backup say another sum than their file has, and the manifest knows the database as it is. */
async function changeRows(rows: number): Promise<void> {
  const path = join(folder, 'duet.db');
  {
    using database = new DatabaseSync(path);
    database.exec(
      `update media set sha256 = '${'0'.repeat(64)}' where id in (select id from media order by id limit ${rows})`,
    );
    database.exec('pragma wal_checkpoint(truncate)');
  }
  await changeManifest({ database: await sumOf(path) });
}

/** Makes the backup anew, after something was done to the site. */
async function takeAgain(act: () => Promise<unknown>): Promise<Manifest> {
  await act();
  await rm(folder, { recursive: true });
  return takeBackup(harness.context, { folder, withSecrets: true, former: null });
}

describe('a trial restore', () => {
  it('reads every row and file, changes nothing of the backup and leaves nothing', async () => {
    const before = await Promise.all((await files()).map(sumOf));
    const { rows, files: count } = await verifyBackup(harness.context, folder);
    using database = new DatabaseSync(join(folder, 'duet.db'), { readOnly: true });
    const { posts } = database.prepare('select count(*) as posts from posts').get() as { posts: number };
    expect([posts, rows !== null && rows > 20, count > 3]).toEqual([1, true, true]);
    database.close();
    expect(await Promise.all((await files()).map(sumOf))).toEqual(before);
    expect(await readdir(dir.path)).toEqual([folder.slice(dir.path.length + 1)]);
  });

  it('finds a file or a database that has other bytes than were backed up', async () => {
    const [picture = ''] = (await files()).filter((file) => file.includes('/media/'));
    await rm(picture);
    await writeFile(picture, 'other bytes');
    await expect(verifyBackup(harness.context, folder)).rejects.toThrow(/damaged|bytes/);
    await appendFile(join(folder, 'duet.db'), 'more');
    await expect(verifyBackup(harness.context, folder)).rejects.toThrow(/duet\.db/);
    expect(await readdir(dir.path)).toEqual([folder.slice(dir.path.length + 1)]);
  });

  it('finds a file that is not what its row says, although every sum of the backup is right', async () => {
    await changeRows(1);
    await expect(verifyBackup(harness.context, folder)).rejects.toThrow(
      /^What was restored for trial is not whole:\n {2}photos\/\S+ is not what its row says$/,
    );
  });

  it('names ten faults, and counts the others', async () => {
    await takeAgain(() => gallery(admin, 9));
    await changeRows(10);
    const lines = async () => {
      const fault = await verifyBackup(harness.context, folder).catch((error: Error) => error.message);
      return String(fault).split('\n').slice(1);
    };
    const named = Array.from({ length: 10 }, () => expect.stringMatching(/ is not what its row says$/));
    expect(await lines()).toEqual(named);
    await changeRows(12);
    expect(await lines()).toEqual([...named, '  … and 2 more']);
  });

  it('is no fault of the backup where the site itself lacked a file', async () => {
    const lost = await takeAgain(async () => {
      const media = join(harness.context.config.dataDir, 'media');
      const [picture = ''] = (await files()).filter((file) => file.includes('/media/'));
      await rm(join(media, relative(join(folder, 'media'), picture)));
    });
    expect(lost.faults).toHaveLength(1);
    expect(await verifyBackup(harness.context, folder)).toMatchObject({ files: lost.files.length });
    await changeRows(100);
    const fault = await verifyBackup(harness.context, folder).catch((error: Error) => error.message);
    expect(fault).toContain(' is not what its row says');
    expect(fault).not.toContain(' was not restored');
  });

  it('reads no rows where the database is not part of the backup', async () => {
    await changeManifest({ database: null });
    await rm(join(folder, 'duet.db'));
    expect(await verifyBackup(harness.context, folder)).toMatchObject({ rows: null });
  });

  it('is a command, of a named backup or of the newest one', async () => {
    const { config } = harness.context;
    const named = await runCommand(config, ['backup', '--verify', folder]);
    expect([named.code, named.errors]).toEqual([0, '']);
    expect(named.output).toMatch(
      /can be restored: the site as of .+, \d+ rows and \d+ files, all read and compared\.\n$/,
    );
    const settings = { DUET_BACKUP_DIR: dir.path };
    const newest = await callCommand(config, ['backup', '--verify'], { settings });
    expect(newest.output).toContain(`${folder} can be restored`);
    await rm(join(folder, 'manifest.json'));
    const broken = await callCommand(config, ['backup', '--verify', folder]);
    expect([broken.code, broken.errors]).toEqual([1, expect.stringContaining('is no backup')]);
    await rm(folder, { recursive: true });
    const none = await callCommand(config, ['backup', '--verify'], { settings });
    expect([none.code, none.errors]).toEqual([1, `There is no backup in ${dir.path}.\n`]);
  });
});

describe('once a week', () => {
  /** A last run of the job that ended so long ago. */
  const lastRun = (ago: number, failed: boolean) => {
    const endedAt = harness.clock.now() - ago;
    const results = async (): Promise<JobResult[]> => [
      { name: 'backupTrial', last: { endedAt, durationMs: 1, failed } },
    ];
    Object.assign(harness.context.jobs, { results });
  };

  it('the newest backup is restored for trial, and after a failure the next day', async () => {
    expect(await verifyWhenDue(harness.context, dir.path)).toBe(true);
    lastRun(6 * day, false);
    expect(await verifyWhenDue(harness.context, dir.path)).toBe(false);
    lastRun(7 * day, false);
    expect(await verifyWhenDue(harness.context, dir.path)).toBe(true);
    lastRun(day / 2, true);
    expect(await verifyWhenDue(harness.context, dir.path)).toBe(false);
    lastRun(2 * day, true);
    await rm(join(folder, 'duet.db'));
    await expect(verifyWhenDue(harness.context, dir.path)).rejects.toThrow(/duet\.db is missing/);
  });

  it('it is tried again at the next look where another backup was being made, or the server stopped', async () => {
    const tryFails = (error: Error, signal?: AbortSignal) =>
      verifyWhenDue(harness.context, dir.path, signal, () => Promise.reject(error));
    expect(await tryFails(new BackupFault('in use', { reason: 'busy' }))).toBe(false);
    expect(await tryFails(new Error('stopping'), AbortSignal.abort())).toBe(false);
    await expect(tryFails(new BackupFault('damaged'))).rejects.toThrow('damaged');
    await expect(tryFails(new Error('of another kind'), new AbortController().signal)).rejects.toThrow(
      'of another kind',
    );
  });

  it('nothing is tried where there is no backup yet', async () => {
    await rm(folder, { recursive: true });
    expect(await verifyWhenDue(harness.context, dir.path)).toBe(false);
  });
});
