import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../../test/harness.ts';
import { gallery, richText } from '../../../test/posts.ts';
import { callCommand, runCommand } from '../../../test/run-command.ts';
import { type S3Server, startS3Server } from '../../../test/s3-server.ts';
import { openServer } from '../../../test/second-server.ts';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { withSiteLock } from '../../platform/db/advisory-lock.ts';
import { Nightly } from '../nightly.ts';
import { backupState } from '../state.ts';
import { verifyWhenDue } from '../verify.ts';
import { saveBackup } from './save.ts';
import { saveWhenDue, verifyNewest } from './scheduled.ts';

const passphrase = 'correct horse battery staple';
const day = 24 * 60 * 60 * 1000;

let parts: AsyncDisposableStack;
let harness: Harness;
let admin: Person;
let store: S3Server;
let dir: string;
let word: string;
beforeAll(async () => {
  parts = new AsyncDisposableStack();
  dir = parts.use(temporaryDir()).path;
  word = join(dir, 'passphrase');
  await writeFile(word, `${passphrase}\n`);
  store = parts.use(await startS3Server());
  const { bucket: _, ...backupS3 } = store.settings;
  const config = { backupS3, backupPassphraseFile: word, backupKeep: 2, logLevel: 'silent' as const };
  harness = parts.use(await createHarness({ config }));
  admin = await harness.admin();
  await gallery(admin, 2, { caption: 'Marigold' });
}, 60_000);
afterAll(() => parts.disposeAsync());

let made = 0;
/** A part of the bucket that nothing is in yet. */
const fresh = (): string => {
  made += 1;
  return `s3://${store.settings.bucket}/site-${made}`;
};
const prefixOf = (to: string) => `${to.split('/').slice(3).join('/')}/`;
const keysIn = async (to: string): Promise<string[]> => {
  const { Contents = [] } = await store.client.send(
    new ListObjectsV2Command({ Bucket: store.settings.bucket, Prefix: prefixOf(to) }),
  );
  return Contents.map(({ Key = '' }) => Key.slice(prefixOf(to).length));
};
const snapshotsIn = async (to: string) =>
  (await keysIn(to)).filter((key) => key.startsWith('snapshots/')).map((key) => key.slice(10));
const save = (folder: string, keep: number | null = null) => {
  harness.clock.forward(60_000);
  return saveBackup(harness.context, { folder, passphrase, keep });
};
const settings = (more: Record<string, string> = {}) => ({
  DUET_BACKUP_S3_ENDPOINT: store.settings.endpoint ?? '',
  DUET_BACKUP_S3_ACCESS_KEY_ID: store.settings.accessKeyId,
  DUET_BACKUP_S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
  DUET_BACKUP_S3_PATH_STYLE: '1',
  ...more,
});

