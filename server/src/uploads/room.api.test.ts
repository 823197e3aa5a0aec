import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { clip, upload } from '../../test/uploads.ts';
import { insertMedia } from '../media/store.ts';
import { DiskStorage } from '../platform/storage/disk.ts';
import { queueConversion } from './conversion-store.ts';

const MiB = 1024 * 1024;
/** What videos leave free of a small disk. */
const floor = 1024 * MiB;

const dir = temporaryDir();
/** Bytes that the disk had free when nothing had come. */
let capacity = 0;

/** What the files below a folder take of the disk: one with two names once, of a sparse one what was written. */
async function taken(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const stats = await Promise.all(
    entries.map(({ parentPath, name }) => stat(join(parentPath, name)).catch(() => null)),
  );
  const sizes = new Map(stats.flatMap((each) => (each?.isFile() ? [[each.ino, each.blocks * 512]] : [])));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

async function space() {
  const [uploads, media, tmp] = [await takenBy('uploads'), await takenBy('media'), await takenBy('tmp')];
  return { free: capacity - uploads - media - tmp, total: 2 * floor };
}
const takenBy = (name: string) => taken(join(dir.path, name));

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  const storage = new DiskStorage({
    folder: join(dir.path, 'media'),
    scratchFolder: join(dir.path, 'tmp'),
    space,
  });
  harness = await createHarness({
    config: { dataDir: dir.path, ffmpeg: null, logLevel: 'silent' },
    overrides: { storage },
  });
  admin = await harness.admin();
});
afterEach(async () => {
  for (const { sessionId } of (await admin.call('uploads.open')).body.data.uploads)
    await admin.call('uploads.cancel', { query: { sessionId } });
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

/** Larger by what a player passes over. */
async function phoneVideo(): Promise<Buffer> {
  const free = randomBytes(4 * MiB);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([await clip('phone.mp4'), free]);
}

const init = async (fileSize: number) => {
  const body = { fileName: 'us.mp4', fileSize, fileType: 'video/mp4' } as const;
  const { status, body: answer } = await admin.call('uploads.init', { body });
  return [status, answer.code];
};
const taking = [200, undefined];
const full = [507, 'STORAGE_FULL'];

describe('on a disk with little more than what videos leave free', () => {
  onOneServer(
    'a video with its index at the end that fits is published: the copy needs the room only while it is made',
    async () => {
      const bytes = await phoneVideo();
      capacity = floor + Math.ceil(1.3 * bytes.length);
      const sessionId = await upload(admin, bytes, { chunkSize: MiB });
      const { status, body } = await admin.call('uploads.finalizeWithPost', { body: { sessionId } });
      expect([status, body.code]).toEqual(taking);
      const shown = await harness.guest.fetch(body.data.post.videoUrl ?? '');
      const whole = Buffer.from(await shown.arrayBuffer());
      expect(whole.indexOf('moov')).toBeLessThan(whole.indexOf('mdat'));
      await admin.call('posts.delete', { params: { id: body.postId } });
    },
  );

  onOneServer('no upload is begun that could not be copied once it is there', async () => {
    const size = 1500 * MiB;
    capacity = 2 * size + 64 * MiB - 1;
    expect(await init(size)).toEqual(full);
    capacity += 1;
    expect(await init(size)).toEqual(taking);
  });

  onOneServer('nor one beside which another could not be copied', async () => {
    const [large, small] = [1500 * MiB, 10 * MiB];
    capacity = 2 * large + small + 64 * MiB - 1;
    expect(await init(large)).toEqual(taking);
    expect(await init(small)).toEqual(full);
    capacity += 1;
    expect(await init(small)).toEqual(taking);
  });

  onOneServer('nor one that takes the room of a video that waits to be converted', async () => {
    const [large, small] = [1500 * MiB, 10 * MiB];
    await waitsForConversion(large);
    capacity = large + small + 64 * MiB - 1;
    expect(await init(small)).toEqual(full);
    capacity += 1;
    expect(await init(small)).toEqual(taking);
  });
});

/** Another server has it. */
async function waitsForConversion(size: number): Promise<void> {
  const { db, clock } = harness.context;
  const now = clock.now();
  const sizes = { size, width: 160, height: 120, duration: 2 };
  await db.write(async (tx) => {
    await insertMedia(tx, {
      ...sizes,
      id: 'waits',
      kind: 'video',
      state: 'ready',
      path: 'videos/aa/waits.avi',
      thumbnail_path: null,
      source_widths: '',
      content_type: 'video/x-msvideo',
      placeholder: '',
      file_name: 'us.avi',
      sha256: '',
      owner_id: admin.id,
      created_at: now,
      released_at: null,
    });
    await queueConversion(tx, 'waits', now);
    const held = { state: 'running', lease_until: now + 60_000 } as const;
    await tx.updateTable('video_conversions').set(held).where('media_id', '=', 'waits').execute();
  });
}
