import { spawnSync } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { en } from '@duet/contract/texts/en';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Converter } from '../../test/converter.ts';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { storedMedia } from '../../test/stored.ts';
import { clip, upload } from '../../test/uploads.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { type Conversion, ConversionFault } from '../platform/video/video.ts';
import { VideoTools } from '../platform/video/video-tools.ts';
import { convertNext } from './convert.ts';

const present = spawnSync('ffmpeg', ['-version']).status === 0;

let harness: Harness;
let admin: Person;
let converter: Converter;
beforeEach(async () => {
  converter = new Converter(null);
  harness = await createHarness({ config: { logLevel: 'silent' }, overrides: { video: converter } });
  admin = await harness.admin();
});
afterEach(() => harness[Symbol.asyncDispose]());

const never = new AbortController().signal;
/** A server that looks at the queue when the lease of any other is over, however often that one renews it meanwhile. */
const later = (): Context => ({
  ...harness.context,
  clock: { now: () => harness.context.clock.now() + 90_000 },
});
const post = async (id: string, caller: Pick<Person, 'call'> = admin) =>
  (await caller.call('posts.detail', { params: { id } })).body.data.post;
const sent = async () => upload(admin, await clip('clip.avi'), { fileType: 'video/x-msvideo' });
const finished = async (sessionId?: string) => {
  sessionId ??= await sent();
  const { status, body } = await admin.call('uploads.finalizeWithPost', { body: { sessionId } });
  expect(body.error ?? status).toBe(200);
  return body.data.post;
};
const write = (name: string) => async (conversion: Conversion) => {
  await writeFile(conversion.into, await clip(name));
};

