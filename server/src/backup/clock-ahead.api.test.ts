import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { callCommand } from '../../test/run-command.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { backUpWhenDue, Nightly } from './nightly.ts';
import { saveBackup } from './repository/save.ts';
import { saveWhenDue, verifyNewest } from './repository/scheduled.ts';
import { takeBackup } from './take.ts';
import { listBackups, timestampedName } from './timestamped-names.ts';
import { verifyWhenDue } from './verify.ts';

const day = 24 * 60 * 60 * 1000;
const tenYears = 3652 * day;

let harness: Harness;
let dir: ReturnType<typeof temporaryDir>;
let folder: string;
beforeEach(async () => {
  harness = await createHarness({ config: { logLevel: 'silent', backupKeep: 1 } });
  await harness.admin();
  dir = temporaryDir();
  folder = join(dir.path, 'backups');
});
afterEach(async () => {
  await harness[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

/** Does something while the clock is wrong. */
async function ahead<T>(act: () => Promise<T>): Promise<T> {
  harness.clock.forward(tenYears);
  try {
    return await act();
  } finally {
    harness.clock.forward(-tenYears);
  }
}

const isAhead = (name: string) => name > timestampedName(Date.now() + day);
const save = (keep: number | null = null) => saveBackup(harness.context, { folder, passphrase: null, keep });
const snapshots = () => readdir(join(folder, 'snapshots'));
const command = (...words: string[]) => callCommand(harness.context.config, words);

describe('after a backup of a clock that was ahead', () => {
  it('a repository keeps the one that was just made, and makes one a night', async () => {
    const { moment } = await ahead(() => save());
    expect(isAhead(moment)).toBe(true);
    const nightly = new Nightly(harness.context, folder, saveWhenDue);
    expect([await nightly.run(), await nightly.run()]).toEqual([true, false]);
    // Which of the two clocks was wrong is known by the next one.
    harness.clock.forward(day);
    expect(await nightly.run()).toBe(true);
    const kept = await snapshots();
    expect([kept.length, kept.includes(moment)]).toEqual([1, false]);
  }, 60_000);

  it('the newest of a repository is the last that the time allows, for a trial and a restore', async () => {
    const { moment } = await ahead(() => save());
    await save();
    await writeFile(join(folder, 'snapshots', moment), 'damaged');
    expect(await verifyNewest(harness.context, folder)).toBe(true);
    const verified = await command('backup', '--verify', '--to', folder);
    expect([verified.code, verified.errors]).toEqual([0, '']);
    const site = { dataDir: join(dir.path, 'restored'), databaseUrl: null };
    const restored = await callCommand(site, ['restore', '--from', folder]);
    expect(restored.output).toContain(`are back in ${site.dataDir}`);
  }, 60_000);

  it('a folder of backups loses that one first, and has its newest tried', async () => {
    const wrong = await ahead(async () => {
      const name = timestampedName(harness.clock.now());
      await takeBackup(harness.context, { folder: join(folder, name), withSecrets: false, former: null });
      return name;
    });
    for (let n = 1; n <= 13; n += 1) await mkdir(join(folder, timestampedName(Date.now() - n * 40 * day)));
    expect(await backUpWhenDue(harness.context, folder)).toBe(true);
    const there = await listBackups(folder);
    expect([there.length, there.includes(wrong)]).toEqual([14, false]);
    await mkdir(join(folder, wrong));
    expect(await verifyWhenDue(harness.context, folder)).toBe(true);
    const settings = { DUET_BACKUP_DIR: folder };
    const { code, errors } = await callCommand(harness.context.config, ['backup', '--verify'], { settings });
    expect([code, errors]).toEqual([0, '']);
  }, 60_000);
});

describe('once the clock is right again', () => {
  it('what failed while it was ahead is tried at once', async () => {
    await writeFile(folder, 'a file');
    const nightly = new Nightly(harness.context, folder);
    await ahead(() => expect(nightly.run()).rejects.toMatchObject({ reason: 'folderGone' }));
    await expect(nightly.run()).rejects.toMatchObject({ reason: 'folderGone' });
    expect(await nightly.run()).toBe(false);
  }, 60_000);

  it('a backup is restored for trial although the last trial was noted as of a time to come', async () => {
    const endedAt = harness.clock.now() + tenYears;
    const results = async () => [
      { name: 'backupTrial' as const, last: { endedAt, durationMs: 1, failed: false } },
    ];
    Object.assign(harness.context.jobs, { results });
    expect(await verifyWhenDue(harness.context, folder, undefined, async () => true)).toBe(true);
  }, 60_000);
});
