import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { phonePhoto } from '../../test/pictures.ts';
import { draft } from '../../test/posts.ts';
import { begin, clip, upload } from '../../test/uploads.ts';
import { removeStaleUploads } from './garbage-collection.ts';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness({ config: { ffmpeg: null, logLevel: 'silent' } });
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const away = () => new Error('the disk is away');

describe('where the bytes of an upload cannot be removed', () => {
  it('those of others are', async () => {
    for (let n = 0; n < 2; n += 1) await begin(admin, 1000);
    await harness.context.db.write((tx) => tx.deleteFrom('upload_sessions').execute());
    const { parts } = harness.context;
    const remove = parts.remove.bind(parts);
    const [stuck] = await parts.list();
    const failing = vi
      .spyOn(parts, 'remove')
      .mockImplementation((id) => (id === stuck ? Promise.reject(away()) : remove(id)));
    await removeStaleUploads(harness.context);
    failing.mockRestore();
    expect(await parts.list()).toEqual([stuck]);
    await removeStaleUploads(harness.context);
    expect(await parts.list()).toEqual([]);
  });

  it('one that was cancelled says so, and they go later', async () => {
    const { sessionId } = await begin(admin, 1000);
    vi.spyOn(harness.context.parts, 'remove').mockRejectedValueOnce(away());
    expect((await admin.call('uploads.cancel', { query: { sessionId } })).status).toBe(200);
    await removeStaleUploads(harness.context);
    expect(await harness.context.parts.list()).toEqual([]);
  });

  it('one that was published says so, with its poster', async () => {
    const sessionId = await upload(admin, await clip('phone.mp4'));
    const draftId = await draft(admin, 'video');
    const thumbnailBlob = (await phonePhoto(400, 300)).toString('base64');
    vi.spyOn(harness.context.parts, 'remove').mockRejectedValueOnce(away());
    const { status, body } = await admin.call('uploads.finalizeWithPost', {
      body: { sessionId, draftId, thumbnailBlob },
    });
    expect([status, body.postId]).toEqual([200, draftId]);
    expect((await admin.fetch(body.data.post.thumbnailUrl ?? '')).status).toBe(200);
  });
});
