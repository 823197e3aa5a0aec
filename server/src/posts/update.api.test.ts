import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { attachVideo, draft, gallery, publish, richText, upload } from '../../test/posts.ts';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const pathOf = (url: string) => url.split('?')[0] ?? '';
const change = (id: string, body: Record<string, unknown>, caller = admin) =>
  caller.send('posts.update', body, { id });
const read = async (id: string, caller = harness.guest) =>
  (await caller.call('posts.detail', { params: { id } })).body.data.post;

describe('changing a post', () => {
  it('takes part of the fields and leaves the others [POST-77, 78, 79, 80] [RICH-13]', async () => {
    const post = await richText(admin, '<p>one</p>', { title: 'T', caption: 'C' });
    harness.clock.forward(5000);
    const { status, body } = await change(post._id, {
      content: '<p>two<script>x</script></p>',
      published: true,
      postType: 'richText',
    });
    expect([status, body.success]).toEqual([200, true]);
    const now = await read(post._id, admin);
    expect(now).toEqual({ ...post, content: '<p>two</p>', updated_at: now.updated_at });
    expect(Date.parse(now.updated_at)).toBeGreaterThanOrEqual(Date.parse(post.updated_at) + 5000);
  });

  it('is for every admin, and for nobody else [POST-22, 23, 24]', async () => {
    const post = await richText(admin);
    const body = { title: 'new' };
    expect((await change(post._id, body, await harness.person('maria'))).status).toBe(403);
    expect((await harness.guest.send('posts.update', body, { id: post._id })).status).toBe(401);
    expect((await change(post._id, body, await harness.admin('second'))).body.data.post.title).toBe('new');
    expect((await read(post._id)).title).toBe('new');
    expect(await change('unknown', body)).toMatchObject({ status: 404, body: { code: 'POST_NOT_FOUND' } });
  });

  it('keeps a published post what may be published', async () => {
    const text = await richText(admin);
    expect(await change(text._id, { content: '<p>&nbsp;</p>' })).toMatchObject({
      status: 400,
      body: { code: 'CONTENT_REQUIRED', fields: { content: 'This field is required' } },
    });
    const pictures = await gallery(admin);
    expect(await change(pictures._id, { mediaUrls: [] })).toMatchObject({
      status: 400,
      body: { fields: { mediaUrls: 'This field is required' } },
    });
    expect((await read(text._id)).content).toBe('<p>Hello</p>');
    expect((await read(pictures._id)).mediaUrls).toHaveLength(1);
  });

  it('changes the type only into what the post fulfils [POST-79]', async () => {
    const text = await richText(admin);
    expect((await change(text._id, { postType: 'gallery' })).status).toBe(400);
    expect((await change(text._id, { postType: 'video' })).status).toBe(409);
    const { url } = await upload(admin, text._id);
    const answer = await change(text._id, { postType: 'gallery', mediaUrls: [url] });
    expect(answer.body.data.post).toMatchObject({ postType: 'gallery', mediaUrls: [pathOf(url)] });
  });

  it('never makes a draft of a post again, nor dates it anew [POST-80]', async () => {
    const post = await richText(admin);
    harness.clock.forward(5000);
    expect(await change(post._id, { published: false })).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE' },
    });
    await change(post._id, { published: true, title: 'x' });
    expect(await read(post._id)).toMatchObject({ published: true, created_at: post.created_at });
  });

  it('hides it from all but admins, and its media with it [POST-82] [POST-127]', async () => {
    const post = await gallery(admin, 1);
    const path = post.mediaUrls[0] ?? '';
    const hidden = (await change(post._id, { adminOnlyVisibility: true })).body.data.post;
    expect(hidden.adminOnlyVisibility).toBe(true);
    expect((await harness.guest.call('posts.detail', { params: { id: post._id } })).status).toBe(404);
    expect((await harness.guest.fetch(path)).status).toBe(404);
    expect((await harness.guest.fetch(hidden.mediaUrls[0] ?? '')).status).toBe(200);
    await change(post._id, { adminOnlyVisibility: false });
    expect((await harness.guest.fetch(path)).status).toBe(200);
  });
});

