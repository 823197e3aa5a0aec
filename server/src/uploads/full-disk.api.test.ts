import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { en } from '@duet/contract/texts/en';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { nothing, storedMedia } from '../../test/stored.ts';
import { begin, chunkOf, clip, sendChunk, sendChunks } from '../../test/uploads.ts';
import { type Disk, mountVolume, realDisk } from '../../test/volume.ts';
import { Failure } from '../platform/failure.ts';

const MiB = 1024 * 1024;
const full = [507, 'STORAGE_FULL', en.STORAGE_FULL];

/** Answers every write of a chunk as a full disk does. */
async function saidDisk(folder: string): Promise<Disk> {
  const file = join(folder, 'handle');
  await writeFile(file, '');
  await using handle = await open(file);
  const kind = Object.getPrototypeOf(handle) as FileHandle;
  return {
    async fill() {
      vi.spyOn(kind, 'writev').mockRejectedValue(
        Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }),
      );
    },
    async free() {
      vi.restoreAllMocks();
    },
  };
}

const volume = mountVolume();
const how = volume
  ? 'a disk that is full (a small volume, filled)'
  : 'a disk that says it is full (no volume can be mounted here)';

describe(how, () => {
  let harness: Harness;
  let admin: Person;
  let disk: Disk;
  beforeAll(async () => {
    harness = await createHarness({
      config: { logLevel: 'silent', ...(volume ? { dataDir: volume.folder } : {}) },
    });
    admin = await harness.admin();
    disk = volume ? realDisk(volume.folder) : await saidDisk(harness.context.config.dataDir);
  });
  afterAll(async () => {
    await harness[Symbol.asyncDispose]();
    volume?.[Symbol.dispose]();
  });

  it('refuses chunks with 507 and its sentence; the upload is still there, and ends whole once there is room', async () => {
    const head = await clip('index-first.mp4');
    const box = Buffer.alloc(8);
    box.writeUInt32BE(6 * MiB - head.length);
    box.write('free', 4, 'latin1');
    const bytes = Buffer.concat([head, box, randomBytes(6 * MiB - head.length - 8)]);
    const upload = await begin(admin, bytes.length, { chunkSize: MiB });
    for (const index of [0, 1])
      await sendChunk(admin, upload.sessionId, index, chunkOf(bytes, upload, index));
    const status = () => admin.call('uploads.status', { query: { sessionId: upload.sessionId } });
    expect((await status()).body.data.receivedChunks).toEqual([[0, 1]]);

    await disk.fill();
    for (const index of [2, 5]) {
      const answer = await sendChunk(admin, upload.sessionId, index, chunkOf(bytes, upload, index));
      expect([answer.status, answer.body.code, answer.body.error]).toEqual(full);
    }
    const meanwhile = await status();
    expect([meanwhile.status, meanwhile.body.data.receivedChunks]).toEqual([200, [[0, 1]]]);
    const unfinished = await admin.call('uploads.finalizeWithPost', {
      body: { sessionId: upload.sessionId },
    });
    expect([409, 507]).toContain(unfinished.status);

    await disk.free();
    await sendChunks(admin, upload, bytes, [2, 3, 4, 5]);
    const finished = await admin.call('uploads.finalizeWithPost', { body: { sessionId: upload.sessionId } });
    expect(finished.status).toBe(200);
    expect(finished.body.data.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    await admin.call('posts.delete', { params: { id: finished.body.postId } });
    expect(await storedMedia(harness)).toEqual(nothing);
  }, 60_000);

  it('begins no upload that would not fit', async () => {
    const spy = vi.spyOn(harness.context.storage, 'requireRoom');
    if (!volume) spy.mockRejectedValue(new Failure('STORAGE_FULL'));
    const body = { fileName: 'us.mp4', fileSize: 2048 * MiB, fileType: 'video/mp4' } as const;
    const { status, body: answer } = await admin.call('uploads.init', { body });
    expect([status, answer.code, answer.error]).toEqual(full);
    expect(await harness.context.parts.list()).toEqual([]);
    vi.restoreAllMocks();
  });
});
