import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { phonePhoto } from '../../test/pictures.ts';
import { draft, gallery, upload } from '../../test/posts.ts';
import { imageForm, nothing, storedMedia } from '../../test/stored.ts';
import { serverJobs } from '../jobs.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { Failure } from '../platform/failure.ts';
import { newKey } from '../platform/storage/keys.ts';
import { detachDraft, detachOwner, finalizeUploads, setRefs } from './attach.ts';
import { deleteUnreferenced, finishDeletions } from './discard.ts';
import { pathOf } from './storage-path.ts';

let harness: Harness;
let admin: Person;

beforeEach(async () => {
  harness = await createHarness({ config: { logLevel: 'silent' } });
  admin = await harness.admin();
});
afterEach(() => harness[Symbol.asyncDispose]());

const post = (id: string) => ({ type: 'post', id }) as const;
const rows = () => harness.context.db.read.selectFrom('media').selectAll().execute();
const rowOf = async (address: string): Promise<MediaRow | undefined> =>
  (await rows()).find(({ path }) => path === pathOf(address, null));
const idOf = async (address: string): Promise<string> => (await rowOf(address))?.id ?? 'none';
const refsOf = (id: string) =>
  harness.context.db.read
    .selectFrom('media_refs')
    .select(['role', 'position', 'media_id', 'alt'])
    .where('owner_id', '=', id)
    .orderBy('role')
    .orderBy('position')
    .execute();
const setState = (id: string, state: MediaRow['state']) =>
  harness.context.db.write((tx) => tx.updateTable('media').set({ state }).where('id', '=', id).execute());
const attach = (postId: string, ...mediaIds: string[]) =>
  harness.context.db.write((tx) =>
    setRefs(
      harness.context,
      tx,
      post(postId),
      'gallery',
      mediaIds.map((mediaId) => ({ mediaId })),
    ),
  );

describe('a file that comes', () => {
  it('has a committed row before its bytes have their name, and is ready when they are durable', async () => {
    const { storage } = harness.context;
    const adopt = storage.adopt.bind(storage);
    const seen: unknown[] = [];
    vi.spyOn(storage, 'adopt').mockImplementation(async (key, file) => {
      const [row] = await rows();
      seen.push([row?.state, row?.sha256, [row?.path, row?.thumbnail_path].includes(key)]);
      return adopt(key, file);
    });
    await upload(admin);
    expect(seen).toEqual([
      ['pending', '', true],
      ['pending', '', true],
    ]);
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'ready', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { size } = await stat(join(harness.context.config.dataDir, 'media', row?.path ?? ''));
    expect(row?.size).toBe(size);
  });

  it.each([1, 2])('leaves nothing where its step %i on the disk fails', async (step) => {
    const { storage } = harness.context;
    const adopt = storage.adopt.bind(storage);
    let steps = 0;
    vi.spyOn(storage, 'adopt').mockImplementation(async (key, file) => {
      steps += 1;
      if (steps === step) throw new Error('the disk is broken');
      return adopt(key, file);
    });
    const answer = await admin.send('media.uploadImage', imageForm(await phonePhoto()));
    expect([answer.status, answer.body.code]).toEqual([500, 'UNEXPECTED']);
    expect(await storedMedia(harness)).toEqual(nothing);
  });

  it('leaves nothing where it was taken back while its bytes were on their way', async () => {
    const { storage } = harness.context;
    const adopt = storage.adopt.bind(storage);
    vi.spyOn(storage, 'adopt').mockImplementation(async (key, file) => {
      // The machine slept for a day, and what looks for unfinished uploads woke up first.
      harness.clock.forward(25 * 60 * 60 * 1000);
      await finishDeletions(harness.context);
      return adopt(key, file);
    });
    const answer = await admin.send('media.uploadImage', imageForm(await phonePhoto()));
    expect([answer.status, answer.body.code]).toEqual([409, 'MEDIA_GONE']);
    expect(await storedMedia(harness)).toEqual(nothing);
  });

  it('leaves no bytes where it is being taken back while they are on their way', async () => {
    const { storage } = harness.context;
    const adopt = storage.adopt.bind(storage);
    vi.spyOn(storage, 'adopt').mockImplementation(async (key, file) => {
      await harness.context.db.write((tx) => tx.updateTable('media').set({ state: 'deleting' }).execute());
      return adopt(key, file);
    });
    const answer = await admin.send('media.uploadImage', imageForm(await phonePhoto()));
    expect([answer.status, answer.body.code]).toEqual([409, 'MEDIA_GONE']);
    expect(await storedMedia(harness)).toEqual({ files: [], states: ['deleting'] });
  });

  it('leaves nothing where the space ends, and says so', async () => {
    const { storage } = harness.context;
    const full = vi.spyOn(storage, 'requireRoom').mockRejectedValueOnce(new Failure('STORAGE_FULL'));
    const early = await admin.send('media.uploadImage', imageForm(await phonePhoto()));
    expect([early.status, early.body.code]).toEqual([507, 'STORAGE_FULL']);
    full.mockRestore();
    vi.spyOn(storage, 'adopt').mockRejectedValueOnce(new Failure('STORAGE_FULL'));
    const late = await admin.send('media.uploadImage', imageForm(await phonePhoto()));
    expect([late.status, late.body.code]).toEqual([507, 'STORAGE_FULL']);
    expect(await storedMedia(harness)).toEqual(nothing);
  });

  it('leaves nothing where its post is deleted meanwhile', async () => {
    const id = await draft(admin, 'gallery');
    const { images } = harness.context;
    const process = images.process.bind(images);
    vi.spyOn(images, 'process').mockImplementation(async (...job) => {
      await admin.call('posts.delete', { params: { id } });
      return process(...job);
    });
    const form = imageForm(await phonePhoto(), { before: { postId: id } });
    const answer = await admin.send('media.uploadGalleryImage', form);
    expect([answer.status, answer.body.code]).toEqual([404, 'POST_NOT_FOUND']);
    expect(await storedMedia(harness)).toEqual(nothing);
  });
});