describe('backups in a bucket', () => {
  it('store once what did not change, keep as many as are wanted, and hold nothing in the clear', async () => {
    const to = fresh();
    const first = await save(to);
    const again = await save(to);
    expect(first.added.objects).toBeGreaterThan(again.added.objects);
    await richText(admin, '<p>Periwinkle</p>');
    const third = await save(to, 2);
    expect(await snapshotsIn(to)).toEqual([again.moment, third.moment]);
    expect(await verifyNewest(harness.context, to)).toBe(true);
    const keys = await keysIn(to);
    expect(keys).toContain('keys.age');
    for (const { sha256 } of third.snapshot.files) expect(keys.join()).not.toContain(sha256);
  }, 60_000);

  it('are made, tried and restored by the commands', async () => {
    const to = fresh();
    const run = (...words: string[]) =>
      runCommand(harness.context.config, [...words, '--passphrase-file', word], { settings: settings() });
    const backup = await run('backup', '--to', to);
    expect([backup.code, backup.errors]).toEqual([0, '']);
    expect(backup.output).toContain(` in ${to}: the database and `);
    const verified = await run('backup', '--verify', '--to', `${to}/`);
    expect([verified.code, verified.errors]).toEqual([0, '']);
    expect(verified.output).toContain(`${to} can be restored`);
    const dataDir = join(dir, 'restored');
    const words = ['restore', '--from', to, '--passphrase-file', word];
    const restored = await runCommand({ dataDir, databaseUrl: null }, words, { settings: settings() });
    expect([restored.code, restored.errors]).toEqual([0, '']);
    const config = { ...harness.context.config, dataDir, databaseUrl: null, s3: null, secretKey: null };
    await using site = await openServer(config);
    const feed = async (client: Pick<Person, 'fetch'>) => (await client.fetch('/api/posts')).json();
    expect(await feed(site.person(admin))).toEqual(await feed(admin));
  }, 60_000);

  it('say in a sentence what is wrong', async () => {
    const run = (to: string, more?: Record<string, string>) =>
      callCommand(harness.context.config, ['backup', '--to', to], more ? { settings: settings(more) } : {});
    const without = await run(fresh());
    expect([without.code, without.errors]).toEqual([1, expect.stringContaining('are missing')]);
    const wrong = await run('s3://nowhere-at-all/site', {});
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining('the store refuses it')]);
    const doctor = await callCommand(harness.context.config, ['doctor', '--json'], {
      settings: settings({ DUET_BACKUP_TO: fresh(), DUET_BACKUP_PASSPHRASE_FILE: word }),
    });
    expect(JSON.parse(doctor.output).findings).toContainEqual(
      expect.objectContaining({ subject: 'backups', result: 'ok' }),
    );
  }, 60_000);

  it('are made one at a time in a site, whichever server or command makes them', async () => {
    const { databaseUrl } = harness.context.config;
    const to = fresh();
    await withSiteLock(databaseUrl, 'backup', async () => {
      if (databaseUrl === null) return;
      // It waits for 25 s; each look at the clock is ten seconds later.
      let now = performance.now();
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
        now += 10_000;
        return now;
      });
      await expect(save(to)).rejects.toMatchObject({ name: 'BackupFault', reason: 'busy' });
      clock.mockRestore();
      expect(await snapshotsIn(to)).toEqual([]);
    });
    await save(to);
    expect(await snapshotsIn(to)).toHaveLength(1);
  }, 60_000);
});

describe('by itself, into a bucket', () => {
  it('one is made every night, and as many are kept as are wanted', async () => {
    const to = fresh();
    const nightly = new Nightly(harness.context, to, saveWhenDue);
    expect([await nightly.run(), await nightly.run()]).toEqual([true, false]);
    for (let night = 0; night < 2; night += 1) {
      harness.clock.forward(day);
      expect([await nightly.run(), await nightly.run()]).toEqual([true, false]);
    }
    expect(await snapshotsIn(to)).toHaveLength(2);
    expect((await backupState(harness.context)).last?.at).toBeGreaterThan(harness.clock.now() - day);
  }, 60_000);

  it('what fails is told, and tried again an hour later', async () => {
    const to = 's3://nowhere-at-all/site';
    Object.assign(harness.context.config, { backupTo: to });
    const nightly = new Nightly(harness.context, to, saveWhenDue);
    await expect(nightly.run()).rejects.toThrow('the store refuses it');
    expect((await backupState(harness.context)).failure?.reason).toBe('noAccess');
    expect(await nightly.run()).toBe(false);
    harness.clock.forward(60 * 60 * 1000);
    await expect(nightly.run()).rejects.toThrow('the store refuses it');
    Object.assign(harness.context.config, { backupTo: null });
  }, 60_000);

  it('the newest is restored for trial: none is no fault, a damaged one is', async () => {
    const to = fresh();
    const { context } = harness;
    const look = () => verifyWhenDue(context, to, undefined, verifyNewest);
    expect(await look()).toBe(false);
    await save(to);
    expect(await look()).toBe(true);
    const [object = ''] = (await keysIn(to)).filter((key) => key.startsWith('objects/'));
    const named = { Bucket: store.settings.bucket, Key: prefixOf(to) + object };
    await store.client.send(new PutObjectCommand({ ...named, Body: Buffer.from('other bytes') }));
    await expect(look()).rejects.toThrow('is damaged');
    await store.client.send(new DeleteObjectCommand(named));
    await expect(look()).rejects.toThrow('is missing');
  }, 60_000);
});
