import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { en } from '@duet/contract/texts/en';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { phonePhoto } from '../../test/pictures.ts';
import { gallery } from '../../test/posts.ts';
import { imageForm, storedMedia } from '../../test/stored.ts';
import { begin, chunkOf, clip, sendChunk, sendChunks, upload } from '../../test/uploads.ts';

/** Lets nobody write to a folder and what is in it; answers what undoes it. */
function makeReadOnly(folder: string): () => void {
  if (process.getuid?.() !== 0) {
    const folders = () => [
      folder,
      ...readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ parentPath, name }) => join(parentPath, name)),
    ];
    const setMode = (mode: number) => {
      for (const each of folders()) chmodSync(each, mode);
    };
    setMode(0o500);
    return () => setMode(0o700);
  }
  // Of root the bits of a folder ask nothing.
  execFileSync('mount', ['--bind', folder, folder]);
  execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
  return () => execFileSync('umount', ['-l', folder]);
}

const unavailable = [503, 'STORAGE_UNAVAILABLE', en.STORAGE_UNAVAILABLE];

let harness: Harness;
let admin: Person;
let undo: (() => void) | undefined;
beforeAll(async () => {
  harness = await createHarness({ config: { ffmpeg: null, logLevel: 'silent' } });
  admin = await harness.admin();
});
afterEach(() => {
  undo?.();
  undo = undefined;
});
afterAll(() => harness[Symbol.asyncDispose]());

const folderOf = (name: string) => join(harness.context.config.dataDir, name);
const answerOf = async (call: Promise<{ status: number; body: { code?: string; error?: string } }>) => {
  const { status, body } = await call;
  return [status, body.code, body.error];
};

it.each(['media', 'tmp'])(
  'refuses pictures with 503 while %s cannot be written, and takes them afterwards',
  async (folder) => {
    const bytes = await phonePhoto(400, 300);
    const before = await storedMedia(harness);
    const calls = () => [
      admin.send('media.uploadImage', imageForm(bytes)),
      admin.call('media.uploadImageBase64', { body: { imageData: bytes.toString('base64') } }),
      admin.call('media.profilePicture', { body: { imageData: bytes.toString('base64') } }),
    ];
    undo = makeReadOnly(folderOf(folder));
    for (const call of calls()) expect(await answerOf(call)).toEqual(unavailable);
    const { headers } = await admin.send('media.uploadImage', imageForm(bytes));
    expect(headers.get('retry-after')).toBe('5');
    expect(await storedMedia(harness)).toEqual(before);
    undo();
    undo = undefined;
    for (const call of calls()) expect((await call).status).toBe(200);
  },
);

it('keeps what is there: pictures are served, and a post is deleted', async () => {
  const { _id, mediaUrls } = await gallery(admin, 1);
  undo = makeReadOnly(folderOf('media'));
  expect((await admin.fetch(mediaUrls[0] ?? '')).status).toBe(200);
  expect((await admin.call('posts.delete', { params: { id: _id } })).status).toBe(200);
});

it('begins no upload, loses nothing of one that has begun, and ends it afterwards', async () => {
  const bytes = await clip('phone.mp4');
  const begun = await begin(admin, bytes.length);
  await sendChunk(admin, begun.sessionId, 0, chunkOf(bytes, begun, 0));
  const status = () => admin.call('uploads.status', { query: { sessionId: begun.sessionId } });
  expect((await status()).body.data.receivedChunks).toEqual([[0, 0]]);
  await harness.context.openUploads[Symbol.asyncDispose]();
  undo = makeReadOnly(folderOf('uploads'));
  expect(
    await answerOf(
      admin.call('uploads.init', { body: { fileName: 'a.mp4', fileSize: 10, fileType: 'video/mp4' } }),
    ),
  ).toEqual(unavailable);
  expect(await answerOf(sendChunk(admin, begun.sessionId, 1, chunkOf(bytes, begun, 1)))).toEqual(unavailable);
  expect((await status()).body.data.receivedChunks).toEqual([[0, 0]]);
  expect((await admin.call('uploads.open')).body.data.uploads).toHaveLength(1);
  undo();
  undo = undefined;
  const rest = Array.from({ length: begun.totalChunks - 1 }, (_, at) => at + 1);
  await sendChunks(admin, begun, bytes, rest);
  expect(
    (await admin.call('uploads.finalizeWithPost', { body: { sessionId: begun.sessionId } })).status,
  ).toBe(200);
});

it.each(['media', 'tmp'])(
  'a finished upload waits for its post while %s cannot be written',
  async (folder) => {
    const sessionId = await upload(admin, await clip('phone.mp4'));
    const thumbnailBlob = (await phonePhoto(400, 300)).toString('base64');
    const finalize = () => admin.call('uploads.finalizeWithPost', { body: { sessionId, thumbnailBlob } });
    const before = await storedMedia(harness);
    undo = makeReadOnly(folderOf(folder));
    expect(await answerOf(finalize())).toEqual(unavailable);
    expect(await storedMedia(harness)).toEqual(before);
    undo();
    undo = undefined;
    expect((await finalize()).status).toBe(200);
  },
);
