import { limits } from '@duet/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { attachVideo, draft, gallery, publish, richText, upload } from '../../test/posts.ts';

let harness: Harness;
let admin: Person;
let user: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  user = await harness.person('maria');
});
afterAll(() => harness[Symbol.asyncDispose]());

const read = (id: string, caller = harness.guest) => caller.call('posts.detail', { params: { id } });
const points = (html: string) => [...html.replace(/<[^>]*>/g, '')].length;

describe('a post', () => {
  it('is read by everyone, of every type [POST-02, 03, 04, 05, 06, 07, 10]', async () => {
    const clip = await draft(admin, 'video');
    await attachVideo(harness, admin, clip);
    await publish(admin, clip, { caption: 'c' });
    for (const id of [(await richText(admin))._id, (await gallery(admin))._id, clip]) {
      for (const caller of [harness.guest, user, admin]) {
        const { status, body } = await read(id, caller);
        expect([status, body.success, body.data.post._id]).toEqual([200, true, id]);
      }
    }
  });

  it('has every field [POST-104..118, 121..124, 127, 128]', async () => {
    const id = await draft(admin, 'gallery');
    const { url } = await upload(admin, id);
    await publish(admin, id, { mediaUrls: [url], title: 'Day one', caption: 'Us', content: '<p>text</p>' });
    const { post } = (await read(id, user)).body.data;
    const path = url.split('?')[0];
    expect(post).toEqual({
      _id: id,
      postType: 'gallery',
      content: '<p>text</p>',
      contentTruncated: false,
      title: 'Day one',
      caption: 'Us',
      user_id: admin.id,
      username: 'admin',
      displayName: '',
      profilePictureUrl: null,
      user_created_at: admin.user.created_at,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: post.created_at,
      mediaUrls: [path],
      media: [
        {
          url: path,
          thumbnailUrl: path?.replace('.jpg', '_thumb.jpg'),
          alt: '',
          width: 60,
          height: 40,
          placeholder: expect.stringMatching(/^data:image\//),
        },
      ],
      mediaUrl: null,
      videoUrl: null,
      thumbnailUrl: path?.replace('.jpg', '_thumb.jpg'),
      imageUrl: path,
      duration: null,
      totalLikes: 0,
      hasUserLiked: false,
      comment_count: 0,
      views: 0,
      totalViews: 0,
      adminOnlyVisibility: false,
      published: true,
    });
  });

  it('is not found where there is none [POST-13]', async () => {
    for (const id of ['unknown', '0199aaaa-0000-7000-8000-000000000000', "' or 1=1 --", 'a'.repeat(100)]) {
      expect(await read(id)).toMatchObject({
        status: 404,
        body: { success: false, error: 'Post not found', code: 'POST_NOT_FOUND' },
      });
    }
  });

  it('needs an id [POST-14]', async () => {
    const answer = await harness.guest.fetch('/api/posts/');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      success: false,
      error: 'Post ID is required',
      code: 'POST_ID_REQUIRED',
    });
  });
});

describe('admin-only posts', () => {
  it('do not exist for anyone else, in any call', async () => {
    const post = await gallery(admin, 1, { adminOnlyVisibility: true });
    for (const caller of [harness.guest, user]) {
      expect((await read(post._id, caller)).body.code).toBe('POST_NOT_FOUND');
      const { posts } = (await caller.call('posts.feed')).body.data;
      expect(posts.map(({ _id }) => _id)).not.toContain(post._id);
    }
    const like = await user.call('posts.like', { body: { postId: post._id } });
    const removal = await user.call('posts.delete', { params: { id: post._id } });
    expect([like.body.code, removal.body.code]).toEqual(['POST_NOT_FOUND', 'POST_NOT_FOUND']);
  });

  it('give admins addresses that open for a while, for pictures and thumbnails alike', async () => {
    const id = await draft(admin);
    const { url } = await upload(admin, id);
    const more = { adminOnlyVisibility: true, content: `<p>x</p><img src="${url}">` };
    const post = await publish(admin, id, more);
    const inside = /src="([^"]+)"/.exec(post.content)?.[1]?.replaceAll('&amp;', '&');
    for (const address of [inside, post.imageUrl, post.thumbnailUrl]) {
      expect((await harness.guest.fetch(address ?? '')).status).toBe(200);
    }
    harness.clock.forward(2 * 60 * 60 * 1000);
    expect((await harness.guest.fetch(inside ?? '')).status).not.toBe(200);
    const later = (await (await harness.signIn('admin')).call('posts.detail', { params: { id } })).body.data
      .post;
    expect((await harness.guest.fetch(later.imageUrl ?? '')).status).toBe(200);
  });
});

