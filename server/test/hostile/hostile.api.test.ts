import { type ErrorCode, errorCatalogue } from '@duet/contract/errors';
import { sentence } from '@duet/contract/texts/texts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../harness.ts';
import { phonePhoto } from '../pictures.ts';
import { draft } from '../posts.ts';
import { imageForm, nothing, storedKeys, storedMedia } from '../stored.ts';
import { begin, sendChunks } from '../uploads.ts';
import { hostileNames } from './names.ts';
import { bombs, brokenPictures, cutPictures, type Hostile, noPictures, unshownPictures } from './pictures.ts';
import { hidden, polyglots } from './polyglots.ts';
import { hostileVideos } from './videos.ts';

let harness: Harness;
let admin: Person;
let postId: string;
beforeAll(async () => {
  harness = await createHarness({ config: { logLevel: 'silent', ffmpeg: null } });
  admin = await harness.admin();
  postId = await draft(admin, 'gallery');
});
afterAll(() => harness[Symbol.asyncDispose]());
afterEach(async () => {
  await harness.context.db.write(async (tx) => {
    await tx.deleteFrom('media_refs').execute();
    await tx.deleteFrom('media').execute();
  });
  for (const key of await storedKeys(harness)) await harness.context.storage.remove(key);
});

interface Refusal {
  readonly status: number;
  readonly body: { readonly code: ErrorCode; readonly error: string };
}

/** What a refusal has to be: the code's status and its sentence, a person's and whole. */
const refusal = (code: ErrorCode) => [code, errorCatalogue[code].status, withoutNote(sentence('en', code))];
const answered = ({ status, body }: Refusal) => [body.code, status, withoutNote(body.error)];
/** What stands in brackets names the file's kind or a limit. */
const withoutNote = (text: string) => text.replace(/\(.*\)/, '');
const seen = (code: ErrorCode) => [code, errorCatalogue[code].status, expect.any(String)];

const base64 = ({ bytes, name }: Hostile) => ({
  imageData: bytes.toString('base64') || 'data:image/jpeg;base64,',
  fileName: name.slice(0, 255),
  fileType: 'image/jpeg',
});
const form = ({ bytes, name }: Hostile, fields = {}) => imageForm(bytes, { name, after: fields });

/** Every call that takes a picture. A poster comes with the end of a video's upload. */
const pictureCalls: Readonly<Record<string, (file: Hostile) => Promise<Refusal>>> = {
  'the upload of the editor': (file) => admin.send('media.uploadImage', form(file)),
  'its fallback': (file) => admin.send('media.uploadImageBase64', base64(file)),
  'the upload of a gallery': (file) => admin.send('media.uploadGalleryImage', form(file, { postId })),
  'the profile photo': (file) => admin.send('media.profilePicture', base64(file)),
};
const ofProfile: Partial<Record<ErrorCode, ErrorCode>> = { NOT_AN_IMAGE: 'PHOTO_NOT_AN_IMAGE' };

const pictures = [
  ...(await noPictures()),
  ...(await unshownPictures()),
  ...(await cutPictures()),
  ...(await brokenPictures()),
  ...(await bombs()),
];
const videos = await hostileVideos();
const hybrids = await polyglots();

/** Files in the store and in the making, rows of media, and what refers to them. */
async function left() {
  const refs = await harness.context.db.read.selectFrom('media_refs').selectAll().execute();
  return { ...(await storedMedia(harness)), refs };
}

it('there are 200 hostile files, and names beside them', () => {
  expect(pictures.length + videos.length + Object.keys(hybrids).length).toBeGreaterThanOrEqual(200);
});

describe.each(Object.entries(pictureCalls))('%s', (name, send) => {
  it.each(pictures.map((file) => [file.name, file] as const))(
    'refuses %s and keeps nothing of it',
    async (_, file) => {
      const code = (name === 'the profile photo' && ofProfile[file.code]) || file.code;
      const empty = file.bytes.length === 0 && 'INVALID';
      const answer = await send(file);
      expect(answered(answer)).toEqual(answer.body.code === empty ? seen('INVALID') : refusal(code));
      expect(await left()).toEqual({ ...nothing, refs: [] });
    },
  );
});

describe('the end of a video’s upload', () => {
  it.each(videos.map((file) => [file.name, file] as const))(
    'refuses %s and keeps nothing of it',
    async (_, file) => {
      const upload = await begin(admin, file.bytes.length, { fileName: file.name });
      await sendChunks(admin, upload, file.bytes);
      const body = { sessionId: upload.sessionId, caption: 'never seen' };
      const answer = await admin.call('uploads.finalizeWithPost', { body });
      expect(answered(answer).slice(0, 2)).toEqual(refusal(file.code).slice(0, 2));
      expect(answer.body.error.length).toBeGreaterThan(20);
      await admin.call('uploads.cancel', { query: { sessionId: upload.sessionId } });
      expect(await left()).toEqual({ ...nothing, refs: [] });
      expect(await harness.context.parts.list()).toEqual([]);
      const posts = await harness.context.db.read.selectFrom('posts').select('id').execute();
      expect(posts).toEqual([{ id: postId }]);
    },
    30_000,
  );
});

describe('a picture that is something else as well', () => {
  it.each(Object.entries(hybrids))('%s is kept without that', async (name, bytes) => {
    const { status, body } = await admin.send('media.uploadImage', imageForm(bytes, { name }));
    expect(status).toBe(200);
    const { url, thumbnailUrl } = body.data.file;
    for (const address of [url, thumbnailUrl]) {
      const answer = await harness.guest.fetch(address);
      const kept = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('content-type')).toMatch(/^image\/(jpeg|png|gif|webp)$/);
      for (const part of hidden) expect(kept.includes(part)).toBe(false);
    }
  });
});

describe('a good picture with a hostile name', () => {
  it.each(hostileNames.map((each) => [JSON.stringify(each), each]))(
    '%s is kept under a name of its own',
    async (_, fileName) => {
      const photo = (await phonePhoto()).toString('base64');
      const { status, body } = await admin.call('media.uploadImageBase64', {
        body: { imageData: photo, fileName, fileType: 'image/jpeg' },
      });
      if (status !== 200) {
        // A NUL is refused in every text.
        expect([fileName.includes('\0'), status, body.code]).toEqual([true, 400, 'INVALID']);
        return;
      }
      const { file } = body.data;
      expect(file.url).toMatch(/^\/media\/photos\/[a-z2-7]{2}\/[a-z2-7]{32}\.jpg\?/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is asked.
      expect(file.name).not.toMatch(/[\\/\u0000-\u001f\u202a-\u202e\u2066-\u2069]/);
      expect([...file.name].length).toBeLessThanOrEqual(255);
      const { files } = await storedMedia(harness);
      expect(files.toSorted()).toEqual([
        expect.stringMatching(/^[a-z2-7]{32}\.jpg$/),
        expect.stringMatching(/^[a-z2-7]{32}_thumb\.jpg$/),
      ]);
    },
  );
});
