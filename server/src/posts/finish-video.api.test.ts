import { createHash } from 'node:crypto';
import type { Post } from '@duet/contract/posts/shapes';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { topTypes } from '../../test/mp4-boxes.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { phonePhoto } from '../../test/pictures.ts';
import { draft, publish, richText } from '../../test/posts.ts';
import { begin, clip, sendChunk, sendChunks, upload } from '../../test/uploads.ts';

/** Without an ffmpeg, whatever is on the machine: what browsers play needs none. */
let harness: Harness;
let admin: Person;
let poster: string;
beforeAll(async () => {
  harness = await createHarness({ config: { ffmpeg: null, logLevel: 'silent' } });
  admin = await harness.admin();
  poster = (await phonePhoto(400, 300)).toString('base64');
});
afterAll(() => harness[Symbol.asyncDispose]());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const served = async (path: string | null): Promise<Buffer> => {
  const response = await admin.fetch(path ?? '/nothing');
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const finalize = (sessionId: string, more: Record<string, unknown> = {}) =>
  admin.call('uploads.finalizeWithPost', { body: { sessionId, ...more } });
const mediaStates = async () =>
  (await harness.context.db.read.selectFrom('media').select('state').execute()).map(({ state }) => state);

describe('finishing an upload with its post', () => {
  it('publishes the draft with video, caption, visibility and poster [UPL-10] [UPL-11] [UPL-12] [UPL-13] [UPL-14] [UPL-41] [UPL-42] [UPL-43] [VID-10]', async () => {
    const bytes = await clip('phone.mp4');
    const sessionId = await upload(admin, bytes);
    const draftId = await draft(admin, 'video');
    const sent = { caption: 'At the sea', adminOnlyVisibility: true, draftId, thumbnailBlob: poster };
    const { status, body } = await finalize(sessionId, sent);
    expect([status, body.success, body.postId]).toEqual([200, true, draftId]);
    expect(body.data.sha256).toBe(sha256(bytes));
    const { post } = body.data;
    expect(post).toMatchObject({
      _id: draftId,
      postType: 'video',
      published: true,
      caption: 'At the sea',
      adminOnlyVisibility: true,
    });
    expect(post.duration).toBeCloseTo(2, 0);
    expect(post.mediaUrl).toBe(post.videoUrl);
    expect(post.media[0]).toMatchObject({
      width: 160,
      height: 120,
      url: post.videoUrl,
      thumbnailUrl: post.thumbnailUrl,
    });
    expect(post.media[0]?.placeholder).toMatch(/^data:image/);
    expect(post.processing).toBeUndefined();
    const shown = await sharp(await served(post.thumbnailUrl)).metadata();
    expect([shown.format, shown.width, shown.height]).toEqual(['jpeg', 300, 400]);
    expect((await harness.guest.call('posts.detail', { params: { id: draftId } })).status).toBe(404);
    expect((await harness.guest.fetch(new URL(post.videoUrl ?? '', harness.url).pathname)).status).toBe(404);
    const detail = await admin.call('posts.detail', { params: { id: draftId } });
    expect(detail.body.data.post.videoUrl).toMatch(/^\/media\/videos\/.*\.mp4\?e=/);
  });

  it('serves an MP4 with its index in front and without place, title and owner, which still plays', async () => {
    const bytes = await clip('phone.mp4');
    expect(topTypes(bytes).indexOf('moov')).toBeGreaterThan(topTypes(bytes).indexOf('mdat'));
    expect(bytes.includes('Maria')).toBe(true);
    const { post } = (await finalize(await upload(admin, bytes), { thumbnailBlob: poster })).body.data;
    const stored = await served(post.videoUrl);
    expect(topTypes(stored).indexOf('moov')).toBeLessThan(topTypes(stored).indexOf('mdat'));
    expect(stored.length).toBe(bytes.length);
    for (const word of ['Maria', 'Somebody', 'udta', 'loci', '\xa9xyz']) {
      expect(stored.includes(Buffer.from(word, 'latin1')), word).toBe(false);
    }
    expect(await samples(stored)).toEqual(await samples(bytes));
  });

  it('cleans an MP4 whose index is in front already at its place', async () => {
    const bytes = await clip('index-first.mp4');
    expect(bytes.includes('loci')).toBe(true);
    const { post, sha256: sum } = (await finalize(await upload(admin, bytes))).body.data;
    expect(sum).toBe(sha256(bytes));
    const stored = await served(post.videoUrl);
    expect(stored.includes('loci')).toBe(false);
    expect(topTypes(stored)).toEqual(topTypes(bytes));
    expect(await samples(stored)).toEqual(await samples(bytes));
    expect([post.thumbnailUrl, post.imageUrl]).toEqual([null, null]);
  });

  it('serves an MP4 that tells nothing as it came', async () => {
    const bytes = await clip('plain.mp4');
    const { post, sha256: sum } = (await finalize(await upload(admin, bytes))).body.data;
    expect((await served(post.videoUrl)).equals(bytes)).toBe(true);
    expect(sum).toBe(sha256(bytes));
  });

  it('without ffmpeg keeps HEVC as it is, which some browsers play', async () => {
    const { post } = (await finalize(await upload(admin, await clip('hevc.mp4')))).body.data;
    expect(post.videoUrl).toMatch(/\.mp4/);
    expect(post.processing).toBeUndefined();
  });

  it('takes the place out of a WebM, and leaves the rest as it is', async () => {
    const bytes = await clip('located.webm');
    expect(bytes.includes('+47.1584')).toBe(true);
    const { post } = (await finalize(await upload(admin, bytes))).body.data;
    const stored = await served(post.videoUrl);
    expect(stored.includes('+47.1584')).toBe(false);
    expect(stored.length).toBe(bytes.length);
    expect(await samples(stored)).toEqual(await samples(bytes));
  });

  it('takes MOV and serves it as the MP4 that it is [VID-13]', async () => {
    const bytes = await clip('phone.mov');
    expect(bytes.includes('+47.1584+027.6014/')).toBe(true);
    const { post } = (await finalize(await upload(admin, bytes, { fileType: 'video/quicktime' }))).body.data;
    const stored = await served(post.videoUrl);
    expect(stored.includes('+47.1584')).toBe(false);
    expect(post.videoUrl).toMatch(/\.mp4/);
    expect((await admin.fetch(post.videoUrl ?? '')).headers.get('content-type')).toBe('video/mp4');
    expect(await samples(stored)).toEqual(await samples(bytes));
  });

  it.each(['clip-vp8.webm', 'clip-vp9.webm'])('keeps %s as it is [VID-11]', async (name) => {
    const bytes = await clip(name);
    // What it is said to be does not matter.
    const { post } = (await finalize(await upload(admin, bytes, { fileType: 'video/mp4' }))).body.data;
    expect((await served(post.videoUrl)).equals(bytes)).toBe(true);
    expect((await admin.fetch(post.videoUrl ?? '')).headers.get('content-type')).toBe('video/webm');
    expect(post.media[0]).toMatchObject({ width: 160, height: 120 });
  });

  it('is the same when it is called again, at once or later; the upload is complete then', async () => {
    const bytes = await clip('clip-vp9.webm');
    const sessionId = await upload(admin, bytes);
    const draftId = await draft(admin, 'video');
    const [one, beside] = await Promise.all([
      finalize(sessionId, { draftId }),
      finalize(sessionId, { draftId }),
    ]);
    const later = await finalize(sessionId, { draftId });
    for (const { status, body } of [one, beside, later]) {
      expect([status, body.postId, body.data.post._id]).toEqual([200, draftId, draftId]);
    }
    const other = { draftId, caption: 'Typed after the answer was lost' };
    expect((await finalize(sessionId, other)).body.code).toBe('WRONG_STATE');
    const posts = await harness.context.db.read
      .selectFrom('media_refs')
      .selectAll()
      .where('owner_id', '=', draftId)
      .execute();
    expect(posts.map(({ role }) => role)).toEqual(['video']);
    const { body } = await admin.call('uploads.status', { query: { sessionId } });
    expect(body.data).toMatchObject({ complete: true, postId: draftId, sha256: sha256(bytes) });
    expect((await sendChunk(admin, sessionId, 0, bytes.subarray(0, 4096))).body.code).toBe('UPLOAD_FINISHED');
    const cancelled = await admin.call('uploads.cancel', { query: { sessionId } });
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'UPLOAD_FINISHED']);
    expect((await finalize(sessionId, { draftId: await draft(admin, 'video') })).body.code).toBe(
      'WRONG_STATE',
    );
    expect(await harness.context.parts.list()).not.toContain(sessionId);
  });

  it('names the chunks that are missing', async () => {
    const bytes = await clip('phone.mp4');
    const begun = await begin(admin, bytes.length, { chunkSize: 2000 });
    await sendChunks(admin, begun, bytes, [0, 1, 4, 5, 7]);
    const { status, body } = await finalize(begun.sessionId);
    expect([status, body.code]).toEqual([409, 'CHUNKS_MISSING']);
    expect((body as unknown as { missingChunks: unknown }).missingChunks).toEqual([
      [2, 3],
      [6, 6],
      [8, 8],
    ]);
    await sendChunks(admin, begun, bytes, [2, 3, 6, 8]);
    expect((await finalize(begun.sessionId)).status).toBe(200);
  });

  it('makes the post where no draft was made', async () => {
    const { body } = await finalize(await upload(admin, await clip('clip-vp9.webm')), { caption: 'x' });
    const { status } = await harness.guest.call('posts.detail', { params: { id: body.postId } });
    expect(status).toBe(200);
  });

  it.each([
    ['a text', Buffer.from('no video at all, only words '.repeat(50)), 415, 'NOT_A_VIDEO'],
    ['HTML', Buffer.from(`<!doctype html><script>1</script>${' '.repeat(500)}`), 415, 'NOT_A_VIDEO'],
    ['a picture', 'poster', 415, 'NOT_A_VIDEO'],
    ['sound alone', 'sound-only.mp4', 415, 'NOT_A_VIDEO'],
    ['an MP4 that is cut short', 'phone.mp4:-700', 400, 'VIDEO_DAMAGED'],
    ['a WebM that is cut short', 'clip-vp8.webm:-700', 400, 'VIDEO_DAMAGED'],
    ['the mere head of an MP4', 'phone.mp4:40', 400, 'VIDEO_DAMAGED'],
    [
      'a box of zeros',
      Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.alloc(3000)]),
      400,
      'VIDEO_DAMAGED',
    ],
  ])(
    'refuses %s, and nothing of it stays but the upload [VID-20] [VID-21]',
    async (_, source, code, name) => {
      const bytes = await bytesOf(source);
      const before = await mediaStates();
      const sessionId = await upload(admin, bytes);
      const draftId = await draft(admin, 'video');
      const { status, body } = await finalize(sessionId, { draftId, thumbnailBlob: poster });
      expect([status, body.code]).toEqual([code, name]);
      expect(body.error).toMatch(/\S/);
      expect(await mediaStates()).toEqual(before);
      const kept = await admin.call('posts.detail', { params: { id: draftId } });
      expect(kept.body.data.post.published).toBe(false);
      expect((await admin.call('uploads.cancel', { query: { sessionId } })).status).toBe(200);
    },
  );

  it.each([
    ['clip.avi', 'AVI'],
    ['clip.wmv', 'WMV'],
    ['clip.ogv', 'Ogg'],
    ['odd-codec.mov', 'MOV'],
  ] as const)(
    'without ffmpeg refuses %s at once with the reason, whatever it was said to be [VID-12] [VID-13] [VID-14] [VID-15]',
    async (file, kind) => {
      const { status, body } = await finalize(await upload(admin, await clip(file)));
      expect([status, body.code]).toEqual([415, 'VIDEO_NOT_PLAYABLE']);
      expect(body.error).toContain(kind);
    },
  );

  it('refuses a poster that is none, and takes the next one', async () => {
    const sessionId = await upload(admin, await clip('clip-vp9.webm'));
    const broken = Buffer.from('no picture, but long enough to be one').toString('base64');
    expect((await finalize(sessionId, { thumbnailBlob: broken })).body.code).toBe('NOT_AN_IMAGE');
    expect((await finalize(sessionId, { thumbnailBlob: '%%%' })).body.code).toBe('INVALID');
    const url = `data:image/jpeg;base64,${poster}`;
    expect((await finalize(sessionId, { thumbnailBlob: url })).body.data.post.thumbnailUrl).toMatch(/_thumb/);
  });

  onOneServer('leaves nothing but the upload where the store fails, and goes on from there', async () => {
    const bytes = await clip('index-first.mp4');
    const sessionId = await upload(admin, bytes);
    const before = await mediaStates();
    const adopt = vi.spyOn(harness.context.storage, 'adopt').mockImplementation(async (key, file) => {
      if (key.startsWith('videos/')) throw new Error('the disk is gone');
      return original(key, file);
    });
    const original = Object.getPrototypeOf(harness.context.storage).adopt.bind(harness.context.storage);
    expect((await finalize(sessionId, { thumbnailBlob: poster })).status).toBe(500);
    adopt.mockRestore();
    expect(await mediaStates()).toEqual(before);
    const { status, body } = await finalize(sessionId, { thumbnailBlob: poster });
    expect([status, body.data.sha256]).toEqual([200, sha256(bytes)]);
  });

  it('refuses drafts that are none', async () => {
    const sessionId = await upload(admin, await clip('clip-vp9.webm'));
    const published = (await richText(admin))._id;
    expect((await finalize(sessionId, { draftId: 'nothing' })).body.code).toBe('POST_NOT_FOUND');
    expect((await finalize(sessionId, { draftId: published })).body.code).toBe('WRONG_STATE');
    expect((await finalize(sessionId, { draftId: await draft(admin, 'gallery') })).body.code).toBe(
      'WRONG_STATE',
    );
    expect((await finalize(sessionId)).status).toBe(200);
  });
});