describe('the pictures of a text', () => {
  it('are told with their measures, as far as a guest may read', async () => {
    const id = await draft(admin);
    const [near, far] = [(await upload(admin, id)).url, (await upload(admin, id)).url];
    const content = `<p>x</p><img src="${near}"><p>${'far '.repeat(300)}</p><img src="${far}">`;
    const all = await publish(admin, id, { content });
    const paths = [near, far].map((url) => url.split('?')[0]);
    expect(all.media.map(({ url }) => url).toSorted()).toEqual(paths.toSorted());
    expect(all.mediaUrls).toEqual([]);
    const { media } = (await read(id)).body.data.post;
    expect(media).toEqual([
      expect.objectContaining({ url: paths[0], width: 60, height: 40, placeholder: expect.anything() }),
    ]);
  });
});

describe('a long text', () => {
  it('is cut for guests in detail and feed alike, and whole for others [FEED-04]', async () => {
    const content = `<h2>Title</h2><p>${'A day by the sea &amp; more. '.repeat(100)}</p><p>end</p>`;
    const post = await richText(admin, content);
    expect(post).toMatchObject({ content, contentTruncated: false });
    expect((await read(post._id, user)).body.data.post.content).toBe(content);
    const guest = (await read(post._id)).body.data.post;
    expect(guest.contentTruncated).toBe(true);
    expect(guest.content.endsWith('…</p>')).toBe(true);
    expect(points(guest.content.replaceAll('&amp;', '&'))).toBeLessThanOrEqual(1000);
    const listed = (await harness.guest.call('posts.feed')).body.data.posts.find(
      ({ _id }) => _id === post._id,
    );
    expect(listed).toEqual(guest);
    expect(JSON.stringify(guest)).not.toContain('<p>end</p>');
  });

  it('is cut in captions as well [FEED-04]', async () => {
    const post = await gallery(admin, 1, { caption: 'word '.repeat(400).trim() });
    const guest = (await read(post._id)).body.data.post;
    expect([...guest.caption].length).toBeLessThanOrEqual(1000);
    expect(guest).toMatchObject({ contentTruncated: true, caption: expect.stringMatching(/word…$/) });
    expect((await read(post._id, user)).body.data.post.caption).toBe(post.caption);
  });

  it('is cut in block JSON, which stays JSON [FEED-04]', async () => {
    const blocks = Array.from({ length: 30 }, () => ({ type: 'paragraph', data: { text: 'x'.repeat(100) } }));
    const post = await richText(admin, JSON.stringify({ blocks }));
    const guest = (await read(post._id)).body.data.post;
    expect(JSON.parse(guest.content).blocks).toHaveLength(10);
    expect(guest.contentTruncated).toBe(true);
  });
});

describe('content that an older policy cleaned', () => {
  const store = (id: string, content: string) =>
    harness.context.db.write((tx) =>
      tx.updateTable('posts').set({ content, content_policy: 0 }).where('id', '=', id).execute(),
    );

  it('is cleaned again when it is read', async () => {
    const { _id } = await richText(admin);
    await store(_id, '<p>old<script>x</script></p>');
    expect((await read(_id)).body.data.post.content).toBe('<p>old</p>');
  });

  it('is shown also where it is longer than what is sent may be', async () => {
    const { _id } = await richText(admin);
    const content = `<p>${'a'.repeat(limits.richText.maxSourceBytes)}</p>`;
    await store(_id, content);
    const answer = await read(_id, admin);
    expect([answer.status, answer.body.data?.post.content]).toEqual([200, content]);
  });
});
