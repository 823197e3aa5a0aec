import { afterAll, beforeAll, expect, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { draft } from '../../test/posts.ts';
import { clip, upload } from '../../test/uploads.ts';
import { SingleFlight } from '../platform/single-flight.ts';
import { finalizeWithPost } from './finish-video.ts';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness({ config: { ffmpeg: null, logLevel: 'silent' } });
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const others = { caption: 'For the two of us', adminOnlyVisibility: true };

onOneServer.each([
  ['says so where other words', others, 409],
  ['answers the post where the same', { caption: 'At the sea' }, 200],
])('%s are published by another server before its own transaction', async (_what, body, expected) => {
  const { context } = harness;
  const draftId = await draft(admin, 'video');
  const sessionId = await upload(admin, await clip('plain.mp4'));
  const { id, username, displayName, role } = admin.user;
  const viewer = { id, username, displayName, role, accountRole: role, language: null, sessionId: 'another' };
  const first = { sessionId, draftId, thumbnailBlob: null, caption: 'At the sea' };
  const adopt = context.storage.adopt.bind(context.storage);
  const adopted = vi.spyOn(context.storage, 'adopt').mockImplementationOnce(async (...args) => {
    const file = await adopt(...args);
    await finalizeWithPost({ ...context, uploadFinishing: new SingleFlight() }, viewer, first);
    return file;
  });
  const answer = await admin.call('uploads.finalizeWithPost', { body: { ...first, ...body } });
  expect(adopted).toHaveBeenCalledTimes(2);
  adopted.mockRestore();
  expect([answer.status, answer.body.code]).toEqual([expected, expected === 409 ? 'WRONG_STATE' : undefined]);
  const { post } = (await admin.call('posts.detail', { params: { id: draftId } })).body.data;
  expect(post).toMatchObject({ caption: 'At the sea', adminOnlyVisibility: false, published: true });
});
