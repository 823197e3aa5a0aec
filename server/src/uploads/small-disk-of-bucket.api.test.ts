import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { phonePhoto } from '../../test/pictures.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { begin, clip, upload } from '../../test/uploads.ts';
import { Bucket } from '../platform/storage/s3/bucket.ts';
import { S3Storage } from '../platform/storage/s3/s3-storage.ts';

const MiB = 1024 * 1024;
/** What files in the making leave free. */
const floor = 64 * MiB;

/** Instead of ffmpeg and ffprobe: what they would answer of `clip.avi`. */
async function standIn(folder: string): Promise<string> {
  await copyFile(new URL('../../test/videos/index-first.mp4', import.meta.url), join(folder, 'out.mp4'));
  await writeFile(join(folder, 'out.jpg'), await phonePhoto(400, 300));
  const probed = '{"streams":[{"width":160,"height":120}],"format":{"duration":"2"}}';
  const ffmpeg = `for into; do :; done
case "$*" in *image2*) cp ${folder}/out.jpg "$into";; *libx264*) cp ${folder}/out.mp4 "$into";; esac`;
  for (const [name, does] of [
    ['ffprobe', `echo '${probed}'`],
    ['ffmpeg', ffmpeg],
  ] as const)
    await writeFile(join(folder, name), `#!/bin/sh\n${does}\n`, { mode: 0o700 });
  return join(folder, 'ffmpeg');
}

/** Bytes that are free on the server's own disk. */
let free = 0;
let parts: AsyncDisposableStack;
let harness: Harness;
let admin: Person;
beforeAll(async () => {
  parts = new AsyncDisposableStack();
  const [dataDir, tools] = [parts.use(temporaryDir()).path, parts.use(temporaryDir()).path];
  const { settings } = parts.use(await startS3Server());
  const storage = new S3Storage({
    bucket: parts.use(await Bucket.connect(settings)),
    scratchFolder: join(dataDir, 'tmp'),
    space: async () => ({ free, total: 20 * 1024 * MiB }),
  });
  const config = { dataDir, s3: settings, ffmpeg: await standIn(tools), logLevel: 'silent' } as const;
  harness = parts.use(await createHarness({ config, overrides: { storage } }));
  admin = await harness.admin();
});
afterAll(() => parts.disposeAsync());

const fileType = 'video/x-msvideo';

onOneServer(
  'with the media in a bucket a small disk takes a video that has to be converted',
  async () => {
    const bytes = await clip('clip.avi');
    free = floor + 2 * bytes.length;
    const sessionId = await upload(admin, bytes, { fileType });
    const { status, body } = await admin.call('uploads.finalizeWithPost', { body: { sessionId } });
    expect([status, body.code]).toEqual([200, undefined]);
    expect(body.data.post.thumbnailUrl).toMatch(/_thumb/);
    const post = async () =>
      (await admin.call('posts.detail', { params: { id: body.postId } })).body.data.post;
    await eventually(async () => expect((await post()).processing?.state).toMatch(/done|failed/));
    expect(await post()).toMatchObject({ processing: { state: 'done' }, videoUrl: expect.any(String) });
  },
  30_000,
);

onOneServer(
  'one that has no room for it and for what comes out is told of before it is uploaded',
  async () => {
    const size = 100 * MiB;
    free = floor + 2 * size - 1;
    const body = { fileName: 'us.avi', fileSize: size, fileType } as const;
    const { status, body: answer } = await admin.call('uploads.init', { body });
    expect([status, answer.code]).toEqual([507, 'STORAGE_FULL']);
    expect((await admin.call('uploads.open')).body.data.uploads).toEqual([]);
    // What browsers may play as it is never lies on this disk.
    await begin(admin, size);
    free += 1;
    await begin(admin, size, { fileType });
  },
);
