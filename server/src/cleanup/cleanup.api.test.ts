import { stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { draft, gallery, publish, upload } from '../../test/posts.ts';
import { storedMedia } from '../../test/stored.ts';
import { mediaFile, nameOf, strayFile } from '../../test/stray-files.ts';
import { setRefs } from '../media/attach.ts';
import { pathOf } from '../media/storage-path.ts';
import { findOrphans } from './preview.ts';

const day = 24 * 60 * 60 * 1000;
const all = ['photos', 'videos', 'profile'] as const;
const confirmed = { confirm: 'DELETE_UNUSED_MEDIA' } as const;
const execution = { directories: [...all], ...confirmed };

let harness: Harness;
let admin: Person;

beforeEach(async () => {
  harness = await createHarness({ config: { logLevel: 'silent' } });
  admin = await harness.admin();
});
afterEach(() => harness[Symbol.asyncDispose]());

const preview = async (directories?: string) =>
  (await admin.call('cleanup.mediaPreview', { query: { directories } })).body.data;
const namesIn = async () => (await preview()).orphanedFiles.map(({ filename }) => filename);
const execute = async () => (await admin.call('cleanup.mediaExecute', { body: execution })).body.data;
const pathOfUpload = async (...where: Parameters<typeof upload>) =>
  pathOf((await upload(...where)).url, null) ?? '';

const cleanupLines = async () =>
  (
    await harness.context.db.read
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'media.cleanup')
      .orderBy('id')
      .execute()
  ).map(({ details }) => JSON.parse(details));

/** So long that sessions end; the admin signs in again. */
async function pass(ms: number): Promise<void> {
  harness.clock.forward(ms);
  admin = await harness.signIn('admin');
}

describe('the folders', () => {
  it('are counted as they lie on the disk [MEDIA-33] [MEDIA-34] [MEDIA-43] [MEDIA-44]', async () => {
    await gallery(admin, 2);
    const { status, body } = await admin.call('cleanup.mediaStats');
    expect([status, body.success]).toEqual([200, true]);
    const { files } = await storedMedia(harness);
    const sizes = await Promise.all(
      files.map(async (name) => (await stat(mediaFile(harness, `photos/${name.slice(0, 2)}/${name}`))).size),
    );
    expect(body.data.directories).toEqual({
      photos: { fileCount: 4, totalSize: sizes.reduce((sum, size) => sum + size, 0) },
      videos: { fileCount: 0, totalSize: 0 },
      profile: { fileCount: 0, totalSize: 0 },
    });
  });
});

