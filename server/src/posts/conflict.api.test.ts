import type { Post } from '@duet/contract/posts/shapes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { attachVideo, draft, gallery, picture, publish, richText, upload } from '../../test/posts.ts';
import { clip, upload as uploadVideo } from '../../test/uploads.ts';

let harness: Harness;
let ana: Person;
let dan: Person;
beforeAll(async () => {
  harness = await createHarness();
  ana = await harness.admin();
  dan = await harness.admin('dan_1');
});
afterAll(() => harness[Symbol.asyncDispose]());

const read = async (id: string, caller: { call: Person['call'] } = ana) => {
  const { headers, body } = await caller.call('posts.detail', { params: { id } });
  return { tag: headers.get('etag') ?? '', post: body.data.post };
};
const save = (caller: Person, id: string, tag: string, body: Record<string, unknown>) =>
  caller.with({ 'if-match': tag }).send('posts.update', body, { id });

/** The same post without what differs from call to call: signatures of media. */
const plain = (post: Post) => JSON.parse(JSON.stringify(post).replace(/\?e=[^"\\]*/g, ''));

describe('the entity tag of a post', () => {
  it('is strong, the same for every viewer, and answered by reading and by changing', async () => {
    const { _id: id } = await richText(ana);
    const { tag } = await read(id);
    expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect((await read(id, dan)).tag).toBe(tag);
    const head = await ana.fetch(`/api/posts/${id}`, { method: 'HEAD' });
    expect(head.headers.get('etag')).toBe(tag);
    const saved = await save(ana, id, tag, { title: 'new' });
    expect(saved.status).toBe(200);
    expect(saved.headers.get('etag')).not.toBe(tag);
    expect((await read(id)).tag).toBe(saved.headers.get('etag'));
  });

  it('stays with a like, a comment, a view, set counts, and fresh signatures of media', async () => {
    const { _id: id } = await gallery(ana, 1, { adminOnlyVisibility: true });
    const before = await read(id);
    await dan.call('posts.like', { body: { postId: id } });
    await dan.call('posts.setLikes', { params: { id }, body: { likes: 7 } });
    await dan.call('posts.setViews', { params: { id }, body: { views: 9 } });
    await dan.send('comments.create', { postId: id, text: 'nice' });
    harness.clock.forward(3 * 3600_000);
    const after = await read(id);
    expect(after.post.mediaUrls).not.toEqual(before.post.mediaUrls);
    expect(after.post).toMatchObject({ totalLikes: 8, comment_count: 1, views_extra: 9 });
    expect(after.tag).toBe(before.tag);
  });

  it.each<[string, Record<string, unknown>]>([
    ['title', { title: 'other' }],
    ['content', { content: '<p>other</p>' }],
    ['caption', { caption: 'other' }],
    ['who may see it', { adminOnlyVisibility: true }],
  ])('changes with the %s, and comes back with it', async (_, body) => {
    const post = await richText(ana);
    const { tag } = await read(post._id);
    await ana.send('posts.update', body, { id: post._id });
    expect((await read(post._id)).tag).not.toBe(tag);
    const { title, content, caption, adminOnlyVisibility } = post;
    await ana.send('posts.update', { title, content, caption, adminOnlyVisibility }, { id: post._id });
    expect((await read(post._id)).tag).toBe(tag);
  });

  it('changes with pictures, their order and their alt texts, and with publishing', async () => {
    const id = await draft(ana, 'gallery');
    const [a, b] = [(await upload(ana, id)).url, (await upload(ana, id)).url];
    const tags = [(await read(id)).tag];
    const note = async (mediaUrls: unknown) => {
      await ana.send('posts.update', { mediaUrls }, { id });
      tags.push((await read(id)).tag);
    };
    await note([a, b]);
    await note([b, a]);
    await note([{ url: b, alt: 'sea' }, a]);
    await note([b]);
    await publish(ana, id, {});
    tags.push((await read(id)).tag);
    expect(new Set(tags).size).toBe(6);
  });

  it('changes with the video', async () => {
    const id = await draft(ana, 'video');
    await attachVideo(harness, ana, id);
    await publish(ana, id, { caption: 'Waves' });
    const { tag } = await read(id);
    await attachVideo(harness, ana, id);
    expect((await read(id)).tag).not.toBe(tag);
  });
});

describe('saving a post with If-Match', () => {
  it('refuses what somebody changed meanwhile, with the post of now and its tag, and writes nothing', async () => {
    const { _id: id } = await richText(ana, '<p>one</p>', { title: 'T' });
    const { tag } = await read(id);
    await save(dan, id, tag, { title: 'by Dan' });
    const { status, headers, body } = await save(ana, id, tag, { content: '<p>by Ana</p>' });
    expect([status, body.success, body.code]).toEqual([412, false, 'CHANGED_MEANWHILE']);
    expect(body.error).toBe('Somebody has changed this in the meantime.');
    const now = await read(id);
    expect(now.post).toMatchObject({ title: 'by Dan', content: '<p>one</p>' });
    expect(body.data.post).toEqual(now.post);
    expect(headers.get('etag')).toBe(now.tag);
    expect((await save(ana, id, now.tag, { content: '<p>by Ana</p>' })).body.data.post).toMatchObject({
      title: 'by Dan',
      content: '<p>by Ana</p>',
    });
  });

  it('says so in Romanian', async () => {
    const { _id: id } = await richText(ana);
    const { body } = await ana
      .with({ 'if-match': '"old"', 'accept-language': 'ro' })
      .send('posts.update', { title: 'x' }, { id });
    expect(body.error).toBe('Între timp, altcineva a modificat acest lucru.');
  });

  it('refuses changes of pictures and alt texts alike', async () => {
    const { _id: id, mediaUrls } = await gallery(ana, 2);
    const { tag } = await read(id);
    const [a = '', b = ''] = mediaUrls;
    expect((await save(dan, id, tag, { mediaUrls: [{ url: a, alt: 'sea' }, b] })).status).toBe(200);
    const refused = await save(ana, id, tag, { mediaUrls: [b, a] });
    expect(refused.status).toBe(412);
    expect(plain(refused.body.data.post)).toEqual(plain((await read(id)).post));
  });

  it('lets exactly one of two win that arrive at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { _id: id } = await richText(ana);
      const { tag } = await read(id);
      const answers = await Promise.all([
        save(ana, id, tag, { title: `Ana ${round}` }),
        save(dan, id, tag, { title: `Dan ${round}` }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
      const won = answers.find(({ status }) => status === 200)?.body.data.post.title;
      const lost = answers.find(({ status }) => status === 412)?.body.data.post.title;
      expect([lost, (await read(id)).post.title]).toEqual([won, won]);
    }
  });

  it('answers the repeat of a save whose answer was lost, without dating the post anew', async () => {
    const { _id: id, mediaUrls } = await gallery(ana, 2);
    const { tag } = await read(id);
    const [a = '', b = ''] = mediaUrls;
    const body = { mediaUrls: [{ url: b, alt: 'b' }, a], caption: 'c', adminOnlyVisibility: true };
    const first = await save(ana, id, tag, body);
    harness.clock.forward(60_000);
    const again = await save(ana, id, tag, body);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.body.data.post.updated_at).toBe(first.body.data.post.updated_at);
  });

  it('does the same for one that published a draft', async () => {
    const id = await draft(ana);
    const { tag } = await read(id);
    const body = { content: '<p>out</p>', published: true };
    expect((await save(ana, id, tag, body)).status).toBe(200);
    const again = await save(ana, id, tag, body);
    expect([again.status, again.body.data.post.published]).toEqual([200, true]);
    expect((await save(ana, id, tag, { ...body, published: false })).status).toBe(412);
  });

  it('takes lists and * by RFC 9110, and compares strongly', async () => {
    const { _id: id } = await richText(ana);
    const { tag } = await read(id);
    expect((await save(ana, id, `"other", ${tag}`, { title: '1' })).status).toBe(200);
    expect((await save(ana, id, '*', { title: '2' })).status).toBe(200);
    const now = (await read(id)).tag;
    expect((await save(ana, id, `W/${now}`, { title: '3' })).status).toBe(412);
    expect((await save(ana, id, `"a", ${tag}`, { title: '3' })).status).toBe(412);
    expect((await read(id)).post.title).toBe('2');
  });

  it('refuses a header that is none, and writes nothing', async () => {
    const { _id: id, title } = await richText(ana);
    for (const header of ['abc', '"a', '"a" "b"', '*, "a"']) {
      expect(await save(ana, id, header, { title: 'x' })).toMatchObject({
        status: 400,
        body: { code: 'INVALID', fields: { 'If-Match': 'This value is not valid.' } },
      });
    }
    expect((await read(id)).post.title).toBe(title);
  });

  it('is asked only where the call would be done without it: 404 and 403 come first (13.2.1)', async () => {
    const { _id: id } = await richText(ana);
    await ana.call('posts.delete', { params: { id } });
    for (const header of ['*', '"old"']) {
      expect(await save(ana, id, header, { title: 'x' })).toMatchObject({
        status: 404,
        body: { code: 'POST_NOT_FOUND' },
      });
    }
    const other = await richText(ana);
    expect((await save(await harness.person('reader_1'), other._id, '"old"', { title: 'x' })).status).toBe(
      403,
    );
  });

  it('comes before what the fields are refused for', async () => {
    const { _id: id } = await richText(ana);
    expect((await save(ana, id, '"old"', { content: '' })).status).toBe(412);
  });

  it('holds for a video that takes the place of another, and leaves the upload for the next try', async () => {
    const id = await draft(ana, 'video');
    await attachVideo(harness, ana, id);
    await publish(ana, id, { caption: 'Waves' });
    const { tag } = await read(id);
    await save(dan, id, tag, { caption: 'by Dan' });
    const sessionId = await uploadVideo(ana, await clip('phone.mp4'));
    const finish = (ifMatch: string) =>
      ana.with({ 'if-match': ifMatch }).call('uploads.finalize', { body: { sessionId, postId: id } });
    const refused = await finish(tag);
    expect([refused.status, refused.body.code]).toEqual([412, 'CHANGED_MEANWHILE']);
    const now = await read(id);
    expect(refused.body.data.post.caption).toBe('by Dan');
    expect(refused.headers.get('etag')).toBe(now.tag);
    const done = await finish(now.tag);
    expect([done.status, done.body.data.post.caption]).toEqual([200, 'by Dan']);
    expect(done.body.data.post.videoUrl).not.toBe(now.post.videoUrl);
    expect(done.headers.get('etag')).toBe((await read(id)).tag);
    // The same call again answers what became of it, whatever it is that it names.
    expect((await finish(now.tag)).status).toBe(200);
  });

  it('is no duty: a call without it writes as before', async () => {
    const { _id: id } = await richText(ana);
    const { tag } = await read(id);
    await save(dan, id, tag, { title: 'by Dan' });
    expect((await ana.send('posts.update', { title: 'by Ana' }, { id })).body.data.post.title).toBe('by Ana');
  });

  it('may be sent by a native shell, which may read the tag as well', async () => {
    const { _id: id } = await richText(ana);
    const origin = 'capacitor://localhost';
    const asked = await fetch(`${harness.url}/api/posts/${id}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type,if-match',
      },
    });
    expect(asked.headers.get('access-control-allow-headers')).toContain('If-Match');
    const answer = await ana.fetch(`/api/posts/${id}`, { headers: { origin } });
    expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
  });
});

describe('setting a count that somebody else may have set', () => {
  it('refuses where it is another one than was seen, and takes the repeat', async () => {
    const { _id: id } = await richText(ana);
    const set = (caller: Person, body: { likes: number; was?: number }) =>
      caller.call('posts.setLikes', { params: { id }, body });
    expect((await set(dan, { likes: 5, was: 0 })).status).toBe(200);
    const refused = await set(ana, { likes: 7, was: 0 });
    expect([refused.status, refused.body.code, refused.body.data.post.likes]).toEqual([
      412,
      'CHANGED_MEANWHILE',
      5,
    ]);
    expect((await read(id)).post.likes).toBe(5);
    expect((await set(dan, { likes: 5, was: 0 })).status).toBe(200);
    expect((await set(ana, { likes: 7, was: 5 })).body.data.post.likes).toBe(7);
    expect((await set(ana, { likes: 1 })).body.data.post.likes).toBe(1);
    const views = { params: { id }, body: { views: 3, was: 2 } };
    expect((await ana.call('posts.setViews', views)).status).toBe(412);
  });
});

describe('a conflict on a site for members', () => {
  beforeAll(() => ana.send('site.change', { reading: 'members' }));
  afterAll(() => ana.send('site.change', { reading: 'everybody' }));

  const requireOpen = async (addresses: readonly (string | null)[]) => {
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      expect([address, (await harness.guest.fetch(address ?? '')).status]).toEqual([address, 200]);
    }
  };

  it('shows pictures of the post of now by addresses that open', async () => {
    const { _id: id, mediaUrls } = await gallery(ana, 1);
    const { tag } = await read(id);
    const { url } = await upload(dan, id);
    expect((await save(dan, id, tag, { mediaUrls: [...mediaUrls, url] })).status).toBe(200);
    const refused = await save(ana, id, tag, { caption: 'by Ana' });
    const counted = await ana.call('posts.setLikes', { params: { id }, body: { likes: 7, was: 1 } });
    for (const { status, body } of [refused, counted]) {
      const { media, mediaUrls: shown } = body.data.post;
      expect([status, shown.length]).toEqual([412, 2]);
      await requireOpen([
        ...shown,
        ...media.flatMap(({ url: whole, thumbnailUrl, sources = [] }) => [
          whole,
          thumbnailUrl,
          ...sources.map((source) => source.url),
        ]),
      ]);
    }
  });

  it('shows people by such pictures, of an account and of the page about the couple', async () => {
    const imageData = (await picture({ width: 300, height: 300 })).toString('base64');
    await dan.call('media.profilePicture', { body: { imageData } });
    const stale = ana.with({ 'if-match': '"old"' });
    const person = await stale.send('accounts.changeUser', { displayName: 'Dan' }, { id: dan.id });
    const about = await stale.send('about.change', { story: '<p>by Ana</p>' });
    expect([person.status, about.status]).toEqual([412, 412]);
    await requireOpen([
      person.body.data.user.profilePictureUrl,
      ...about.body.data.about.people.flatMap(({ profilePictureUrl }) => profilePictureUrl ?? []),
    ]);
  });
});