describe('a video that browsers do not play', () => {
  it('is converted after it was published, and takes its place when that is done', async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    converter.convertWith = async (conversion) => {
      conversion.onProgress(40);
      await held;
      await write('index-first.mp4')(conversion);
    };
    const { _id, processing, videoUrl, published } = await finished();
    expect([published, videoUrl]).toEqual([true, null]);
    expect(processing?.state).toMatch(/queued|running/);
    await eventually(async () =>
      expect((await post(_id)).processing).toMatchObject({ state: 'running', progress: 40 }),
    );
    expect(await post(_id, harness.guest)).toMatchObject({ videoUrl: null, mediaUrl: null });
    expect((await post(_id, harness.guest)).processing).toBeUndefined();
    go();
    await eventually(async () => expect((await post(_id)).processing?.state).toBe('done'));
    const done = await post(_id, harness.guest);
    expect(done.videoUrl).toMatch(/^\/media\/videos\/.*\.mp4$/);
    expect((await harness.guest.fetch(done.videoUrl ?? '')).status).toBe(200);
    await eventually(async () => expect((await storedMedia(harness)).states).toEqual(['ready']));
  }, 30_000);

  it('says why it failed, and is tried again when an admin asks', async () => {
    converter.convertWith = async () => {
      throw new ConversionFault('conversionFailed', 'not this one');
    };
    const { _id } = await finished();
    await eventually(async () => expect((await post(_id)).processing?.state).toBe('failed'));
    expect((await post(_id)).processing?.error).toBe('This video could not be converted. It may be damaged.');
    converter.convertWith = write('index-first.mp4');
    const person = await harness.person('maria');
    expect((await person.call('videos.retry', { params: { id: _id } })).status).toBe(403);
    expect((await admin.call('videos.retry', { params: { id: _id } })).status).toBe(200);
    await eventually(async () => expect((await post(_id)).processing?.state).toBe('done'));
    expect((await admin.call('videos.retry', { params: { id: _id } })).body.code).toBe('WRONG_STATE');
  }, 30_000);

  it('waits for an ffmpeg where there is none when it is its turn', async () => {
    converter.convertWith = write('index-first.mp4');
    const sessionId = await sent();
    const converts = vi.spyOn(converter, 'canConvert').mockResolvedValue(false);
    const { _id } = await finished(sessionId);
    expect(await convertNext(harness.context, never)).toBe(false);
    expect((await post(_id)).processing).toMatchObject({ state: 'queued', error: null });
    converts.mockRestore();
    await convertNext(harness.context, never);
    await eventually(async () => expect((await post(_id)).processing?.state).toBe('done'));
  }, 30_000);

  it('of which the end is missing has failed, and keeps its original', async () => {
    converter.sourceDuration = 60;
    converter.convertWith = write('index-first.mp4');
    const { _id } = await finished();
    await eventually(async () => expect((await post(_id)).processing?.state).toMatch(/failed|done/));
    expect((await post(_id)).processing).toMatchObject({ state: 'failed', error: en.conversionFailed });
    const { path } = await harness.context.db.read
      .selectFrom('media')
      .select('path')
      .executeTakeFirstOrThrow();
    expect(await storedMedia(harness)).toEqual({ files: [basename(path)], states: ['ready'] });
    expect(path).toMatch(/\.avi$/);
  }, 30_000);

  it('may end a little sooner than its original', async () => {
    converter.sourceDuration = 2.9;
    converter.convertWith = write('index-first.mp4');
    const { _id } = await finished();
    await eventually(async () => expect((await post(_id)).processing?.state).toBe('done'));
  }, 30_000);

  it('waits for an admin where there is no room for what comes out, and takes none for its original', async () => {
    const sessionId = await sent();
    const { storage } = harness.context;
    const scratch = storage.scratch.bind(storage);
    let full = true;
    let links = 0;
    vi.spyOn(storage, 'scratch').mockImplementation(async () => ({
      ...(await scratch()),
      requireRoom: async () => {
        if (full) throw new Failure('STORAGE_FULL');
      },
    }));
    converter.convertWith = async (conversion) => {
      links = (await stat(conversion.source)).nlink;
      await write('index-first.mp4')(conversion);
    };
    const { _id } = await finished(sessionId);
    await eventually(async () => expect((await post(_id)).processing?.state).toBe('failed'));
    expect((await post(_id)).processing?.error).toBe(en.STORAGE_FULL);
    full = false;
    expect((await admin.call('videos.retry', { params: { id: _id } })).status).toBe(200);
    await eventually(async () => expect((await post(_id)).processing?.state).toBe('done'));
    expect(links).toBe(2);
  }, 30_000);

  it.each(['STORAGE_UNAVAILABLE', 'OVERLOADED'] as const)(
    'is converted again when its lease has ended where keeping the result was %s',
    async (code) => {
      converter.convertWith = write('index-first.mp4');
      const { storage, log } = harness.context;
      const adopt = storage.adopt.bind(storage);
      let fails = true;
      vi.spyOn(storage, 'adopt').mockImplementation((key, file) => {
        if (fails && key.endsWith('.mp4')) throw new Failure(code);
        return adopt(key, file);
      });
      const warned = vi.spyOn(log, 'warn');
      const { _id } = await finished();
      await eventually(() =>
        expect(warned).toHaveBeenCalledWith(expect.anything(), 'a video could not be converted'),
      );
      expect(await convertNext(harness.context, never)).toBe(false);
      expect((await post(_id)).processing).toMatchObject({ state: 'running', error: null });
      fails = false;
      expect(await convertNext(later(), never)).toBe(true);
      expect((await post(_id)).processing?.state).toBe('done');
    },
    30_000,
  );

  it('is worked on by one server at a time, and again when that one is dead', async () => {
    let runs = 0;
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    converter.convertWith = async (conversion) => {
      runs += 1;
      if (runs === 1) await held;
      await write('index-first.mp4')(conversion);
    };
    const { _id } = await finished();
    await eventually(() => expect(runs).toBe(1));
    expect(await convertNext(harness.context, never)).toBe(false);
    expect(await convertNext(later(), never)).toBe(true);
    expect([runs, (await post(_id)).processing?.state]).toEqual([2, 'done']);
    go();
  }, 30_000);

  it.each(['link', 'adopt'] as const)(
    'is its server’s as long as the store takes to %s it',
    async (step) => {
      converter.convertWith = write('index-first.mp4');
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
      const { promise: held, resolve: go } = Promise.withResolvers<void>();
      const { storage, db, clock } = harness.context;
      const original = storage[step].bind(storage) as (...given: unknown[]) => Promise<never>;
      const slow = vi
        .spyOn(storage, step)
        .mockImplementation(async (...given: [key: string, ...unknown[]]) => {
          if (step === 'link' || given[0].endsWith('.mp4')) {
            reach();
            await held;
          }
          return original(...given);
        });
      const { _id } = await finished();
      await reached;
      const halfOver = clock.now() + 30_000;
      await db.write((tx) => tx.updateTable('video_conversions').set({ lease_until: halfOver }).execute());
      await eventually(async () => {
        const job = await db.read.selectFrom('video_conversions').selectAll().executeTakeFirst();
        expect(job).toMatchObject({ state: 'running' });
        expect(job?.lease_until).toBeGreaterThan(halfOver);
      });
      go();
      await eventually(async () => expect((await post(_id)).processing?.state).toBe('done'));
      slow.mockRestore();
    },
    30_000,
  );

  it('is ended at a server from which another took it over, whose it stays', async () => {
    const running: Conversion[] = [];
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    converter.convertWith = async (conversion) => {
      running.push(conversion);
      if (running.length > 1) {
        await held;
        return write('index-first.mp4')(conversion);
      }
      await new Promise((resolve) => conversion.signal.addEventListener('abort', resolve));
      throw new ConversionFault('conversionFailed', 'it was ended');
    };
    const failed = vi.spyOn(harness.context.log, 'warn');
    const { _id } = await finished();
    await eventually(() => expect(running).toHaveLength(1));
    const takenOver = convertNext(later(), never);
    await eventually(() => expect(running).toHaveLength(2));
    await eventually(() =>
      expect(failed).toHaveBeenCalledWith(expect.anything(), 'a video could not be converted'),
    );
    expect((await post(_id)).processing).toMatchObject({ state: 'running', error: null });
    go();
    expect(await takenOver).toBe(true);
    expect((await post(_id)).processing?.state).toBe('done');
  }, 30_000);

  it('that ended three servers has failed, and holds up none that waits behind it', async () => {
    converter.convertWith = async () => {
      throw new ConversionFault('conversionFailed', 'not this one');
    };
    const { _id: usedUp } = await finished();
    await eventually(async () => expect((await post(usedUp)).processing?.state).toBe('failed'));
    await harness.context.db.write((tx) =>
      tx.updateTable('video_conversions').set({ state: 'queued', attempts: 3, error: null }).execute(),
    );
    converter.convertWith = write('index-first.mp4');
    const { _id: behind } = await finished();
    // Less than the time after which the queue is looked at anyhow.
    await eventually(async () => expect((await post(behind)).processing?.state).toBe('done'));
    expect((await post(usedUp)).processing?.state).toBe('failed');
  }, 30_000);

  it('of a post that is deleted meanwhile leaves nothing', async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    converter.convertWith = async (conversion) => {
      await held;
      await write('index-first.mp4')(conversion);
    };
    const { _id } = await finished();
    await eventually(async () => expect((await post(_id)).processing?.state).toBe('running'));
    await admin.call('posts.delete', { params: { id: _id } });
    go();
    await eventually(async () => expect((await storedMedia(harness)).states).toEqual([]));
  }, 30_000);
});

