import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { readContainer } from './read-container.ts';
import type { RemoteVideo } from './video-source.ts';

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

it('a video whose index takes all the time that there is counts as damaged', async () => {
  vi.spyOn(Worker.prototype, 'cpuUsage').mockResolvedValue({ user: 6_000_000, system: 0 });
  await expect(readContainer(unanswered, 500)).rejects.toMatchObject({ code: 'VIDEO_DAMAGED' });
});
