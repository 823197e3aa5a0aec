import { limits } from '@duet/contract/limits';
import { expect, it } from 'vitest';
import { createHarness, type Person } from '../../test/harness.ts';
import { begin, sendChunk } from '../../test/uploads.ts';
import { ConfirmedClock } from '../platform/confirmed-clock.ts';
import { removeStaleUploads } from './garbage-collection.ts';

it('a clock that jumps ahead ends no upload, and one that has passed in truth does', async () => {
  let jumped = 0;
  let passed = 0;
  const clock = { now: () => Date.now() + jumped + passed };
  const monotonic = () => performance.now() + passed;
  const confirmedClock = new ConfirmedClock(clock, { since: null, monotonic });
  await using harness = await createHarness({ overrides: { clock, confirmedClock } });
  let admin: Person = await harness.admin();
  const { sessionId } = await begin(admin, 1000, { chunkSize: 500 });
  await sendChunk(admin, sessionId, 0, Buffer.alloc(500));
  const received = () => admin.call('uploads.status', { query: { sessionId } });
  await received();

  jumped = 3 * limits.upload.lifeMs;
  admin = await harness.signIn('admin');
  await removeStaleUploads(harness.context);
  expect((await received()).body.data.receivedChunks).toEqual([[0, 0]]);
  expect(await harness.context.parts.list()).toEqual([sessionId]);
  expect((await admin.call('uploads.open')).body.data.uploads).toHaveLength(1);
  expect((await sendChunk(admin, sessionId, 1, Buffer.alloc(500))).status).toBe(200);

  // Set right again, which is no age either.
  jumped = 0;
  admin = await harness.signIn('admin');
  await removeStaleUploads(harness.context);
  expect((await received()).body.data.receivedChunks).toEqual([[0, 1]]);

  for (let hours = 0; hours < 24 * 5; hours += 1) {
    passed += 60 * 60 * 1000;
    await removeStaleUploads(harness.context);
  }
  expect(await harness.context.parts.list()).toEqual([]);
});
