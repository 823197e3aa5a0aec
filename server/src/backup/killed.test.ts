import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diesAt, haltsAtEach } from '../../test/dies-at.ts';
import { createHarness, type Harness } from '../../test/harness.ts';
import { plainDatabase, recount } from '../../test/model/recount.ts';
import { gallery, richText } from '../../test/posts.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createContext } from '../context.ts';
import { lockDataDir } from '../platform/data-lock.ts';
import { sqliteFile } from '../platform/db/dialect/sqlite.ts';
import { leftoverRestore, requireSite } from '../platform/site-folder.ts';
import { checkBackup } from './check.ts';
import { restoreBackup } from './restore.ts';
import { takeBackup } from './take.ts';

let harness: Harness;
let dir: ReturnType<typeof temporaryDir>;
/** A backup of one post, and the data folder of a site that has two since. */
let backup: string;
let site: string;

beforeAll(async () => {
  dir = temporaryDir();
  harness = await createHarness({ config: { logLevel: 'silent' } });
  const admin = await harness.admin();
  await gallery(admin);
  [backup, site] = [join(dir.path, 'backup'), join(dir.path, 'site')];
  await takeBackup(harness.context, { folder: backup, withSecrets: true, former: null });
  await richText(admin, '<p>Later</p>');
  await takeBackup(harness.context, { folder: join(dir.path, 'later'), withSecrets: true, former: null });
  await restoreBackup({ dataDir: site, folder: join(dir.path, 'later'), onPostgres: false, now: 0 });
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

/** How many posts a data folder has, once it was held against its files. */
async function postsIn(dataDir: string): Promise<number> {
  await using database = await plainDatabase(dataDir, null);
  expect((await recount(dataDir, database)).faults).toEqual([]);
  using db = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  return db.prepare('select id from posts').all().length;
}

type Job = Parameters<typeof diesAt>[1];

/** Every file below a folder, with its size; empty folders too. */
async function contentOf(folder: string): Promise<string[]> {
  const inside = await readdir(folder, { recursive: true, withFileTypes: true });
  const lines = inside.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return `${path.slice(folder.length)} ${entry.isFile() ? (await stat(path)).size : 'folder'}`;
  });
  return (await Promise.all(lines)).toSorted();
}

/**
 * Puts `around` before `check` as each death of the job in it would leave it, and as it is at the job's end. To start a process
 * for each death takes half a second: one process is halted before each change in place of dying there. At its first change, its
 * last, and halfway one is killed in truth, and leaves the same.
 */
async function afterEachDeath(
  around: string,
  prepare: () => Promise<void>,
  job: Job,
  check: (died: boolean) => Promise<void>,
): Promise<void> {
  const states = `${around}-states`;
  const stateAt = (step: number) => join(states, String(step));
  const anew = async (make: () => Promise<void>) => {
    await rm(around, { recursive: true, force: true });
    await make();
  };
  const prepared = () => anew(() => mkdir(around).then(prepare));
  await prepared();
  const steps = await haltsAtEach(job, (step) => cp(around, stateAt(step), { recursive: true }));
  await cp(around, stateAt(steps + 1), { recursive: true });
  for (const step of [1, Math.ceil(steps / 2), steps]) {
    await prepared();
    expect(await diesAt(step, job)).toBe(true);
    expect(await contentOf(around)).toEqual(await contentOf(stateAt(step)));
    await check(true);
  }
  for (let step = 1; step <= steps + 1; step += 1) {
    await anew(() => cp(stateAt(step), around, { recursive: true }));
    await check(step <= steps);
  }
  await rm(around, { recursive: true });
  await rm(states, { recursive: true });
}

