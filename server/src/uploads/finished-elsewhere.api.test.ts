import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { draft } from '../../test/posts.ts';
import { clip, upload } from '../../test/uploads.ts';
import { Failure } from '../platform/failure.ts';
import { SingleFlight } from '../platform/single-flight.ts';
import { finishUpload } from './finish.ts';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness({ config: { ffmpeg: null, logLevel: 'silent' } });
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

/** Finishes an upload as another server would, for a post that `check` looks at once it has found the upload unfinished. */
const finishThere = (sessionId: string, check: () => Promise<void>) =>
  finishUpload(
    { ...harness.context, uploadFinishing: new SingleFlight() },
    {
      ...{ userId: admin.id, sessionId, thumbnailBlob: null, check },
      use: () => Promise.reject(new Error('it was used a second time')),
    },
  );

const publishedAlready = () => new Failure('WRONG_STATE', { log: 'the post is published already' });

it('an upload that another server ends before the post is looked at is done, not refused', async () => {
  const draftId = await draft(admin, 'video');
  const sessionId = await upload(admin, await clip('plain.mp4'));
  let sha256 = '';
  const ended = await finishThere(sessionId, async () => {
    const body = { sessionId, draftId, thumbnailBlob: null, caption: 'At the sea' };
    sha256 = (await admin.call('uploads.finalizeWithPost', { body })).body.data.sha256;
    throw publishedAlready();
  });
  expect(ended).toEqual({ postId: draftId, sha256, own: false });
});

it('an upload that nobody has ended is refused where the post takes none, and stays', async () => {
  const draftId = await draft(admin, 'video');
  const sessionId = await upload(admin, await clip('plain.mp4'));
  await expect(
    finishThere(sessionId, async () => {
      throw publishedAlready();
    }),
  ).rejects.toMatchObject({ code: 'WRONG_STATE' });
  const body = { sessionId, draftId, thumbnailBlob: null, caption: 'At the sea' };
  expect((await admin.call('uploads.finalizeWithPost', { body })).status).toBe(200);
});
