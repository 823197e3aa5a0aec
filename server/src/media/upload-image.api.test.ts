import { request } from 'node:http';
import { limits } from '@duet/contract/limits';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { html, padded, phonePhoto, pngBomb, svg, transparentPng } from '../../test/pictures.ts';
import { draft } from '../../test/posts.ts';
import { imageForm, nothing, storedMedia } from '../../test/stored.ts';

let harness: Harness;
let admin: Person;

beforeEach(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterEach(() => harness[Symbol.asyncDispose]());

const refsOf = (postId: string) =>
  harness.context.db.read.selectFrom('media_refs').selectAll().where('owner_id', '=', postId).execute();

describe('uploading a picture', () => {
  it('takes a form and answers an address that opens at once [UPL-01, UPL-03]', async () => {
    const form = imageForm(await phonePhoto(1200, 800), { name: 'Noi doi ❤.jpg', type: 'text/plain' });
    const { status, body } = await admin.send('media.uploadImage', form);
    expect(status).toBe(200);
    const { file } = body.data;
    expect(file).toMatchObject({ width: 800, height: 1200, type: 'image/jpeg', name: 'Noi doi ❤.jpg' });
    expect(file.url).toMatch(/^\/media\/photos\/[a-z2-7]{2}\/[a-z2-7]{32}\.jpg\?e=/);
    expect(file.thumbnailUrl).toMatch(/^\/media\/photos\/[a-z2-7]{2}\/[a-z2-7]{32}_thumb\.jpg\?e=/);
    const stored = Buffer.from(await (await harness.guest.fetch(file.url)).arrayBuffer());
    expect(stored.length).toBe(file.size);
    const { width, height, exif } = await sharp(stored).metadata();
    expect([width, height, exif]).toEqual([800, 1200, undefined]);
    const thumbnail = Buffer.from(await (await harness.guest.fetch(file.thumbnailUrl)).arrayBuffer());
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 427, height: 640 });
  });

  it('is remembered for its draft, named before or after the picture [UPL-02]', async () => {
    const id = await draft(admin);
    const photo = await phonePhoto();
    for (const fields of [{ before: { draftId: id } }, { after: { draftId: id } }]) {
      expect((await admin.send('media.uploadImage', imageForm(photo, fields))).status).toBe(200);
    }
    const refs = await refsOf(id);
    expect(refs.map(({ role, owner_type }) => [role, owner_type])).toEqual([
      ['upload', 'post'],
      ['upload', 'post'],
    ]);
    const empty = await admin.send('media.uploadImage', imageForm(photo, { before: { draftId: '' } }));
    expect(empty.status).toBe(200);
  });

  it('refuses a form whose text fields hold what the database cannot store', async () => {
    const photo = await phonePhoto();
    for (const [name, field] of [
      ['media.uploadImage', 'draftId'],
      ['media.uploadGalleryImage', 'postId'],
    ] as const) {
      const { status, body } = await admin.send(name, imageForm(photo, { after: { [field]: 'a\0b' } }));
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'INVALID', [field]]);
    }
    expect(await storedMedia(harness)).toEqual(nothing);
  });

  it('takes a picture of a gallery with its post [UPL-05]', async () => {
    const id = await draft(admin, 'gallery');
    const photo = await phonePhoto();
    const asked = Array.from({ length: 8 }, () =>
      admin.send('media.uploadGalleryImage', imageForm(photo, { after: { postId: id } })),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await refsOf(id)).toHaveLength(8);
    expect((await admin.send('media.uploadGalleryImage', imageForm(photo))).status).toBe(200);
  });

  it('takes base64 where forms do not work, with and without a head [UPL-04]', async () => {
    const id = await draft(admin);
    const imageData = (await transparentPng()).toString('base64');
    for (const head of ['', 'data:image/png;base64,']) {
      const body = { imageData: head + imageData, fileName: 'a.png', fileType: 'x/y', draftId: id };
      const answer = await admin.call('media.uploadImageBase64', { body });
      expect(answer.status).toBe(200);
      expect(answer.body.data.file).toMatchObject({
        width: 90,
        height: 70,
        type: 'image/png',
        name: 'a.png',
      });
    }
    expect(await refsOf(id)).toHaveLength(2);
  });
});

describe('uploading a picture of the largest size', () => {
  const { galleryBytes, desktopBytes } = limits.image;
  const forms = new Map<number, FormData>();
  let tooLong = '';

  // Before there is a server: on a busy machine these take as long to make as a connection may be idle.
  beforeAll(async () => {
    const photo = await phonePhoto();
    for (const size of [galleryBytes, galleryBytes + 1, desktopBytes, desktopBytes + 1])
      forms.set(size, imageForm(padded(photo, size), { name: 'big.jpg' }));
    tooLong = padded(photo, desktopBytes + 1).toString('base64');
  });

  onOneServer('takes a file of exactly the limit and no byte more [GAL-08, GAL-09]', async () => {
    expect([galleryBytes, desktopBytes]).toEqual([26_214_400, 52_428_800]);
    // Each on a connection of its own: one that waited while this process made ready 50 MB may be closed under the next.
    const caller = admin.with({ connection: 'close' });
    const send = (name: 'media.uploadImage' | 'media.uploadGalleryImage', size: number) =>
      caller.send(name, forms.get(size) ?? new FormData());
    expect((await send('media.uploadGalleryImage', galleryBytes)).status).toBe(200);
    const overGallery = await send('media.uploadGalleryImage', galleryBytes + 1);
    expect(overGallery).toMatchObject({
      status: 413,
      body: { code: 'GALLERY_IMAGE_TOO_LARGE', error: 'big.jpg is too large. Maximum size is 25MB' },
    });
    expect((await send('media.uploadImage', desktopBytes)).status).toBe(200);
    const over = await send('media.uploadImage', desktopBytes + 1);
    expect(over).toMatchObject({
      status: 413,
      body: {
        code: 'IMAGE_TOO_LARGE',
        error: 'File size too large. Maximum 50MB allowed on mobile devices.',
      },
    });
    const coded = await caller.call('media.uploadImageBase64', { body: { imageData: tooLong } });
    expect(coded).toMatchObject({
      status: 413,
      body: { code: 'IMAGE_TOO_LARGE' },
    });
    expect((await storedMedia(harness)).states).toEqual(['ready', 'ready']);
  });
});

