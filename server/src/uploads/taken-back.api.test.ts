import { Readable } from 'node:stream';
import { expect, vi } from 'vitest';
import { createHarness } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { begin, chunkOf, clip, sendChunks } from '../../test/uploads.ts';
import { findSession } from './store.ts';

onOneServer('an upload is not finished where a chunk is taken back while it waits for it', async () => {
  await using harness = await createHarness({ config: { logLevel: 'silent' } });
  const admin = await harness.admin();
  const { openUploads, db, clock } = harness.context;
  const bytes = await clip('phone.mp4');
  const upload = await begin(admin, bytes.length);
  const { sessionId, chunkSize } = upload;
  await sendChunks(admin, upload, bytes);
  const session = await findSession(db.read, sessionId);
  if (!session) throw new Error('there is no such upload');

  const send = (index: number, source: Readable) =>
    openUploads.receive({
      ...{ userId: admin.id, sessionId, index, source },
      ...{ declaredSize: null, now: clock.now() },
    });
  const { promise: rest, resolve: go } = Promise.withResolvers<void>();
  async function* otherBytes() {
    yield chunkOf(bytes, upload, 0).subarray(0, 100);
    await rest;
    yield Buffer.alloc(chunkSize - 100, 1);
  }
  const late = send(0, Readable.from(otherBytes())).catch((error: unknown) => error);
  const work = vi.fn(async () => {});
  const finish = openUploads.whileComplete(session, work).catch((error: unknown) => error);
  await vi.waitFor(() =>
    expect(send(1, Readable.from([chunkOf(bytes, upload, 1)]))).rejects.toMatchObject({
      code: 'UPLOAD_FINISHED',
    }),
  );
  go();
  expect(await late).toMatchObject({ code: 'UPLOAD_FINISHED' });
  expect(await finish).toMatchObject({ code: 'CHUNKS_MISSING' });
  expect(work).not.toHaveBeenCalled();
});