describe('what refers to files', () => {
  it('keeps order, alternative texts and a picture twice', async () => {
    const id = await draft(admin, 'gallery');
    const [a, b] = [await upload(admin), await upload(admin)];
    const [pathA, pathB] = [pathOf(a.url, null) ?? '', pathOf(b.url, null) ?? ''];
    const set = (entries: { path: string; alt?: string }[]) =>
      harness.context.db.write((tx) => setRefs(harness.context, tx, post(id), 'gallery', entries));
    await set([{ path: pathB, alt: 'the sea' }, { path: pathA }, { path: pathB }]);
    const [idA, idB] = [await idOf(a.url), await idOf(b.url)];
    expect(await refsOf(id)).toEqual([
      { role: 'gallery', position: 0, media_id: idB, alt: 'the sea' },
      { role: 'gallery', position: 1, media_id: idA, alt: '' },
      { role: 'gallery', position: 2, media_id: idB, alt: '' },
    ]);
    await set([{ path: pathA }]);
    expect(await refsOf(id)).toEqual([{ role: 'gallery', position: 0, media_id: idA, alt: '' }]);
    expect((await rows()).map((row) => row.id)).toEqual([idA]);
  });

  it('deletes at once what nothing refers to any more, and nothing before', async () => {
    const file = await upload(admin);
    const id = await idOf(file.url);
    const [one, two] = [await draft(admin, 'gallery'), await draft(admin, 'gallery')];
    await attach(one, id);
    await attach(two, id);
    const release = (postId: string) =>
      harness.context.db.write((tx) => detachOwner(harness.context, tx, post(postId)));
    expect(await release(one)).toBe(0);
    expect((await storedMedia(harness)).states).toEqual(['ready']);
    expect(await release(two)).toBe(1);
    expect(await storedMedia(harness)).toEqual(nothing);
  });

  it('may move a file from one role to another', async () => {
    const postId = await draft(admin, 'gallery');
    const id = await idOf((await upload(admin)).url);
    await attach(postId, id);
    await harness.context.db.write(async (tx) => {
      await setRefs(harness.context, tx, post(postId), 'gallery', []);
      await setRefs(harness.context, tx, post(postId), 'inline', [{ mediaId: id }]);
    });
    expect(await rows()).toMatchObject([{ id, state: 'ready', released_at: null }]);
  });

  it('keeps all that it kept where the transaction fails', async () => {
    const postId = await draft(admin, 'gallery');
    const id = await idOf((await upload(admin)).url);
    await attach(postId, id);
    const failing = harness.context.db.write(async (tx) => {
      await detachOwner(harness.context, tx, post(postId));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toMatchObject([{ state: 'ready', released_at: null }]);
    expect(await refsOf(postId)).toHaveLength(1);
  });

  it('lets a published form go of what it did not use, for the orphan’s age to decide', async () => {
    const postId = await draft(admin, 'gallery');
    await upload(admin, postId);
    await harness.context.db.write((tx) => finalizeUploads(harness.context, tx, postId));
    expect(await refsOf(postId)).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'ready', released_at: expect.any(Number) }]);
  });

  it('takes no file of another kind', async () => {
    const photo = await idOf((await upload(admin)).url);
    const postId = await draft(admin, 'gallery');
    const set = (role: 'video' | 'picture') =>
      harness.context.db.write((tx) =>
        setRefs(harness.context, tx, post(postId), role, [{ mediaId: photo }]),
      );
    for (const role of ['video', 'picture'] as const) {
      await expect(set(role)).rejects.toMatchObject({ code: 'MEDIA_GONE' });
    }
  });

  it('holds more pictures than one statement has room for', async () => {
    const postId = await draft(admin);
    const path = pathOf((await upload(admin)).url, null) ?? '';
    const entries = Array.from({ length: 1300 }, () => ({ path }));
    await harness.context.db.write((tx) => setRefs(harness.context, tx, post(postId), 'inline', entries));
    expect(await refsOf(postId)).toHaveLength(1300);
  });
});

