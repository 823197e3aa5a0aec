import { videoTypes } from '@duet/contract/uploads/shapes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { VideoTools } from '../platform/video/video-tools.ts';

describe('without ffmpeg', () => {
  let harness: Harness;
  let admin: Person;
  beforeAll(async () => {
    harness = await createHarness({ config: { ffmpeg: null } });
    admin = await harness.admin();
  });
  afterAll(() => harness[Symbol.asyncDispose]());

  it.each([
    ['video/x-msvideo', 'AVI'],
    ['video/x-ms-wmv; codecs="wmv3"', 'WMV'],
    ['video/ogg', 'Ogg'],
  ] as const)('%s is refused by its type, before a byte is sent', async (fileType, kind) => {
    const file = { fileName: 'clip', fileSize: 2_000_000_000, fileType };
    const { status, body } = await admin.send('uploads.init', file);
    expect([status, body.code]).toEqual([415, 'VIDEO_NOT_PLAYABLE']);
    expect(body.error).toContain(kind);
    const romanian = await admin.with({ 'accept-language': 'ro' }).send('uploads.init', file);
    expect(romanian.body.error).toContain('nu pot reda');
  });

  it('the app is told what may be offered, and no upload was begun', async () => {
    expect((await admin.call('uploads.open')).body.data).toEqual({
      uploads: [],
      acceptedTypes: ['video/mp4', 'video/webm', 'video/quicktime'],
    });
  });
});

it('with one, every type may be offered', async () => {
  const video = Object.assign(new VideoTools(null), { canConvert: async () => true });
  await using harness = await createHarness({ overrides: { video } });
  const { body } = await (await harness.admin()).call('uploads.open');
  expect(body.data.acceptedTypes).toEqual([...videoTypes]);
});
