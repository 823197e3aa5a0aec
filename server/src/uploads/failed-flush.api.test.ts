import fs from 'node:fs';
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { begin, chunkOf, clip, sendChunk, sendChunks } from '../../test/uploads.ts';
import { Failure } from '../platform/failure.ts';

let harness: Harness;
let admin: Person;
let fileHandles: FileHandle;
beforeAll(async () => {
  harness = await createHarness({ config: { logLevel: 'silent' } });
  admin = await harness.admin();
  const file = join(harness.context.config.dataDir, 'handle');
  await writeFile(file, '');
  await using handle = await open(file);
  fileHandles = Object.getPrototypeOf(handle) as FileHandle;
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
afterAll(() => harness[Symbol.asyncDispose]());

/** The system says once that bytes were lost; whoever asks again hears of success. */
const breakDisk = () =>
  vi
    .spyOn(fileHandles, 'datasync')
    .mockRejectedValue(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }));

/** No entry of four bytes is written any more, nor is a journal made shorter where that fails as well. */
function breakJournals(code: 'ENOSPC' | 'EROFS'): void {
  const fault = Object.assign(new Error(`${code}: a journal`), { code });
  const { writeSync } = fs;
  vi.spyOn(fs, 'writeSync').mockImplementation((...given: unknown[]) => {
    if (given[3] === 4) throw fault;
    return Reflect.apply(writeSync, fs, given);
  });
  if (code === 'EROFS')
    vi.spyOn(fs, 'ftruncateSync').mockImplementation(() => {
      throw fault;
    });
  syncBuiltinESMExports();
}

const received = async (sessionId: string) =>
  (await admin.call('uploads.status', { query: { sessionId } })).body.data.receivedChunks;

onOneServer('parts that the disk failed to keep are missing, and sent again', async () => {
  const bytes = await clip('phone.mp4');
  const upload = await begin(admin, bytes.length);
  const { sessionId } = upload;
  await sendChunks(admin, upload, bytes, [0]);
  expect(await received(sessionId)).toEqual([[0, 0]]);
  const broken = breakDisk();
  await sendChunks(admin, upload, bytes, [1, 2]);
  expect(await received(sessionId)).toEqual([[0, 0]]);
  broken.mockRestore();
  expect(await received(sessionId)).toEqual([[0, 0]]);
  const early = await admin.call('uploads.finalizeWithPost', { body: { sessionId } });
  expect(early.body).toMatchObject({ code: 'CHUNKS_MISSING', missingChunks: [[1, upload.totalChunks - 1]] });
  await sendChunks(admin, upload, bytes);
  expect((await admin.call('uploads.finalizeWithPost', { body: { sessionId } })).status).toBe(200);
});

onOneServer('they are missing also where the server ends before it tried again', async () => {
  const bytes = await clip('phone.mp4');
  const upload = await begin(admin, bytes.length);
  const broken = breakDisk();
  await sendChunks(admin, upload, bytes, [0, 1]);
  await harness.context.openUploads[Symbol.asyncDispose]();
  expect(broken).toHaveBeenCalled();
  broken.mockRestore();
  expect(await received(upload.sessionId)).toEqual([]);
});

onOneServer(
  'parts that were durable stay where the file was closed and opened before the disk failed',
  async () => {
    const bytes = await clip('phone.mp4');
    const upload = await begin(admin, bytes.length);
    const { sessionId } = upload;
    await sendChunks(admin, upload, bytes, [0, 1]);
    await harness.context.openUploads[Symbol.asyncDispose]();
    const broken = breakDisk();
    await sendChunks(admin, upload, bytes, [2]);
    expect(await received(sessionId)).toEqual([[0, 1]]);
    broken.mockRestore();
    expect(await received(sessionId)).toEqual([[0, 1]]);
  },
);

