import { createHash, randomBytes } from 'node:crypto';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { type FaultyProxy, startFaultyProxy } from '../../test/faulty-proxy.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { serverCount } from '../../test/on-one-server.ts';
import { phonePhoto } from '../../test/pictures.ts';
import { draft } from '../../test/posts.ts';
import { type S3Server, startS3Server } from '../../test/s3-server.ts';
import { imageForm } from '../../test/stored.ts';
import { begin, clip, sendChunk, sendChunks, upload } from '../../test/uploads.ts';
import { ChunkedVideo } from './chunked-video.ts';
import { removeStaleUploads } from './garbage-collection.ts';

const MiB = 1024 * 1024;

let parts: AsyncDisposableStack;
let store: S3Server;
let proxy: FaultyProxy;
let harness: Harness;
let admin: Person;
beforeAll(async () => {
  parts = new AsyncDisposableStack();
  store = parts.use(await startS3Server());
  proxy = parts.use(await startFaultyProxy(store.port));
  const s3 = { ...store.settings, endpoint: proxy.url };
  harness = parts.use(await createHarness({ config: { s3, ffmpeg: null, logLevel: 'silent' } }));
  admin = await harness.admin();
});
afterAll(() => parts.disposeAsync());

const status = async (sessionId: string) =>
  (await admin.call('uploads.status', { query: { sessionId } })).body.data;
const cancel = (sessionId: string) => admin.call('uploads.cancel', { query: { sessionId } });

/** The keys of all objects below a prefix. */
async function objects(prefix: string): Promise<string[]> {
  const command = new ListObjectsV2Command({ Bucket: store.settings.bucket, Prefix: prefix });
  return ((await store.client.send(command)).Contents ?? []).map(({ Key = '' }) => Key);
}