it('a restore that dies leaves the old site or the new one, whole, and the same restore ends it', async () => {
  const seen = new Set<string>();
  const around = join(dir.path, 'restore');
  const dataDir = join(around, 'data');
  const argument = { dataDir, folder: backup, onPostgres: false, now: 0 };
  const job = { module: new URL('restore.ts', import.meta.url), name: 'restoreBackup', argument };
  const prepare = () => cp(site, dataDir, { recursive: true });
  await afterEachDeath(around, prepare, job, async (died) => {
    // What a server's start would find.
    const config = { dataDir, databaseUrl: null, secretKey: null };
    if (existsSync(dataDir)) {
      requireSite(config);
      const posts = await postsIn(dataDir);
      seen.add(posts === 2 ? `old site${leftoverRestore(dataDir) ? ', told' : ''}` : 'new site');
      lockDataDir(dataDir)[Symbol.dispose]();
    } else {
      expect(() => requireSite(config)).toThrow(/was interrupted .* with the same backup again to end it/);
      const starting = createContext({ ...harness.context.config, dataDir }, { exclusive: true });
      await expect(starting).rejects.toThrow(/was interrupted/);
      expect(existsSync(dataDir)).toBe(false);
      seen.add('told, and not started');
    }
    const { restorePoint } = died ? await restoreBackup(argument) : { restorePoint: null };
    expect(await postsIn(dataDir)).toBe(1);
    expect(leftoverRestore(dataDir)).toBeNull();
    const kept = (await readdir(around)).filter((name) => name !== 'data');
    expect(kept.some((name) => name.startsWith('data-before-restore-'))).toBe(true);
    if (restorePoint !== null) expect(kept).toContain(basename(restorePoint));
    const counts = await Promise.all(kept.map((name) => postsIn(join(around, name))));
    expect(counts).toContain(2);
  });
  expect([...seen].toSorted()).toEqual(['new site', 'old site', 'old site, told', 'told, and not started']);
}, 240_000);

it.each([
  ['an empty folder', async (dataDir: string) => void (await mkdir(dataDir))],
  [
    'a folder with nothing but keys',
    async (dataDir: string) => {
      await mkdir(dataDir);
      await cp(join(site, 'secrets.json'), join(dataDir, 'secrets.json'));
    },
  ],
])(
  'a restore that dies where there was %s is never taken for an empty site',
  async (what, prepare) => {
    const seen = new Set<string>();
    const around = join(dir.path, what.replaceAll(' ', '-'));
    const dataDir = join(around, 'data');
    const argument = { dataDir, folder: backup, onPostgres: false, now: 0 };
    const job = { module: new URL('restore.ts', import.meta.url), name: 'restoreBackup', argument };
    await afterEachDeath(
      around,
      () => prepare(dataDir),
      job,
      async (died) => {
        // What is half made has the name of no site, and no server starts in its place.
        const begun = existsSync(`${dataDir}-restoring`);
        if (begun) {
          const starting = createContext({ ...harness.context.config, dataDir }, { exclusive: true });
          await expect(starting).rejects.toThrow(/restore into .* was interrupted .* again to end it/);
          seen.add('told, and not started');
        } else if (existsSync(join(dataDir, 'duet.db'))) {
          expect(await postsIn(dataDir)).toBe(1);
          seen.add('new site');
        }
        if (died) await restoreBackup(argument);
        expect(await postsIn(dataDir)).toBe(1);
        expect(existsSync(`${dataDir}-restoring`)).toBe(false);
      },
    );
    expect([...seen].toSorted()).toEqual(['new site', 'told, and not started']);
  },
  240_000,
);

it('a backup that dies is no backup, and the next one removes what it left', async () => {
  const around = join(dir.path, 'backup-of');
  const dataDir = join(around, 'site');
  const backups = join(around, 'backups');
  const other = join(around, 'other');
  const argument = { dataDir, folder: join(backups, 'mine') };
  const module = new URL('../../test/take-backup.ts', import.meta.url);
  const prepare = async () => {
    await cp(site, dataDir, { recursive: true });
    await mkdir(backups);
  };
  await afterEachDeath(around, prepare, { module, name: 'takeBackupOf', argument }, async () => {
    for (const name of (await readdir(backups)).filter((each) => !each.startsWith('.'))) {
      expect((await checkBackup(join(backups, name))).files).not.toHaveLength(0);
    }
    expect(existsSync(argument.folder)).toBe(existsSync(join(argument.folder, 'manifest.json')));
    // Under another name and in another folder: what the dead one left is found all the same.
    await using context = await createContext({ ...harness.context.config, dataDir }, { exclusive: false });
    await takeBackup(context, { folder: other, withSecrets: true, former: null });
    await checkBackup(other);
    expect((await readdir(backups)).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(existsSync(join(dataDir, 'backup.partial'))).toBe(false);
  });
}, 240_000);
