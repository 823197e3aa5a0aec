import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { limits } from '@duet/contract/limits';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../test/client.ts';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { begin, chunkPath, clip, sendChunk, sendChunks, upload } from '../../test/uploads.ts';
import { Failure } from '../platform/failure.ts';
import { VideoTools } from '../platform/video/video-tools.ts';
import { removeStaleUploads } from './garbage-collection.ts';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  // As where there is an ffmpeg: every type may be begun.
  const video = Object.assign(new VideoTools(null), { canConvert: async () => true });
  harness = await createHarness({ overrides: { video } });
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const status = (sessionId: string, person: Person = admin) =>
  person.call('uploads.status', { query: { sessionId } });
const cancel = (sessionId: string, person: Person = admin) =>
  person.call('uploads.cancel', { query: { sessionId } });
const received = async (sessionId: string) => (await status(sessionId)).body.data.receivedChunks;
const partOf = (sessionId: string): Promise<Buffer> => readFile(harness.context.parts.pathOf(sessionId));

describe('beginning an upload', () => {
  const good = { fileName: 'us.mp4', fileSize: 10_000_000, fileType: 'video/mp4' } as const;

  it('answers the session and a chunk size of 1 MB where none is named [UPL-06] [UPL-07] [UPL-16] [UPL-36]', async () => {
    const { status: code, body } = await admin.call('uploads.init', { body: good });
    expect(code).toBe(200);
    expect(body.sessionId).toMatch(/^[\w-]{36}$/);
    expect(body.data).toMatchObject({ chunkSize: 1_048_576, totalChunks: 10 });
    const ahead = Date.parse(body.data.expiresAt) - harness.clock.now();
    expect(ahead).toBeGreaterThan(24 * 60 * 60 * 1000 - 10_000);
    expect((await status(body.sessionId)).body.data).toMatchObject({
      ...good,
      complete: false,
      receivedChunks: [],
    });
    await cancel(body.sessionId);
  });

  it.each(['mp4', 'webm', 'ogg', 'quicktime', 'x-msvideo', 'x-ms-wmv'])(
    'takes video/%s [VID-10] [VID-11] [VID-12] [VID-13] [VID-14] [VID-15]',
    async (type) => {
      const { status: code, body } = await admin.send('uploads.init', { ...good, fileType: `video/${type}` });
      expect(code).toBe(200);
      await cancel(body.sessionId);
    },
  );

  it.each([
    [{ fileType: 'video/x-matroska' }, 415, 'VIDEO_TYPE_NOT_ACCEPTED'],
    [{ fileType: 'image/png' }, 415, 'VIDEO_TYPE_NOT_ACCEPTED'],
    [{ fileType: '' }, 415, 'VIDEO_TYPE_NOT_ACCEPTED'],
    [{ fileSize: 2_147_483_649 }, 413, 'VIDEO_TOO_LARGE'],
    [{ fileSize: 0 }, 400, 'VIDEO_EMPTY'],
    [{ fileSize: -1 }, 400, 'VIDEO_EMPTY'],
    [{ fileSize: 1.5 }, 400, 'INVALID'],
    [{ fileSize: '5' }, 400, 'INVALID'],
    [{ fileSize: undefined }, 400, 'INVALID'],
    [{ fileName: '' }, 400, 'INVALID'],
    [{ fileName: 'x'.repeat(256) }, 400, 'INVALID'],
    [{ chunkSize: 0 }, 400, 'INVALID'],
    [{ chunkSize: 16 * 1024 * 1024 + 1 }, 400, 'INVALID'],
    [{ chunkSize: 1 }, 400, 'INVALID'],
  ])('refuses %o with %i %s [VID-16] [VID-17] [VID-18]', async (change, code, name) => {
    const { status: answered, body } = await admin.send('uploads.init', { ...good, ...change });
    expect([answered, body.code]).toEqual([code, name]);
    expect(body.error).toMatch(/\S/);
  });

  it('takes a file of exactly 2 GB, names of 255 characters, and keeps no path [VID-17] [UPL-37] [UPL-38] [UPL-39]', async () => {
    const fileName = `../../${'x'.repeat(245)}.mp4`;
    const begun = await begin(admin, 2_147_483_648, { chunkSize: 262_144, fileName });
    expect(begun.totalChunks).toBe(8192);
    expect((await status(begun.sessionId)).body.data.fileName).toBe(`${'x'.repeat(245)}.mp4`);
    await cancel(begun.sessionId);
  });

  it('is for admins; others hear so before anything is read', async () => {
    const person = await harness.person('maria');
    for (const action of ['init', 'upload', 'finalize', 'finalize-with-post', 'nonsense']) {
      const path = `/api/upload/chunked?action=${action}`;
      const send = (client: { fetch: Person['fetch'] }) => client.fetch(path, { method: 'POST', body: '{' });
      expect((await send(person)).status, action).toBe(403);
      expect((await send(harness.guest)).status, action).toBe(401);
    }
  });

  it('refuses an action that there is not, and none', async () => {
    for (const path of ['?action=erase', '', '?action=', '?x=init', '?action=INIT']) {
      const response = await admin.fetch(`/api/upload/chunked${path}`, { method: 'POST' });
      expect([response.status, ((await response.json()) as { code: string }).code], path).toEqual([
        400,
        'INVALID',
      ]);
    }
    expect((await admin.fetch('/api/upload/chunked?action=status', { method: 'PUT' })).status).toBe(405);
  });

  it('lets an account have 20 open, and says so', async () => {
    const other = await harness.admin('elena');
    const sessions = [];
    for (let n = 0; n < limits.upload.perUser; n += 1) sessions.push(await begin(other, 100));
    const { status: code, body } = await other.call('uploads.init', { body: { ...good, fileSize: 100 } });
    expect([code, body.code]).toEqual([409, 'TOO_MANY_UPLOADS']);
    expect(body.error).toContain('20');
    await cancel(sessions[0]?.sessionId ?? '', other);
    await begin(other, 100);
  });

  onOneServer(
    'sets aside the space of every open upload, and answers 507 where there is none left',
    async () => {
      const asked: number[] = [];
      const { storage } = harness.context;
      const room = vi.spyOn(storage, 'requireRoom').mockImplementation(async (bytes, kind) => {
        if (kind !== 'video') return;
        asked.push(bytes);
        if (bytes > 40_000_000) throw new Failure('STORAGE_FULL');
      });
      const before = await begin(admin, 1000);
      const promised = asked.at(-1) ?? 0;
      const first = await begin(admin, 30_000_000);
      expect(asked.at(-1)).toBe(promised + 30_000_000);
      const { status: code, body } = await admin.call('uploads.init', {
        body: { ...good, fileSize: 20_000_000 },
      });
      expect([code, body.code]).toEqual([507, 'STORAGE_FULL']);
      await cancel(first.sessionId);
      const third = await begin(admin, 20_000_000);
      room.mockRestore();
      for (const { sessionId } of [before, third]) await cancel(sessionId);
    },
  );
});

