import { limits } from '@duet/contract/limits';
import { describe, expect, it } from 'vitest';
import { createHarness, type Person } from '../../test/harness.ts';
import { begin, chunkOf, clip, sendChunk, upload } from '../../test/uploads.ts';

const bytes = await clip('index-first.mp4');

const openOf = async (admin: Person) => {
  const { status, body } = await admin.call('uploads.open', {});
  expect(status).toBe(200);
  return body.data.uploads;
};

describe('the list of open uploads [UPL-36..39] [UPL-41] [UPL-42]', () => {
  it('says of each what another device needs to go on with it', async () => {
    await using harness = await createHarness();
    const admin = await harness.admin();
    const { body } = await admin.call('uploads.init', {
      body: {
        fileName: 'us.mp4',
        fileSize: bytes.length,
        fileType: 'video/mp4',
        chunkSize: 4096,
        fingerprint: 'sha256-of-the-first-megabyte',
        draftId: 'a-draft',
        postId: 'a-post',
      },
    });
    const begun = { sessionId: body.sessionId, ...body.data };
    const last = begun.totalChunks - 1;
    await sendChunk(admin, begun.sessionId, 0, chunkOf(bytes, begun, 0));
    await sendChunk(admin, begun.sessionId, last, chunkOf(bytes, begun, last));

    const otherDevice = await harness.signIn('admin');
    expect(await openOf(otherDevice)).toEqual([
      {
        sessionId: begun.sessionId,
        fileName: 'us.mp4',
        fileSize: bytes.length,
        fileType: 'video/mp4',
        chunkSize: 4096,
        totalChunks: begun.totalChunks,
        receivedChunks: [
          [0, 0],
          [last, last],
        ],
        receivedBytes: 4096 + (bytes.length - last * 4096),
        fingerprint: 'sha256-of-the-first-megabyte',
        draftId: 'a-draft',
        postId: 'a-post',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ]);

    for (let index = 1; index < last; index += 1) {
      await sendChunk(otherDevice, begun.sessionId, index, chunkOf(bytes, begun, index));
    }
    const { status } = await otherDevice.call('uploads.finalizeWithPost', {
      body: { sessionId: begun.sessionId },
    });
    expect(status).toBe(200);
    expect(await openOf(admin)).toEqual([]);
  });

  it('names the newest first, and nobody else’s, none that was cancelled and none that is over', async () => {
    await using harness = await createHarness();
    const admin = await harness.admin();
    const older = await upload(admin, bytes);
    const newer = await begin(admin, 10);
    const cancelled = await begin(admin, 10);
    await admin.call('uploads.cancel', { query: { sessionId: cancelled.sessionId } });
    expect((await openOf(admin)).map(({ sessionId }) => sessionId)).toEqual([newer.sessionId, older]);
    expect(await openOf(await harness.admin('second'))).toEqual([]);
    harness.clock.forward(limits.upload.lifeMs + 1000);
    expect(await openOf(await harness.signIn('admin'))).toEqual([]);
  });

  it('is for admins alone, and takes no fingerprint that is too long', async () => {
    await using harness = await createHarness();
    const admin = await harness.admin();
    const person = await harness.person('somebody');
    expect((await person.call('uploads.open', {})).status).toBe(403);
    expect((await harness.guest.call('uploads.open', {})).status).toBe(401);
    const body = { fileName: 'us.mp4', fileSize: 10, fileType: 'video/mp4' } as const;
    const fingerprint = 'f'.repeat(limits.upload.fingerprintMaxChars);
    expect((await admin.call('uploads.init', { body: { ...body, fingerprint } })).status).toBe(200);
    const refused = await admin.call('uploads.init', { body: { ...body, fingerprint: `${fingerprint}f` } });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({ fingerprint: expect.any(String) });
  });
});