describe('chunks of an upload', () => {
  const bytes = randomBytes(1_000_003);

  it('come in any order, several at once and again, and are known', async () => {
    const begun = await begin(admin, bytes.length, { chunkSize: 262_144 });
    await sendChunks(admin, begun, bytes, [3, 0, 2]);
    await sendChunks(admin, begun, bytes, [0, 3]);
    expect((await status(begun.sessionId)).receivedChunks).toEqual([
      [0, 0],
      [2, 3],
    ]);
    expect((await cancel(begun.sessionId)).status).toBe(200);
    expect(await objects('uploads/')).toEqual([]);
    expect((await sendChunk(admin, begun.sessionId, 1, bytes.subarray(0, 262_144))).status).toBe(404);
  });

  it('of the wrong size or place are refused', async () => {
    const begun = await begin(admin, bytes.length, { chunkSize: 262_144 });
    for (const [index, size, code] of [
      [0, 262_143, 'CHUNK_SIZE_WRONG'],
      [0, 262_145, 'CHUNK_SIZE_WRONG'],
      [3, 262_144, 'CHUNK_SIZE_WRONG'],
      [4, 1, 'CHUNK_INDEX_WRONG'],
    ] as const) {
      const answer = await sendChunk(admin, begun.sessionId, index, bytes.subarray(0, size));
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
    const other = await harness.admin('elena');
    expect((await sendChunk(other, begun.sessionId, 0, bytes.subarray(0, 262_144))).status).toBe(404);
    const { status: code, body } = await admin.send('uploads.finalizeWithPost', {
      sessionId: begun.sessionId,
    });
    expect([code, body]).toEqual([
      409,
      expect.objectContaining({ code: 'CHUNKS_MISSING', missingChunks: [[0, 3]] }),
    ]);
    await cancel(begun.sessionId);
  });

  it('that no upload needs any more are removed, those that one needs are not', async () => {
    const [over, live] = [await begin(admin, 1000), await begin(admin, 1000)];
    for (const { sessionId } of [over, live]) await sendChunk(admin, sessionId, 0, bytes.subarray(0, 1000));
    await harness.context.db.write((tx) =>
      tx.deleteFrom('upload_sessions').where('id', '=', over.sessionId).execute(),
    );
    await removeStaleUploads(harness.context);
    expect(await objects('uploads/')).toEqual([expect.stringContaining(live.sessionId)]);
    const rows = await harness.context.db.read.selectFrom('upload_chunks').select('upload_id').execute();
    expect(rows).toEqual([{ upload_id: live.sessionId }]);
    await cancel(live.sessionId);
  });
});

describe('a video', () => {
  it('is brought together, published and shown with ranges, and leaves no chunk', async () => {
    const video = await clip('phone.mp4');
    const sessionId = await upload(admin, video, { chunkSize: 4096 });
    const localCopy = vi.spyOn(ChunkedVideo.prototype, 'file');
    const draftId = await draft(admin, 'video');
    const { status: code, body } = await admin.call('uploads.finalizeWithPost', {
      body: { sessionId, draftId },
    });
    expect(body.error).toBeUndefined();
    expect([code, body.data.sha256]).toEqual([200, createHash('sha256').update(video).digest('hex')]);
    const url = body.data.post.videoUrl ?? '';
    const whole = Buffer.from(await (await harness.guest.fetch(url)).arrayBuffer());
    expect(localCopy).not.toHaveBeenCalled();
    // Its index is in front now.
    expect(whole.length).toBe(video.length);
    expect(whole.indexOf('moov')).toBeLessThan(whole.indexOf('mdat'));
    const part = await harness.guest.fetch(url, { headers: { range: 'bytes=1000-1999' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000-1999/${whole.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(1000, 2000))).toBe(true);
    expect(await objects('uploads/')).toEqual([]);
    const again = await admin.call('uploads.finalizeWithPost', { body: { sessionId, draftId } });
    expect([again.status, again.body.postId]).toEqual([200, draftId]);
    expect((await status(sessionId)).receivedChunks).toHaveLength(1);
  });

  it('of more than one part of the store comes whole', async () => {
    // Larger than a part by what a player passes over.
    const clipped = await clip('phone.mp4');
    const free = Buffer.alloc(18 * MiB);
    free.writeUInt32BE(free.length, 0);
    free.write('free', 4, 'latin1');
    randomBytes(free.length - 8).copy(free, 8);
    const video = Buffer.concat([clipped, free]);
    const sessionId = await upload(admin, video, { chunkSize: 4 * MiB });
    const { status: code, body } = await admin.call('uploads.finalizeWithPost', { body: { sessionId } });
    expect([code, body.data.sha256]).toEqual([200, createHash('sha256').update(video).digest('hex')]);
    const shown = await harness.guest.fetch(body.data.post.videoUrl ?? '');
    const whole = Buffer.from(await shown.arrayBuffer());
    expect(whole.subarray(-free.length).equals(free)).toBe(true);
    expect(whole.length).toBe(video.length);
    expect(await objects('uploads/')).toEqual([]);
  });

  it('that nobody may see is not there for them', async () => {
    const photo = await admin.send('media.uploadImage', imageForm(await phonePhoto(400, 300)));
    const { url } = photo.body.data.file;
    expect((await harness.guest.fetch(url)).status).toBe(200);
    expect((await harness.guest.fetch(url.split('?')[0] ?? '')).status).toBe(404);
  });
});

describe('while the object store fails', () => {
  it.each(['unavailable', 'cut'] as const)(
    '(%s) what needs a file answers 503 with Retry-After, the rest goes on, and it is back by itself',
    async (fault) => {
      const photo = await admin.send('media.uploadImage', imageForm(await phonePhoto(400, 300)));
      const { url } = photo.body.data.file;
      const begun = await begin(admin, 2 * MiB, { chunkSize: MiB });
      const bytes = randomBytes(2 * MiB);
      await sendChunks(admin, begun, bytes, [0]);
      proxy.faultOf = () => fault;
      const form = imageForm(await phonePhoto(400, 300));
      for (const answer of [
        await admin.fetch('/api/upload/image', { method: 'POST', body: form }),
        await harness.guest.fetch(url),
        await admin.fetch(`/api/upload/chunked?action=upload&sessionId=${begun.sessionId}&chunkIndex=1`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array(bytes.subarray(MiB)),
        }),
      ]) {
        expect([answer.status, await answer.json()]).toEqual([
          503,
          expect.objectContaining({ code: 'STORAGE_UNAVAILABLE' }),
        ]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      }
      expect((await harness.guest.call('posts.feed')).status).toBe(200);
      expect((await status(begun.sessionId)).receivedChunks).toEqual([[0, 0]]);
      proxy.faultOf = () => 'none';
      // Each server finds out for itself.
      for (let server = 0; server < serverCount; server += 1)
        await eventually(async () => expect((await harness.guest.fetch(url)).status).toBe(200));
      await sendChunks(admin, begun, bytes, [1]);
      expect((await status(begun.sessionId)).receivedChunks).toEqual([[0, 1]]);
      await cancel(begun.sessionId);
    },
    40_000,
  );
});
