import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { clip } from '../../../test/uploads.ts';
import { readContainer } from './read-container.ts';
import type { RemoteVideo } from './video-source.ts';
import { VideoTools } from './video-tools.ts';

/** A video in a store that never answers. */
const unanswered: RemoteVideo = {
  size: 1000,
  read: () => new Promise(() => {}),
  async *stream() {},
  file: () => new Promise(() => {}),
};

it('a store that does not answer is no fault of the video', async () => {
  await expect(readContainer(unanswered, 500)).rejects.toMatchObject({
    code: 'OVERLOADED',
    details: { retryAfterSeconds: 10 },
  });
});

it('an index that is larger than any real one is not read', async () => {
  using dir = temporaryDir();
  const file = join(dir.path, 'file.mp4');
  const bytes = await clip('phone.mp4');
  const extra = 40 * 1024 * 1024;
  const moov = bytes.indexOf('moov') - 4;
  bytes.writeUInt32BE(bytes.readUInt32BE(moov) + extra, moov);
  const free = Buffer.from('\0\0\0\0free', 'latin1');
  free.writeUInt32BE(extra);
  await writeFile(file, Buffer.concat([bytes, free]));
  await truncate(file, bytes.length + extra);
  await expect(new VideoTools(null).inspect(file)).rejects.toMatchObject({ code: 'VIDEO_DAMAGED' });
});

it('a video whose index takes all the time that there is counts as damaged', async () => {
  vi.spyOn(Worker.prototype, 'cpuUsage').mockResolvedValue({ user: 6_000_000, system: 0 });
  await expect(readContainer(unanswered, 500)).rejects.toMatchObject({ code: 'VIDEO_DAMAGED' });
});
