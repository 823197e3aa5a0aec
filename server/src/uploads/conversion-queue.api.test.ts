import { writeFile } from 'node:fs/promises';
import { dayMs, minuteMs } from '@duet/contract/limits';
import { en } from '@duet/contract/texts/en';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Converter } from '../../test/converter.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { clip, upload } from '../../test/uploads.ts';
import type { VideoConversionRow } from '../platform/db/schema/uploads.ts';
import { Failure } from '../platform/failure.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { convertNext } from './convert.ts';

let harness: Harness;
let admin: Person;
let converter: Converter;
let id: string;
/** A published video that waits, and no worker but the test. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  converter = new Converter(null);
  converter.convertWith = async ({ into }) => writeFile(into, await clip('index-first.mp4'));
  vi.spyOn(Jobs.prototype, 'start').mockReturnValue({ [Symbol.asyncDispose]: async () => {} });
  harness = await createHarness({ config: { logLevel: 'silent' }, overrides: { video: converter } });
  admin = await harness.admin();
  const sessionId = await upload(admin, await clip('clip.avi'), { fileType: 'video/x-msvideo' });
  id = (await admin.call('uploads.finalizeWithPost', { body: { sessionId } })).body.postId;
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await harness[Symbol.asyncDispose]();
});

const convert = () => convertNext(harness.context, new AbortController().signal);
const processing = async () =>
  (await admin.call('posts.detail', { params: { id } })).body.data.post.processing;
const pass = (ms: number) => void vi.advanceTimersByTime(ms);
const change = (row: Partial<VideoConversionRow>) =>
  harness.context.db.write((tx) => tx.updateTable('video_conversions').set(row).execute());

describe('a conversion that a server with a clock far ahead has', () => {
  const far = () => harness.context.clock.now() + dayMs;

  it('is its for as long as it gives a sign of life', async () => {
    for (let n = 0; n < 10; n += 1) {
      await change({ state: 'running', attempts: 1, lease_until: far() + n });
      expect(await convert()).toBe(false);
      pass(30_000);
    }
    expect(await processing()).toMatchObject({ state: 'running' });
  });

  it('is made by another one a minute after the last sign', async () => {
    await change({ state: 'running', attempts: 1, lease_until: far() });
    expect(await convert()).toBe(false);
    pass(minuteMs);
    expect(await convert()).toBe(true);
    expect(await processing()).toMatchObject({ state: 'done' });
  });
});

describe('a conversion that no server can make', () => {
  it('fails after ten minutes, and is made when it is asked for again', async () => {
    const there = vi.spyOn(converter, 'canConvert').mockResolvedValue(false);
    for (let n = 0; n < 10; n += 1) {
      expect(await convert()).toBe(false);
      expect(await processing()).toMatchObject({ state: 'queued' });
      pass(minuteMs);
    }
    expect(await convert()).toBe(true);
    expect(await processing()).toMatchObject({ state: 'failed', error: en.conversionUnavailable });
    there.mockResolvedValue(true);
    expect((await admin.call('videos.retry', { params: { id } })).status).toBe(200);
    expect(await convert()).toBe(true);
    expect(await processing()).toMatchObject({ state: 'done' });
  });

  it('waits on where another server has one and makes those before it', async () => {
    vi.spyOn(converter, 'canConvert').mockResolvedValue(false);
    const soon = () => harness.context.clock.now() + minuteMs;
    expect(await convert()).toBe(false);
    for (const state of ['running', 'queued'] as const) {
      pass(9 * minuteMs);
      await change({ state, lease_until: state === 'running' ? soon() : null });
      expect(await convert()).toBe(false);
    }
    expect(await processing()).toMatchObject({ state: 'queued' });
  });
});

describe('a conversion whose store does not answer', () => {
  const fail = () =>
    vi.spyOn(harness.context.storage, 'adopt').mockRejectedValue(new Failure('STORAGE_UNAVAILABLE'));
  const attempt = async () => {
    harness.clock.forward(2 * minuteMs);
    return convert();
  };

  it('is begun again until it does, however often that is', async () => {
    const store = fail();
    for (let n = 0; n < 8; n += 1) expect(await attempt()).toBe(true);
    expect(await processing()).toMatchObject({ state: 'running', error: null });
    store.mockRestore();
    expect(await attempt()).toBe(true);
    expect(await processing()).toMatchObject({ state: 'done' });
  });

  it('fails where that goes on for longer than a day', async () => {
    fail();
    await attempt();
    harness.clock.forward(dayMs);
    for (let n = 0; n < 4; n += 1) expect(await attempt()).toBe(true);
    const row = await harness.context.db.read.selectFrom('video_conversions').selectAll().executeTakeFirst();
    expect(row).toMatchObject({ state: 'failed', error: 'conversionFailed' });
  });
});