describe(`ffmpeg itself, which is ${present ? 'on this machine' : 'NOT on this machine: refusals are tried instead'}`, () => {
  it.each([
    ['clip.avi', 'video/x-msvideo'],
    ['clip.wmv', 'video/x-ms-wmv'],
    ['clip.ogv', 'video/ogg'],
    ['odd-codec.mov', 'video/quicktime'],
  ] as const)(
    '%s (%s)',
    async (name, fileType) => {
      await using real = await createHarness({ config: { ffmpeg: 'ffmpeg' } });
      const person = await real.admin();
      const uploaded = clip(name).then((bytes) => upload(person, bytes, { fileType }));
      if (!present && fileType !== 'video/quicktime')
        return await expect(uploaded).rejects.toThrow('this site cannot convert it');
      const sessionId = await uploaded;
      const { status, body } = await person.call('uploads.finalizeWithPost', { body: { sessionId } });
      if (!present) return expect([status, body.code]).toEqual([415, 'VIDEO_NOT_PLAYABLE']);
      expect(body.data.post.processing?.state).toMatch(/queued|running/);
      expect(body.data.post.thumbnailUrl).toMatch(/_thumb/);
      const id = body.postId;
      await eventually(async () => expect((await post(id, person)).processing?.state).toBe('done'), 30_000);
      const { videoUrl, duration, media } = await post(id, person);
      expect(duration).toBeGreaterThan(0.9);
      expect(media[0]).toMatchObject({ width: 160, height: 120 });
      const bytes = Buffer.from(await (await person.fetch(videoUrl ?? '')).arrayBuffer());
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
      expect(bytes.includes('avc1')).toBe(true);
    },
    60_000,
  );

  it('is not used where DUET_FFMPEG is off', async () => {
    expect(await new VideoTools(null).canConvert()).toBe(false);
    expect(await new VideoTools('no-such-program').canConvert()).toBe(false);
  });
});