describe('attaching and deleting at the same time', () => {
  it.each(['pending', 'deleting'] as const)('refuses what is %s, and changes nothing', async (state) => {
    const former = await gallery(admin);
    const file = await upload(admin);
    await setState(await idOf(file.url), state);
    const change = { params: { id: former._id }, body: { mediaUrls: [file.url] } };
    const { status, body } = await admin.call('posts.update', change);
    expect([status, body.code]).toEqual([409, 'MEDIA_GONE']);
    expect(
      (await admin.call('posts.detail', { params: { id: former._id } })).body.data.post.mediaUrls,
    ).toEqual(former.mediaUrls);
  });

  it('either keeps the file for its post or refuses the post: never one without the other', async () => {
    const postId = await draft(admin, 'gallery');
    for (let round = 0; round < 12; round++) {
      const file = await upload(admin);
      const id = await idOf(file.url);
      const attaching = () => attach(postId, id);
      const deleting = () => deleteUnreferenced(harness.context, [id]);
      const both = round % 2 === 0 ? [attaching(), deleting()] : [deleting(), attaching()];
      const ends = await Promise.allSettled(both);
      const attached = ends[round % 2 === 0 ? 0 : 1];
      const kept = await rowOf(file.url);
      if (attached?.status === 'fulfilled') {
        expect(kept).toMatchObject({ state: 'ready' });
        expect(await harness.context.storage.stat(kept?.path ?? '')).not.toBeNull();
      } else {
        expect(attached?.reason).toMatchObject({ code: 'MEDIA_GONE' });
        expect(kept).toBeUndefined();
      }
    }
  });

  it('spares a file that a draft used and let go of after the cleanup had found it', async () => {
    const id = await idOf((await upload(admin)).url);
    const found = harness.clock.now();
    harness.clock.forward(1000);
    const postId = await draft(admin, 'gallery');
    await attach(postId, id);
    await harness.context.db.write((tx) => detachDraft(harness.context, tx, postId));
    expect(await deleteUnreferenced(harness.context, [id], { releasedUntil: found })).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'ready' }]);
    const later = { releasedUntil: harness.clock.now() };
    expect(await deleteUnreferenced(harness.context, [id], later)).toHaveLength(1);
  });

  it('deletes a file once, however many ask', async () => {
    const id = await idOf((await upload(admin)).url);
    const asked = Array.from({ length: 5 }, () => deleteUnreferenced(harness.context, [id]));
    expect((await Promise.all(asked)).flat()).toHaveLength(1);
    expect(await storedMedia(harness)).toEqual(nothing);
  });
});

describe('a deletion that was interrupted', () => {
  it('fails no answer, and is ended later', async () => {
    const made = await gallery(admin, 2);
    const { storage } = harness.context;
    const broken = vi.spyOn(storage, 'remove').mockRejectedValueOnce(new Error('the disk is away'));
    expect((await admin.call('posts.delete', { params: { id: made._id } })).status).toBe(200);
    broken.mockRestore();
    const { states } = await storedMedia(harness);
    expect(new Set(states)).toEqual(new Set(['deleting']));
    expect((await harness.guest.fetch(made.mediaUrls[0] ?? '')).status).toBe(404);
    await finishDeletions(harness.context);
    expect(await storedMedia(harness)).toEqual(nothing);
  });

  it('ends an upload that a stopped process left, when it is a day old', async () => {
    const file = await upload(admin);
    const id = await idOf(file.url);
    await setState(id, 'pending');
    await finishDeletions(harness.context);
    expect((await storedMedia(harness)).states).toEqual(['pending']);
    harness.clock.forward(24 * 60 * 60 * 1000 + 1);
    await finishDeletions(harness.context);
    expect(await storedMedia(harness)).toEqual(nothing);
  });

  it('is ended by the next start of the server', async () => {
    const id = await idOf((await upload(admin)).url);
    await setState(id, 'deleting');
    const { context } = harness;
    await using _started = context.jobs.start(serverJobs(context));
    await eventually(async () => expect(await storedMedia(harness)).toEqual(nothing));
  });

  it('does not mind that the bytes are gone already', async () => {
    const file = await upload(admin);
    const id = await idOf(file.url);
    await harness.context.storage.remove(pathOf(file.url, null) ?? newKey('photos', 'jpg'));
    expect(await deleteUnreferenced(harness.context, [id])).toHaveLength(1);
    expect(await storedMedia(harness)).toEqual(nothing);
  });
});