describe('finishing an upload on a post that there is', () => {
  const put = (sessionId: string, postId: string) =>
    admin.call('uploads.finalize', { body: { sessionId, postId } });

  it('puts the video on a draft, which can be published then [UPL-09]', async () => {
    const id = await draft(admin, 'video');
    const { status, body } = await put(await upload(admin, await clip('clip-vp9.webm')), id);
    expect([status, body.postId, body.data.post.published]).toEqual([200, id, false]);
    expect((await publish(admin, id, { caption: 'Now' })).published).toBe(true);
  });

  it('on a draft is not said to have published it', async () => {
    const id = await draft(admin, 'video');
    const sessionId = await upload(admin, await clip('clip-vp9.webm'));
    await put(sessionId, id);
    for (const more of [{ draftId: id }, {}]) {
      const { status, body } = await finalize(sessionId, more);
      expect([status, body.code]).toEqual([409, 'WRONG_STATE']);
    }
    await publish(admin, id, {});
    expect((await finalize(sessionId, { draftId: id })).body.postId).toBe(id);
  });

  it('replaces the video of a post and lets the former one go, poster included', async () => {
    const sessionId = await upload(admin, await clip('clip-vp9.webm'));
    const first = (await finalize(sessionId, { thumbnailBlob: poster })).body.data.post;
    const { status, body } = await put(await upload(admin, await clip('phone.mp4')), first._id);
    expect(status).toBe(200);
    const changed: Post = body.data.post;
    expect(changed.videoUrl).not.toBe(first.videoUrl);
    expect(changed.thumbnailUrl).toBeNull();
    await eventually(async () => expect((await admin.fetch(first.videoUrl ?? '')).status).toBe(404));
  });

  it('is the same again, and refuses posts that take no video', async () => {
    const id = await draft(admin, 'video');
    const sessionId = await upload(admin, await clip('clip-vp9.webm'));
    expect((await put(sessionId, 'nothing')).status).toBe(404);
    expect((await put(sessionId, (await richText(admin))._id)).body.code).toBe('WRONG_STATE');
    expect((await put(sessionId, '')).body.code).toBe('POST_ID_REQUIRED');
    expect((await put(sessionId, id)).status).toBe(200);
    expect((await put(sessionId, id)).body.postId).toBe(id);
    expect((await put(sessionId, await draft(admin, 'video'))).body.code).toBe('WRONG_STATE');
  });
});

async function bytesOf(source: Buffer | string): Promise<Buffer> {
  if (typeof source !== 'string') return source;
  if (source === 'poster') return phonePhoto();
  const [name = '', end] = source.split(':');
  return (await clip(name)).subarray(0, end === undefined ? undefined : Number(end));
}

/** What a player would decode: the bytes of every packet, by track. */
async function samples(bytes: Buffer): Promise<string[]> {
  const { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } = await import('mediabunny');
  const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: ALL_FORMATS });
  const found: string[] = [];
  for (const track of await input.getTracks()) {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      found.push(`${track.id} ${packet.timestamp.toFixed(3)} ${sha256(Buffer.from(packet.data))}`);
    }
  }
  expect(found.length).toBeGreaterThan(20);
  return found;
}
