import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { phonePhoto } from '../../test/pictures.ts';
import { clip, upload } from '../../test/uploads.ts';
import { Failure } from '../platform/failure.ts';
import type { VideoSource } from '../platform/video/video-source.ts';
import { VideoTools } from '../platform/video/video-tools.ts';

/** Everything of a video but ffmpeg itself is real; making a frame first fails as the test says. */
class Frames extends VideoTools {
  readonly failures: Failure[] = [];

  override async still(_source: VideoSource, into: string): Promise<boolean> {
    const failure = this.failures.shift();
    if (failure) throw failure;
    await writeFile(into, await phonePhoto(400, 300));
    return true;
  }
}

const frames = new Frames(null);
let harness: Harness;
let admin: Person;
let sessionId: string;
beforeAll(async () => {
  harness = await createHarness({ config: { logLevel: 'silent' }, overrides: { video: frames } });
  admin = await harness.admin();
});
beforeEach(async () => {
  sessionId = await upload(admin, await clip('phone.mp4'));
});
afterAll(() => harness[Symbol.asyncDispose]());

const finalize = () => admin.call('uploads.finalizeWithPost', { body: { sessionId } });

onOneServer.each(['STORAGE_UNAVAILABLE', 'OVERLOADED'] as const)(
  'a video waits for its poster where a frame fails by what passes (%s)',
  async (code) => {
    frames.failures.push(new Failure(code));
    const refused = await finalize();
    expect([refused.status, refused.body.code]).toEqual([503, code]);
    const { status, body } = await finalize();
    expect(status).toBe(200);
    expect(body.data.post.thumbnailUrl).toMatch(/_thumb/);
  },
);

onOneServer.each(['STORAGE_FULL', 'IMAGE_DAMAGED', 'IMAGE_TOO_COMPLEX'] as const)(
  'a video is published without a poster where none can be made of it (%s)',
  async (code) => {
    frames.failures.push(new Failure(code));
    const { status, body } = await finalize();
    expect([status, body.data.post.thumbnailUrl]).toEqual([200, null]);
  },
);