describe('chunks', () => {
  const bytes = randomBytes(1_000_003);

  onOneServer('come in any order, several at once, again and again [UPL-08] [UPL-40]', async () => {
    const begun = await begin(admin, bytes.length, { chunkSize: 65_536 });
    const order = Array.from({ length: begun.totalChunks }, (_, n) => (n * 7) % begun.totalChunks);
    await sendChunks(admin, begun, bytes, [...order, ...order.slice(0, 9)]);
    expect(await received(begun.sessionId)).toEqual([[0, begun.totalChunks - 1]]);
    expect((await partOf(begun.sessionId)).equals(bytes)).toBe(true);
    await cancel(begun.sessionId);
  });

  it('are of any size from one byte, the last being what is left', async () => {
    const small = bytes.subarray(0, 11);
    const begun = await begin(admin, 11, { chunkSize: 1 });
    expect(begun.totalChunks).toBe(11);
    await sendChunks(admin, begun, small, [10, 0, 3, 4, 5]);
    expect(await received(begun.sessionId)).toEqual([
      [0, 0],
      [3, 5],
      [10, 10],
    ]);
    await cancel(begun.sessionId);
  });

  onOneServer('of the largest size go through, and one byte more is refused before it is read', async () => {
    const large = randomBytes(limits.chunk.maxBytes);
    const begun = await begin(admin, large.length + 1, { chunkSize: large.length });
    expect((await sendChunk(admin, begun.sessionId, 0, large)).status).toBe(200);
    expect(
      (await sendChunk(admin, begun.sessionId, 0, Buffer.concat([large, large.subarray(0, 1)]))).status,
    ).toBe(400);
    expect(await received(begun.sessionId)).toEqual([[0, 0]]);
    expect((await partOf(begun.sessionId)).subarray(0, large.length).equals(large)).toBe(true);
    await cancel(begun.sessionId);
  });

  it('of the wrong size or index are refused with the reason, and change nothing', async () => {
    const begun = await begin(admin, 1000, { chunkSize: 400 });
    const answers = [
      await sendChunk(admin, begun.sessionId, 0, Buffer.alloc(399)),
      await sendChunk(admin, begun.sessionId, 2, Buffer.alloc(400)),
      await sendChunk(admin, begun.sessionId, 3, Buffer.alloc(200)),
      await sendChunk(admin, begun.sessionId, 'x', Buffer.alloc(400)),
      await sendChunk(admin, begun.sessionId, '-1', Buffer.alloc(400)),
    ];
    expect(answers.map(({ status: code, body }) => [code, body.code])).toEqual([
      [400, 'CHUNK_SIZE_WRONG'],
      [400, 'CHUNK_SIZE_WRONG'],
      [400, 'CHUNK_INDEX_WRONG'],
      [400, 'INVALID'],
      [400, 'INVALID'],
    ]);
    expect(answers[0]?.body.error).toBe('Part 0 has to have 400 bytes; 399 came.');
    expect(answers[2]?.body.error).toBe('There is no part 3: this upload has the parts 0 to 2.');
    expect(await received(begun.sessionId)).toEqual([]);
    await cancel(begun.sessionId);
  });

  onOneServer('without a declared length are bounded as they come', async () => {
    const begun = await begin(admin, 1000, { chunkSize: 400 });
    const streamed = (size: number) =>
      sendChunk(
        admin,
        begun.sessionId,
        0,
        new Blob([new Uint8Array(size)]).stream() as never,
        {
          duplex: 'half',
        } as RequestInit,
      );
    expect((await streamed(5000)).body.code).toBe('CHUNK_SIZE_WRONG');
    expect((await streamed(300)).body.code).toBe('CHUNK_SIZE_WRONG');
    expect(await received(begun.sessionId)).toEqual([]);
    expect((await streamed(400)).status).toBe(200);
    expect((await partOf(begun.sessionId)).subarray(400).equals(Buffer.alloc(600))).toBe(true);
    await cancel(begun.sessionId);
  });

  onOneServer('sent again with other bytes count as they were sent last', async () => {
    const begun = await begin(admin, 1000, { chunkSize: 400 });
    const later = randomBytes(400);
    await sendChunk(admin, begun.sessionId, 1, bytes.subarray(0, 400));
    expect(await received(begun.sessionId)).toEqual([[1, 1]]);
    await sendChunk(admin, begun.sessionId, 1, later);
    expect((await partOf(begun.sessionId)).subarray(400, 800).equals(later)).toBe(true);
    expect(await received(begun.sessionId)).toEqual([[1, 1]]);
    await cancel(begun.sessionId);
  });

  onOneServer(
    'that are cut by the client are not there, and the newest request of a chunk wins',
    async () => {
      const begun = await begin(admin, 3_000_000, { chunkSize: 1_500_000 });
      const { hostname, port } = new URL(harness.url);
      const hanging = httpRequest({
        hostname,
        port,
        method: 'POST',
        path: chunkPath(begun.sessionId, 0),
        headers: { authorization: `Bearer ${admin.token}`, 'content-length': 1_500_000 },
      });
      const gone = new Promise((resolve) => hanging.once('error', resolve).once('response', resolve));
      await new Promise((resolve) => hanging.write(Buffer.alloc(1_200_000, 1), resolve));
      await eventually(async () => expect((await partOf(begun.sessionId))[0]).toBe(1));
      const chunk = randomBytes(1_500_000);
      expect((await sendChunk(admin, begun.sessionId, 0, chunk)).status).toBe(200);
      hanging.destroy();
      await gone;
      const cut = new AbortController();
      const half = new ReadableStream(
        {
          start: (controller) => controller.enqueue(new Uint8Array(1_200_000)),
          pull: () => cut.abort(),
        },
        { highWaterMark: 0 },
      );
      await expect(
        sendChunk(
          admin,
          begun.sessionId,
          1,
          half as never,
          { duplex: 'half', signal: cut.signal } as RequestInit,
        ),
      ).rejects.toThrow();
      expect(await received(begun.sessionId)).toEqual([[0, 0]]);
      expect((await partOf(begun.sessionId)).subarray(0, 1_500_000).equals(chunk)).toBe(true);
      await cancel(begun.sessionId);
    },
  );

  it('are taken no more from the moment in which the session ends or the role is lost', async () => {
    const second = await harness.admin('second');
    const begun = await begin(second, 1000, { chunkSize: 100 });
    const send = (from: Client, index: number) =>
      sendChunk(from, begun.sessionId, index, Buffer.alloc(100)).then(({ status: code }) => code);
    const elsewhere = await harness.signIn('second');
    expect([await send(second, 0), await send(elsewhere, 1)]).toEqual([200, 200]);
    await elsewhere.call('accounts.logout', {});
    expect([await send(elsewhere, 2), await send(second, 2)]).toEqual([401, 200]);
    await admin.call('accounts.changeUser', { params: { id: second.id }, body: { role: 'user' } });
    expect(await send(second, 3)).toBe(401);
    expect(await send(await harness.signIn('second'), 3)).toBe(403);
  });

  it('are no business of another account: its sessions are not there', async () => {
    const other = await harness.admin('other');
    const begun = await begin(admin, 1000, { chunkSize: 400 });
    expect((await sendChunk(other, begun.sessionId, 0, Buffer.alloc(400))).status).toBe(404);
    expect((await status(begun.sessionId, other)).body.code).toBe('UPLOAD_NOT_FOUND');
    expect((await cancel(begun.sessionId, other)).status).toBe(404);
    const body = { sessionId: begun.sessionId };
    expect((await other.call('uploads.finalizeWithPost', { body })).body.code).toBe('UPLOAD_NOT_FOUND');
    expect((await status('no-such-session')).status).toBe(404);
    await cancel(begun.sessionId);
  });

  it('of one upload are counted by a limit of their own', async () => {
    await using limited = await createHarness({ config: { rateLimit: 1 } });
    const person = await limited.admin();
    const begun = await begin(person, 2500, { chunkSize: 1 });
    const codes = new Map<number, number>();
    const left = Array.from({ length: 2020 }, (_, index) => index);
    const next = async () => {
      for (let index = left.shift(); index !== undefined; index = left.shift()) {
        const { status: code } = await sendChunk(person, begun.sessionId, index, Buffer.alloc(1));
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
    };
    await Promise.all([next(), next(), next(), next()]);
    expect(codes.get(200)).toBe(2000);
    expect(codes.get(429)).toBe(20);
    expect((await person.call('uploads.status', { query: { sessionId: begun.sessionId } })).status).toBe(200);
  }, 240_000);
});

describe('the life of an upload', () => {
  it('lasts 24 hours after its last chunk, then it and its bytes are gone', async () => {
    const begun = await begin(admin, 1000, { chunkSize: 500 });
    harness.clock.forward(20 * 60 * 60 * 1000);
    const person = await harness.signIn('admin');
    await sendChunk(person, begun.sessionId, 0, Buffer.alloc(500));
    await status(begun.sessionId, person);
    harness.clock.forward(23 * 60 * 60 * 1000);
    const again = await harness.signIn('admin');
    expect((await status(begun.sessionId, again)).body.data.receivedChunks).toEqual([[0, 0]]);
    harness.clock.forward(60 * 60 * 1000);
    expect((await status(begun.sessionId, again)).status).toBe(404);
    expect((await sendChunk(again, begun.sessionId, 1, Buffer.alloc(500))).status).toBe(404);
    await removeStaleUploads(harness.context);
    expect(await harness.context.parts.list()).toEqual([]);
    admin = again;
  });

  onOneServer('ends when it is cancelled, which frees its space', async () => {
    const bytes = await clip('phone.mp4');
    const id = await upload(admin, bytes);
    expect(await harness.context.parts.list()).toContain(id);
    expect((await cancel(id)).status).toBe(200);
    expect(await harness.context.parts.list()).not.toContain(id);
    expect((await cancel(id)).body.code).toBe('UPLOAD_NOT_FOUND');
    expect((await sendChunk(admin, id, 0, Buffer.alloc(4096))).status).toBe(404);
  });
});
