import { en } from '@duet/contract/texts/en';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { clip, upload } from '../../test/uploads.ts';
import type { Context } from '../platform/context.ts';
import { readContainer } from '../platform/video/read-container.ts';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness({ config: { ffmpeg: null, logLevel: 'silent' } });
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const finalize = (sessionId: string) =>
  admin.call('uploads.finalizeWithPost', { body: { sessionId, caption: 'Never mind' } });
const mediaStates = async () =>
  (await harness.context.db.read.selectFrom('media').select('state').execute()).map(({ state }) => state);

it('says so where it is cancelled meanwhile, and leaves nothing', async () => {
  const { video } = harness.context;
  const inspect = video.inspect.bind(video);
  const sessionId = await upload(admin, await clip('plain.mp4'));
  vi.spyOn(video, 'inspect').mockImplementationOnce(async (file) => {
    await admin.call('uploads.cancel', { query: { sessionId } });
    return inspect(file);
  });
  const before = await mediaStates();
  const { status, body } = await finalize(sessionId);
  expect([status, body.code]).toEqual([404, 'UPLOAD_NOT_FOUND']);
  expect(await mediaStates()).toEqual(before);
});

it.each([
  ['its container is read', (context: Context) => [context.video, 'inspect'] as const],
  ['a scratch folder is made', (context: Context) => [context.storage, 'scratch'] as const],
  ['it is made fit to be served', (context: Context) => [context.video, 'prepare'] as const],
  ['it is stored', (context: Context) => [context.storage, 'adopt'] as const],
])('is not said to be damaged where it is cancelled while %s', async (_when, stepOf) => {
  const bytes = await clip('plain.mp4');
  const sessionId = await upload(admin, bytes);
  const before = await mediaStates();
  const [part, name] = stepOf(harness.context);
  const original = (part as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[name]?.bind(
    part,
  );
  vi.spyOn(part as unknown as Record<string, () => unknown>, name).mockImplementationOnce(
    async (...args: unknown[]) => {
      await admin.call('uploads.cancel', { query: { sessionId } });
      // What the thread says that reads a file which is gone.
      if (name === 'inspect') return readContainer(args[0] as string);
      return original?.(...args);
    },
  );
  const { status, body } = await finalize(sessionId);
  expect([status, body.code, body.error]).toEqual([404, 'UPLOAD_NOT_FOUND', en.UPLOAD_NOT_FOUND]);
  expect(await mediaStates()).toEqual(before);
  expect(await harness.context.parts.list()).not.toContain(sessionId);
});