describe('an orphan', () => {
  it('is what nothing refers to and is older than 24 hours [MEDIA-36] [MEDIA-37] [MEDIA-38] [MEDIA-45] [MEDIA-46] [MEDIA-47] [MEDIA-48] [MEDIA-49] [MEDIA-50] [MEDIA-51]', async () => {
    await gallery(admin);
    await upload(admin, await draft(admin, 'gallery'));
    const path = await pathOfUpload(admin);
    expect(await preview()).toEqual({ stats: { removed: 0, savedSpace: 0 }, orphanedFiles: [] });
    await pass(day - 60_000);
    expect(await namesIn()).toEqual([]);
    await pass(2 * day + 120_000);
    const { stats, orphanedFiles } = await preview(all.join(','));
    const { size } = await stat(mediaFile(harness, path));
    expect(orphanedFiles).toHaveLength(2);
    expect(orphanedFiles).toContainEqual({
      directory: 'photos',
      filename: nameOf(path),
      size,
      age: 3,
      url: expect.stringContaining(`/media/${path}?`),
      reason: 'neverUsed',
    });
    const savedSpace = orphanedFiles.reduce((sum, file) => sum + file.size, 0);
    expect(stats).toEqual({ removed: 2, savedSpace });
    for (const { url } of orphanedFiles) {
      expect((await harness.guest.fetch(url)).status).toBe(200);
      expect((await harness.guest.fetch(url.split('?')[0] ?? '')).status).toBe(404);
    }
    expect((await preview('videos,profile')).orphanedFiles).toEqual([]);
  });

  it.each([
    ['deleted', (id: string) => admin.call('posts.delete', { params: { id }, query: { draft: 'true' } })],
    ['one of the old drafts', () => admin.call('posts.deleteOldDrafts')],
    ['one of all drafts', () => admin.call('posts.deleteAllDrafts')],
    ['published without it', (id: string) => publish(admin, id, { content: '<p>x</p>' })],
  ])('is not what was uploaded for a draft until a day after the draft is %s', async (_, end) => {
    const id = await draft(admin);
    const { url } = await upload(admin, id);
    await pass(8 * day);
    await end(id);
    expect((await admin.call('posts.drafts')).body.data.total).toBe(0);
    await pass(day - 60_000);
    expect((await preview()).stats).toEqual((await execute()).stats);
    expect((await storedMedia(harness)).states).toEqual(['ready']);
    const again = await draft(admin, 'gallery');
    const post = await publish(admin, again, { mediaUrls: [url] });
    expect(post.mediaUrls).toHaveLength(1);
  });

  it('is what was uploaded for a draft that has been gone for more than a day', async () => {
    await upload(admin, await draft(admin, 'gallery'));
    await admin.call('posts.deleteAllDrafts');
    await pass(day + 1000);
    const { stats } = await preview();
    expect(stats.removed).toBe(2);
    expect((await execute()).stats).toEqual(stats);
    expect(await storedMedia(harness)).toEqual({ files: [], states: [] });
  });

  it.each(['pending', 'deleting'] as const)('is not what is %s', async (state) => {
    await upload(admin);
    await harness.context.db.write((tx) => tx.updateTable('media').set({ state }).execute());
    await pass(3 * day);
    expect((await findOrphans(harness.context, { directories: all })).found.files).toBe(0);
    expect((await execute()).stats.removed).toBe(0);
    expect((await storedMedia(harness)).files).toHaveLength(2);
  });

  it('is a file without a row, once it is a day old, and opens for the admin [MEDIA-19]', async () => {
    const young = await strayFile(harness, 'photos', day - 60_000);
    const keys = [
      await strayFile(harness, 'photos', 5 * day),
      await strayFile(harness, 'videos', 2 * day, { extension: 'mp4' }),
      await strayFile(harness, 'profile', 9 * day),
    ];
    const { orphanedFiles } = await preview();
    expect(orphanedFiles.map(({ directory, filename, age }) => [directory, filename, age])).toEqual([
      ['profile', nameOf(keys[2] ?? ''), 9],
      ['photos', nameOf(keys[0] ?? ''), 5],
      ['videos', nameOf(keys[1] ?? ''), 2],
    ]);
    const opened = await Promise.all(orphanedFiles.map(({ url }) => harness.guest.fetch(url)));
    expect(opened.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'image/jpeg'],
      [200, 'image/jpeg'],
      [200, 'video/mp4'],
    ]);
    for (const url of orphanedFiles.map((file) => file.url.split('?')[0] ?? '')) {
      expect((await admin.fetch(url)).status).toBe(404);
    }
    await execute();
    expect((await storedMedia(harness)).files).toEqual([nameOf(young)]);
  });
});