describe('changing a gallery', () => {
  it('replaces and reorders pictures and keeps the alt texts that are not sent [POST-81]', async () => {
    const id = await draft(admin, 'gallery');
    const [a, b, c] = [await upload(admin, id), await upload(admin, id), await upload(admin)];
    await publish(admin, id, {
      mediaUrls: [
        { url: a.url, alt: 'a' },
        { url: b.url, alt: 'b' },
      ],
    });
    const { body } = await change(id, {
      mediaUrls: [c.url, { url: pathOf(b.url) }, { url: pathOf(a.url), alt: '' }],
    });
    expect(body.data.post.media.map(({ url, alt }) => [url, alt])).toEqual([
      [pathOf(c.url), ''],
      [pathOf(b.url), 'b'],
      [pathOf(a.url), ''],
    ]);
    expect((await read(id)).mediaUrls).toEqual(body.data.post.mediaUrls);
  });

  it('deletes the pictures that nothing uses any more', async () => {
    const post = await gallery(admin, 2);
    const [gone = '', kept = ''] = post.mediaUrls;
    await change(post._id, { mediaUrls: [kept] });
    expect((await harness.guest.fetch(gone)).status).toBe(404);
    expect((await harness.guest.fetch(gone.replace('.jpg', '_thumb.jpg'))).status).toBe(404);
    expect((await harness.guest.fetch(kept)).status).toBe(200);
    expect(await change(post._id, { mediaUrls: [gone] })).toMatchObject({
      status: 409,
      body: { code: 'MEDIA_GONE' },
    });
  });
});

describe('changing a video', () => {
  it('keeps the video where the app sends its address along', async () => {
    const id = await draft(admin, 'video');
    await attachVideo(harness, admin, id);
    const post = await publish(admin, id, { caption: 'Waves' });
    const { body } = await change(id, {
      mediaUrls: [post.mediaUrl],
      postType: 'video',
      caption: 'More waves',
      published: true,
    });
    expect(body.data.post).toMatchObject({ caption: 'More waves', videoUrl: post.videoUrl, mediaUrls: [] });
  });

  it('needs its description, which is the caption', async () => {
    const id = await draft(admin, 'video');
    await attachVideo(harness, admin, id);
    await publish(admin, id, { caption: 'Waves' });
    expect(await change(id, { caption: '  ' })).toMatchObject({
      status: 400,
      body: { error: 'This field is required', fields: { caption: 'This field is required' } },
    });
    expect((await change(id, { title: 'Sea' })).status).toBe(200);
  });
});

describe('changing a draft', () => {
  it('keeps what is there so far, with media that only admins open', async () => {
    const id = await draft(admin, 'gallery');
    const { url } = await upload(admin, id);
    const { body } = await change(id, {
      mediaUrls: [url],
      caption: 'half',
      content: `<p>x</p><img src="${url}">`,
    });
    const { post } = body.data;
    expect(post).toMatchObject({ published: false, caption: 'half' });
    expect(post.content).toMatch(
      /<img src="\/media\/photos\/[^"?]+\?e=\d+&amp;u=[\w-]+&amp;s=[\w-]+" alt=""/,
    );
    const addresses = [post.mediaUrls[0], post.imageUrl, post.thumbnailUrl, post.media[0]?.thumbnailUrl];
    for (const address of addresses) {
      expect((await harness.guest.fetch(address ?? '')).status).toBe(200);
      expect((await harness.guest.fetch(pathOf(address ?? ''))).status).toBe(404);
    }
    expect((await change(id, { mediaUrls: [], content: '' })).status).toBe(200);
  });

  it('publishes it by the same rules [POST-80]', async () => {
    const id = await draft(admin);
    expect((await change(id, { published: true })).status).toBe(400);
    await change(id, { content: '<p>typed earlier</p>', published: false });
    harness.clock.forward(60_000);
    const { body } = await change(id, { published: true, title: 'Now' });
    expect(body.data.post).toMatchObject({ published: true, title: 'Now', content: '<p>typed earlier</p>' });
    expect((await harness.guest.call('posts.feed')).body.data.posts[0]?._id).toBe(id);
  });
});
