import { expect, it, vi } from 'vitest';
import { createHarness } from '../../test/harness.ts';
import { chunkOf, clip, sendChunk, upload } from '../../test/uploads.ts';

it('an upload that takes long to be finished is not opened a second time meanwhile', async () => {
  await using harness = await createHarness({ config: { ffmpeg: null, logLevel: 'silent' } });
  const { openUploads, parts, video } = harness.context;
  const admin = await harness.admin();
  const bytes = await clip('plain.mp4');
  const sessionId = await upload(admin, bytes);
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  const inspect = video.inspect.bind(video);
  vi.spyOn(video, 'inspect').mockImplementation(async (source) => {
    reach();
    await held;
    return inspect(source);
  });
  const opened = vi.spyOn(parts, 'open');
  const finishing = admin.call('uploads.finalizeWithPost', { body: { sessionId } });
  await reached;
  const before = opened.mock.calls.length;
  {
    const later = performance.now() + 61_000;
    using _now = vi.spyOn(performance, 'now').mockReturnValue(later);
    await openUploads.closeIdle();
  }
  const chunk = await sendChunk(admin, sessionId, 0, chunkOf(bytes, { chunkSize: 4096 }, 0));
  expect([chunk.body.code, opened.mock.calls.length]).toEqual(['UPLOAD_FINISHED', before]);
  go();
  expect((await finishing).status).toBe(200);
});