onOneServer('a part that was on its way meanwhile is refused, and taken when it comes again', async () => {
  const bytes = await clip('phone.mp4');
  const upload = await begin(admin, bytes.length);
  const { sessionId } = upload;
  const broken = breakDisk();
  await sendChunks(admin, upload, bytes, [0]);
  const chunk = chunkOf(bytes, upload, 1);
  const { promise: half, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: rest, resolve: go } = Promise.withResolvers<void>();
  const writev = fileHandles.writev;
  vi.spyOn(fileHandles, 'writev').mockImplementation(async function (this: FileHandle, ...given) {
    arrive();
    await rest;
    return Reflect.apply(writev, this, given);
  });
  const sending = sendChunk(admin, sessionId, 1, chunk);
  await half;
  expect(await received(sessionId)).toEqual([]);
  broken.mockRestore();
  go();
  expect(await sending).toMatchObject({ status: 503, body: { code: 'STORAGE_UNAVAILABLE' } });
  expect(await received(sessionId)).toEqual([]);
  expect((await sendChunk(admin, sessionId, 1, chunk)).status).toBe(200);
  expect(await received(sessionId)).toEqual([[1, 1]]);
});

onOneServer.each(['ENOSPC', 'EROFS'] as const)(
  'they are missing also where nothing can be written to the journal any more (%s)',
  async (code) => {
    const bytes = await clip('phone.mp4');
    const upload = await begin(admin, bytes.length);
    await sendChunks(admin, upload, bytes, [0]);
    expect(await received(upload.sessionId)).toEqual([[0, 0]]);
    await sendChunks(admin, upload, bytes, [1, 2]);
    breakDisk();
    breakJournals(code);
    expect(await received(upload.sessionId)).toEqual([[0, 0]]);
    await harness.context.openUploads[Symbol.asyncDispose]();
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    expect(await received(upload.sessionId)).toEqual([[0, 0]]);
    await sendChunks(admin, upload, bytes);
    await harness.context.openUploads[Symbol.asyncDispose]();
    expect(await received(upload.sessionId)).toEqual([[0, upload.totalChunks - 1]]);
  },
);

onOneServer(
  'other bytes take no part’s place before it is durably taken back, however often they come',
  async () => {
    const bytes = await clip('phone.mp4');
    const upload = await begin(admin, bytes.length);
    const { sessionId, chunkSize } = upload;
    await sendChunks(admin, upload, bytes, [0]);
    expect(await received(sessionId)).toEqual([[0, 0]]);
    const broken = breakDisk();
    const other = Buffer.alloc(chunkSize, 1);
    for (let time = 0; time < 2; time += 1)
      expect(await sendChunk(admin, sessionId, 0, other)).toMatchObject({
        status: 503,
        body: { code: 'STORAGE_UNAVAILABLE' },
      });
    const there = await readFile(harness.context.parts.pathOf(sessionId));
    expect(there.subarray(0, chunkSize).equals(bytes.subarray(0, chunkSize))).toBe(true);
    broken.mockRestore();
    expect((await sendChunk(admin, sessionId, 0, other)).status).toBe(200);
    expect(await received(sessionId)).toEqual([[0, 0]]);
  },
);

onOneServer(
  'an upload that is cancelled while nothing can be written to its journal leaves no bytes',
  async () => {
    const bytes = await clip('phone.mp4');
    const upload = await begin(admin, bytes.length);
    const { sessionId } = upload;
    await sendChunks(admin, upload, bytes, [0]);
    const broken = breakDisk();
    breakJournals('EROFS');
    expect(await received(sessionId)).toEqual([]);
    broken.mockRestore();
    expect(await admin.call('uploads.cancel', { query: { sessionId } })).toMatchObject({ status: 200 });
    expect(await harness.context.parts.list()).not.toContain(sessionId);
  },
);

onOneServer('what is durable is told also where no journal can be opened on a full disk', async () => {
  const bytes = await clip('phone.mp4');
  const upload = await begin(admin, bytes.length);
  await sendChunks(admin, upload, bytes, [0]);
  expect(await received(upload.sessionId)).toEqual([[0, 0]]);
  await harness.context.openUploads[Symbol.asyncDispose]();
  vi.spyOn(harness.context.parts, 'open').mockRejectedValue(new Failure('STORAGE_FULL'));
  expect(await received(upload.sessionId)).toEqual([[0, 0]]);
});