describe('an upload that is refused leaves nothing', () => {
  afterEach(async () => expect(await storedMedia(harness)).toEqual(nothing));

  it('by anyone but an admin, before anything is read', async () => {
    const user = await harness.person('somebody');
    const form = () => imageForm(Buffer.from('not looked at'));
    for (const name of ['media.uploadImage', 'media.uploadGalleryImage'] as const) {
      expect((await user.send(name, form())).status).toBe(403);
      expect((await harness.guest.send(name, form())).status).toBe(401);
    }
    const body = { imageData: 'x' };
    expect((await user.call('media.uploadImageBase64', { body })).status).toBe(403);
    expect((await harness.guest.call('media.uploadImageBase64', { body })).status).toBe(401);
  });

  it('without a picture in its field', async () => {
    const photo = await phonePhoto();
    const empty = new FormData();
    const text = new FormData();
    text.append('image', 'a text');
    const other = new FormData();
    other.append('picture', new Blob([new Uint8Array(photo)]), 'us.jpg');
    for (const form of [empty, text, other]) {
      expect(await admin.send('media.uploadImage', form)).toMatchObject({
        status: 400,
        body: { code: 'INVALID', fields: { image: 'This field is required' } },
      });
    }
    const none = await admin.fetch('/api/upload/image', { method: 'POST' });
    expect(await none.json()).toMatchObject({ code: 'INVALID', fields: { image: 'This field is required' } });
  });

  it('as a broken form', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type };
      const answer = await admin.fetch('/api/upload/image', { method: 'POST', headers, body: 'junk' });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ success: false, code: 'INVALID' });
    }
    const headers = { 'content-type': 'application/json' };
    const json = await admin.fetch('/api/upload/image', { method: 'POST', headers, body: '{}' });
    expect(json.status).toBe(415);
  });

  it('as something that is no picture, whatever it is called [GAL-07]', async () => {
    for (const bytes of [html(), svg(), Buffer.alloc(0), Buffer.from('GIF89a')]) {
      const form = imageForm(bytes, { name: 'us.jpg', type: 'image/jpeg' });
      expect(await admin.send('media.uploadGalleryImage', form)).toMatchObject({
        status: 415,
        body: { code: 'NOT_AN_IMAGE', error: 'Only image files are allowed' },
      });
    }
  });

  it('as a picture that browsers do not show, with what it is', async () => {
    const tiff = await sharp(await phonePhoto(60, 40))
      .tiff()
      .toBuffer();
    const form = () => imageForm(tiff, { name: 'us.tif', type: 'image/tiff' });
    const refused = { status: 415, body: { code: 'IMAGE_TYPE_NOT_ACCEPTED' } };
    const answer = await admin.send('media.uploadGalleryImage', form());
    expect(answer).toMatchObject(refused);
    expect(answer.body.error).toContain('(TIFF)');
    const romanian = await admin.with({ 'accept-language': 'ro' }).send('media.uploadImage', form());
    expect(romanian.body.error).toContain('JPEG sau PNG');
  });

  it('as a damaged picture or a bomb', async () => {
    const photo = await phonePhoto(600, 600);
    const half = await admin.send('media.uploadImage', imageForm(photo.subarray(0, photo.length / 2)));
    expect(half).toMatchObject({ status: 400, body: { code: 'IMAGE_DAMAGED' } });
    const bomb = await admin.send('media.uploadImage', imageForm(pngBomb()));
    expect(bomb).toMatchObject({ status: 413, body: { code: 'IMAGE_TOO_COMPLEX' } });
  });

  it('as base64 that is none', async () => {
    for (const imageData of ['!!!!', 'data:image/png;base64,', '']) {
      const { status, body } = await admin.call('media.uploadImageBase64', { body: { imageData } });
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'INVALID', ['imageData']]);
    }
  });

  it('for a post that does not exist, wherever the form says so', async () => {
    const photo = await phonePhoto();
    for (const fields of [{ before: { postId: 'none' } }, { after: { postId: 'none' } }]) {
      expect(await admin.send('media.uploadGalleryImage', imageForm(photo, fields))).toMatchObject({
        status: 404,
        body: { code: 'POST_NOT_FOUND', error: 'Post not found' },
      });
    }
    const body = { imageData: photo.toString('base64'), draftId: 'none' };
    expect((await admin.call('media.uploadImageBase64', { body })).status).toBe(404);
  });

  onOneServer('where the client leaves in the middle', async () => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const sending = request(new URL('/api/upload/image', harness.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 5_000_000,
      },
    });
    sending.on('error', () => resolve());
    sending.write('--x\r\nContent-Disposition: form-data; name="image"; filename="us.jpg"\r\n\r\n');
    sending.write(Buffer.alloc(1_000_000));
    await expect.poll(async () => (await storedMedia(harness)).files).toEqual(['arrived']);
    sending.destroy();
    await left;
    await expect.poll(() => storedMedia(harness)).toEqual(nothing);
  });
});