describe('deleting orphans', () => {
  it('removes them from the storage and says what it removed [MEDIA-01] [MEDIA-39] [MEDIA-40] [MEDIA-41]', async () => {
    const kept = await gallery(admin);
    const path = await pathOfUpload(admin);
    await pass(2 * day);
    const seen = await preview();
    const done = await execute();
    expect(done.stats).toEqual(seen.stats);
    expect(done.orphanedFiles.map(({ filename }) => filename).toSorted()).toEqual(
      seen.orphanedFiles.map(({ filename }) => filename).toSorted(),
    );
    expect(await harness.context.storage.stat(path)).toBeNull();
    expect(await preview()).toEqual({ stats: { removed: 0, savedSpace: 0 }, orphanedFiles: [] });
    expect((await harness.guest.fetch(kept.mediaUrls[0] ?? '')).status).toBe(200);
    expect((await storedMedia(harness)).states).toEqual(['ready']);
  });

  it('asks again for each file: what was attached since the preview stays', async () => {
    const path = await pathOfUpload(admin);
    await pass(2 * day);
    expect(await namesIn()).toHaveLength(2);
    const { storage, db } = harness.context;
    const postId = await draft(admin, 'gallery');
    const write = db.write.bind(db);
    // Between the look at the files and the deletion somebody publishes the picture.
    const racing = vi.spyOn(db, 'write').mockImplementationOnce(async (work) => {
      await write((tx) => setRefs(harness.context, tx, { type: 'post', id: postId }, 'gallery', [{ path }]));
      return write(work);
    });
    expect(await execute()).toEqual({ stats: { removed: 0, savedSpace: 0 }, orphanedFiles: [] });
    expect(await storage.stat(path)).not.toBeNull();
    expect(racing).toHaveBeenCalled();
  });

  it('counts a file once, however many run at the same time', async () => {
    for (let n = 0; n < 3; n++) await upload(admin);
    await pass(2 * day);
    const runs = await Promise.all([execute(), execute(), execute()]);
    expect(runs.map(({ stats }) => stats.removed).toSorted()).toEqual([0, 0, 6]);
  });

  it('goes on where one file fails, and does not count it', async () => {
    await strayFile(harness, 'photos', 5 * day);
    await strayFile(harness, 'photos', 4 * day);
    vi.spyOn(harness.context.storage, 'remove').mockRejectedValueOnce(new Error('the disk is away'));
    expect((await execute()).stats.removed).toBe(1);
    expect(await namesIn()).toHaveLength(1);
  });

  it('tells what failed, and ends it when it is run again', async () => {
    const path = await pathOfUpload(admin);
    await upload(admin);
    const stray = await strayFile(harness, 'profile', 5 * day);
    await pass(2 * day);
    const { storage } = harness.context;
    const remove = storage.remove.bind(storage);
    const away = vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
      if (key === path || key === stray) throw new Error('the disk is away');
      return remove(key);
    });
    const before = (await storedMedia(harness)).files.length;
    const first = await execute();
    expect(first.failedFiles?.map(({ filename }) => filename)).toContain(nameOf(path));
    expect(first.failedFiles?.map(({ filename }) => filename)).toContain(nameOf(stray));
    const left = (await storedMedia(harness)).files;
    expect(left).toContain(nameOf(path));
    expect(first.stats.removed).toBe(before - (first.failedFiles?.length ?? 0));
    away.mockRestore();
    const second = await execute();
    expect(second.failedFiles).toBeUndefined();
    expect(await storedMedia(harness)).toEqual({ files: [], states: [] });
  });

  it.each([
    ['the store cannot be listed any further', 'list'],
    ['what is left cannot be looked at', 'stat'],
  ] as const)('answers and audits what was removed where later %s', async (_, broken) => {
    const path = await pathOfUpload(admin);
    const stray = await strayFile(harness, 'videos', 5 * day, { extension: 'mp4' });
    await pass(2 * day);
    const { storage } = harness.context;
    const [list, look] = [storage.list.bind(storage), storage.stat.bind(storage)];
    const away = new Error('the disk is away');
    let looks = 0;
    const failing =
      broken === 'list'
        ? vi
            .spyOn(storage, 'list')
            .mockImplementation((directory, page) =>
              directory === 'videos' ? Promise.reject(away) : list(directory, page),
            )
        : vi
            .spyOn(storage, 'stat')
            .mockImplementation((key) => (key === stray && ++looks > 1 ? Promise.reject(away) : look(key)));
    const done = await execute();
    failing.mockRestore();
    expect(done).toMatchObject({ stats: { removed: 2 }, interrupted: true });
    expect(done.orphanedFiles.map(({ filename }) => filename)).toContain(nameOf(path));
    expect((await storedMedia(harness)).files).toEqual([nameOf(stray)]);
    expect(await cleanupLines()).toEqual([expect.objectContaining({ files: 2, interrupted: true })]);
    const rest = await execute();
    expect([rest.stats.removed, rest.interrupted]).toEqual([1, undefined]);
  });

  it('answers what was removed also where the audit cannot be written', async () => {
    await strayFile(harness, 'photos', 5 * day);
    vi.spyOn(harness.context.db, 'write').mockRejectedValueOnce(new Error('the disk is away'));
    expect((await execute()).stats.removed).toBe(1);
  });

  it('fails as a whole where nothing was removed', async () => {
    await strayFile(harness, 'photos', 5 * day);
    vi.spyOn(harness.context.storage, 'list').mockRejectedValueOnce(new Error('the disk is away'));
    expect((await admin.call('cleanup.mediaExecute', { body: execution })).status).toBe(500);
    expect(await cleanupLines()).toEqual([]);
  });

  it('touches only the folders that it is told', async () => {
    await strayFile(harness, 'photos', 5 * day);
    const other = await strayFile(harness, 'profile', 5 * day);
    const { body } = await admin.call('cleanup.mediaExecute', {
      body: { ...execution, directories: ['photos'] },
    });
    expect(body.data.stats.removed).toBe(1);
    expect(await namesIn()).toEqual([nameOf(other)]);
  });

  it.each([
    { directories: all },
    { ...execution, confirm: 'delete_unused_media' },
    { ...execution, confirm: true },
    { ...execution, directories: ['../..'] },
    confirmed,
  ])('refuses %j and deletes nothing [MEDIA-40]', async (body) => {
    await strayFile(harness, 'photos', 5 * day);
    const answer = await admin.send('cleanup.mediaExecute', body);
    expect([answer.status, answer.body.success]).toEqual([400, false]);
    expect(await namesIn()).toHaveLength(1);
  });

  it('is written down with its counts', async () => {
    const key = await strayFile(harness, 'photos', 5 * day);
    const { size } = await stat(mediaFile(harness, key));
    await execute();
    const lines = await harness.context.db.read
      .selectFrom('audit')
      .select(['actor_id', 'details'])
      .where('action', '=', 'media.cleanup')
      .execute();
    expect(lines).toEqual([
      { actor_id: admin.id, details: JSON.stringify({ directories: all.join(','), files: 1, bytes: size }) },
    ]);
  });
});

describe('who may', () => {
  it('admins only, before anything is looked up [MEDIA-02] [MEDIA-03] [MEDIA-04] [MEDIA-05] [MEDIA-06] [MEDIA-07] [MEDIA-35]', async () => {
    await strayFile(harness, 'photos', 5 * day);
    const ana = await harness.person('anna');
    const list = vi.spyOn(harness.context.storage, 'list');
    for (const [who, status, error] of [
      [harness.guest, 401, 'Please sign in to continue.'],
      [ana, 403, 'Access denied. Admin privileges required.'],
    ] as const) {
      for (const answer of [
        await who.call('cleanup.mediaStats'),
        await who.call('cleanup.mediaPreview'),
        await who.call('cleanup.mediaExecute', { body: execution }),
      ]) {
        expect([answer.status, answer.body.success, answer.body.error]).toEqual([status, false, error]);
      }
    }
    expect(list).not.toHaveBeenCalled();
  });

  it('refuses folders that there are not', async () => {
    const answer = await admin.call('cleanup.mediaPreview', { query: { directories: 'photos,secrets' } });
    expect(answer.status).toBe(400);
  });
});
