import { limits } from '@duet/contract/limits';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { animation, html, padded, phonePhoto, pngBomb, svg } from '../../test/pictures.ts';
import { publishPost } from '../../test/published-post.ts';
import { nothing, storedMedia } from '../../test/stored.ts';

let harness: Harness;
let person: Person;

beforeEach(async () => {
  harness = await createHarness();
  person = await harness.person('maria');
});
afterEach(() => harness[Symbol.asyncDispose]());

const set = (imageData: Buffer | string, more: Readonly<Record<string, string>> = {}) =>
  person.call('media.profilePicture', {
    body: {
      imageData: typeof imageData === 'string' ? imageData : imageData.toString('base64'),
      fileName: 'me.jpg',
      fileType: 'image/jpeg',
      ...more,
    },
  });

const shown = async () => (await person.call('accounts.currentUser')).body.data.user.profilePictureUrl;

describe('the profile photo', () => {
  it('is set for oneself, cut to a square, and open to everybody [PROF-37, PROF-38]', async () => {
    const { status, body } = await set(await phonePhoto(900, 600), { userId: person.id });
    expect(status).toBe(200);
    expect(body.data.url).toMatch(/^\/media\/profile\/[a-z2-7]{2}\/[a-z2-7]{32}\.jpg$/);
    expect(body.data.file).toMatchObject({ url: body.data.url, width: 512, height: 512, name: 'me.jpg' });
    expect(await shown()).toBe(body.data.url);
    const stored = await harness.guest.fetch(body.data.url);
    expect(stored.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const { width, height, exif } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
    expect([width, height, exif]).toEqual([512, 512, undefined]);
    expect((await harness.guest.fetch(body.data.file.thumbnailUrl, { method: 'HEAD' })).status).toBe(200);
  });

  it('is beside the name wherever the person shows [ACT-39, ENT-09, MSG-45, MSG-52, MSG-58]', async () => {
    const [admin, dan] = [await harness.admin(), await harness.person('daniel')];
    const { url } = (await set(await phonePhoto())).body.data;
    const post = await publishPost(admin);
    const comment = await person.call('comments.create', { body: { postId: post._id, text: 'Look' } });
    const message = await person.call('messages.send', { body: { recipientId: dan.id, message: 'Look' } });
    const [conversation] = (await dan.call('messages.conversations')).body.data.conversations;
    const { partner, messages } = (await dan.call('messages.conversation', { params: { id: person.id } }))
      .body.data;
    const [activity] = (await admin.call('activity.list')).body.activities;
    const { users } = (await admin.call('accounts.users', { query: { search: 'maria' } })).body.data;
    expect([
      comment.body.data.comment.profilePictureUrl,
      message.body.data.message.sender.profilePictureUrl,
      conversation?.partnerProfilePicture,
      partner.profilePicture,
      messages[0]?.sender.profilePictureUrl,
      activity?.user.profilePictureUrl,
      users[0]?.profilePictureUrl,
    ]).toEqual(Array(7).fill(url));
  });

  it('takes the place of the one before, which is deleted at once', async () => {
    const former = await set(await phonePhoto());
    const head = `data:image/jpeg;base64,${(await phonePhoto()).toString('base64')}`;
    const current = await set(head);
    expect(await shown()).toBe(current.body.data.url);
    expect((await harness.guest.fetch(former.body.data.url)).status).toBe(404);
    expect((await harness.guest.fetch(former.body.data.file.thumbnailUrl)).status).toBe(404);
    const { files, states } = await storedMedia(harness);
    expect([files.length, states]).toEqual([2, ['ready']]);
  });

  it('is one, when several are set at the same time', async () => {
    const photos = await Promise.all([1, 2, 3, 4].map(() => phonePhoto()));
    const ends = await Promise.all(photos.map((photo) => set(photo)));
    expect(ends.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(ends.map(({ body }) => body.data.url)).toContain(await shown());
    expect((await storedMedia(harness)).states).toEqual(['ready']);
    expect((await storedMedia(harness)).files).toHaveLength(2);
  });

  it('must be smaller than 10MB: the limit itself is too large [PROF-35]', async () => {
    const photo = await phonePhoto();
    expect(limits.image.profileBytes).toBe(10_485_760);
    expect((await set(padded(photo, 10_485_759))).status).toBe(200);
    for (const size of [10_485_760, 11 * 1024 * 1024, 16 * 1024 * 1024]) {
      const { status, body } = await set(padded(photo, size));
      expect([status, body.code, body.error]).toEqual([
        413,
        'PHOTO_TOO_LARGE',
        'Image file must be smaller than 10MB',
      ]);
    }
  });

  it('stands still', async () => {
    const { body } = await set(await animation('gif'));
    const stored = Buffer.from(await (await harness.guest.fetch(body.data.url)).arrayBuffer());
    const { format, pages = 1 } = await sharp(stored, { animated: true }).metadata();
    expect([format, pages]).toEqual(['gif', 1]);
  });
});

describe('a profile photo that is refused leaves nothing', () => {
  afterEach(async () => {
    expect(await storedMedia(harness)).toEqual(nothing);
    expect(await shown()).toBeNull();
  });

  it('from guests [PROF-36]', async () => {
    const body = { imageData: (await phonePhoto()).toString('base64') };
    const answer = await harness.guest.call('media.profilePicture', { body });
    expect([answer.status, answer.body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
  });

  it('for somebody else', async () => {
    const other = await harness.person('ioana');
    const answer = await set(await phonePhoto(), { userId: other.id });
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
    const user = await other.call('accounts.currentUser');
    expect(user.body.data.user.profilePictureUrl).toBeNull();
  });

  it('as something that is no image [PROF-34]', async () => {
    for (const bytes of [html(), svg(), Buffer.from('some text')]) {
      const { status, body } = await set(bytes, { fileName: 'me.jpg', fileType: 'image/jpeg' });
      expect([status, body.code, body.error]).toEqual([
        415,
        'PHOTO_NOT_AN_IMAGE',
        'Please select an image file',
      ]);
    }
  });

  it('as base64 that is none, damaged, or a bomb', async () => {
    const photo = await phonePhoto(600, 600);
    expect((await set('not base64!')).body).toMatchObject({
      code: 'INVALID',
      fields: { imageData: expect.any(String) },
    });
    expect((await set('')).body).toMatchObject({
      code: 'INVALID',
      fields: { imageData: expect.any(String) },
    });
    expect((await set(photo.subarray(0, photo.length / 2))).body.code).toBe('IMAGE_DAMAGED');
    expect((await set(pngBomb())).body.code).toBe('IMAGE_TOO_COMPLEX');
  });
});
