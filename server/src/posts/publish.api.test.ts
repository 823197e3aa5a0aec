import { limits } from '@duet/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { attachVideo, draft, gallery, publish, richText, upload } from '../../test/posts.ts';
import { newKey } from '../platform/storage/keys.ts';

let harness: Harness;
let admin: Person;
let user: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  user = await harness.person('maria');
});
afterAll(() => harness[Symbol.asyncDispose]());

const read = (caller: typeof harness.guest, id: string) => caller.call('posts.detail', { params: { id } });

describe('a draft', () => {
  it('is made empty, of a chosen type [POST-19, 67, 70, 71]', async () => {
    for (const postType of ['richText', 'gallery', 'video'] as const) {
      const { status, body } = await admin.call('posts.draft', { body: { postType } });
      expect([status, body.success]).toEqual([200, true]);
      expect(body.data.postId).toBe(body.data.post._id);
      expect(body.data.post).toMatchObject({ postType, published: false, content: '', mediaUrls: [] });
    }
  });

  it('is made by admins only [POST-20, POST-21]', async () => {
    const body = { postType: 'richText' } as const;
    expect(await user.call('posts.draft', { body })).toMatchObject({
      status: 403,
      body: { code: 'ADMIN_REQUIRED' },
    });
    expect(await harness.guest.call('posts.draft', { body })).toMatchObject({ status: 401 });
  });

  it('has one of three types [POST-01]', async () => {
    for (const body of [{ postType: 'poem' }, {}]) {
      const answer = await admin.send('posts.draft', body);
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toEqual({ postType: 'Post type must be richText, gallery or video' });
    }
  });

  it('exists for admins only', async () => {
    const id = await draft(admin);
    const other = await harness.admin('second');
    expect((await read(other, id)).body.data.post).toMatchObject({ _id: id, published: false });
    for (const caller of [user, harness.guest]) {
      expect(await read(caller, id)).toMatchObject({ status: 404, body: { error: 'Post not found' } });
    }
    const { posts } = (await admin.call('posts.feed')).body.data;
    expect(posts.map(({ _id }) => _id)).not.toContain(id);
  });
});

describe('publishing rich text', () => {
  it('answers success, postId and data, and puts the post into the feed [POST-68, 73, 74, 75, 76] [RICH-12]', async () => {
    const id = await draft(admin);
    const answer = await admin.call('posts.publish', {
      params: { id },
      body: { content: '<h2>Us</h2><p>two</p>' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: true,
      postId: id,
      data: { post: { _id: id, published: true } },
    });
    const { posts } = (await harness.guest.call('posts.feed')).body.data;
    expect(posts[0]).toMatchObject({ _id: id, content: '<h2>Us</h2><p>two</p>', contentTruncated: false });
  });

  it('needs text once tags are off [RICH-10]', async () => {
    const id = await draft(admin);
    const empties = [
      '',
      '<p></p>',
      '<p><br></p>',
      '<p>&nbsp;</p><ul><li> \u200b</li></ul>',
      '<script>alert(1)</script>',
      '{"blocks":[{"type":"paragraph","data":{"text":"<b>&nbsp;</b>"}}]}',
      '{"blocks":[]}',
    ];
    for (const content of empties) {
      const { status, body } = await admin.call('posts.publish', { params: { id }, body: { content } });
      expect([content, status]).toEqual([content, 400]);
      expect(body).toMatchObject({
        success: false,
        code: 'CONTENT_REQUIRED',
        error: 'This field is required',
        fields: { content: 'This field is required' },
      });
    }
    expect((await admin.call('posts.publish', { params: { id } })).status).toBe(400);
    expect((await read(admin, id)).body.data.post).toMatchObject({ published: false, content: '' });
  });

  it('says so in Romanian', async () => {
    const id = await draft(admin);
    const inRomanian = admin.with({ 'accept-language': 'ro' });
    const { body } = await inRomanian.call('posts.publish', { params: { id }, body: { content: ' ' } });
    expect(body.error).toBe('Acest câmp este obligatoriu');
  });

  it('cleans what it stores', async () => {
    const post = await richText(
      admin,
      '<p onclick="x()">a<script>b</script></p><img src=x onerror=alert(1)>',
    );
    expect(post.content).toBe('<p>a</p>');
  });

  it('trims title and caption and keeps them as typed', async () => {
    const post = await richText(admin, '<p>x</p>', {
      title: '  I <3 you ',
      caption: '\u202e"us"\u0007 & more\r\n',
    });
    expect(post).toMatchObject({ title: 'I <3 you', caption: '"us" & more' });
  });

  it('takes block JSON as an object or a string and answers a string [POST-106]', async () => {
    const blocks = [
      { type: 'header', data: { text: 'Our <script>x</script><b>day</b>', level: 1 } },
      { type: 'embed', data: { embed: 'https://evil.test' } },
      {
        type: 'list',
        data: { style: 'ordered', items: ['one', { content: 'two', items: [{ content: 'deep' }] }] },
      },
    ];
    const id = await draft(admin);
    const sent = await admin.send('posts.publish', { content: { time: 1, blocks, version: '2' } }, { id });
    expect(JSON.parse(sent.body.data.post.content)).toEqual({
      blocks: [
        { type: 'header', data: { text: 'Our <b>day</b>', level: 1 } },
        {
          type: 'list',
          data: {
            style: 'ordered',
            items: [
              { content: 'one', items: [] },
              { content: 'two', items: [{ content: 'deep', items: [] }] },
            ],
          },
        },
      ],
    });
    const asText = await richText(admin, JSON.stringify({ blocks }));
    expect(asText.content).toBe(sent.body.data.post.content);
  });

  it('refuses content that is too long or too deep, with a sentence', async () => {
    const id = await draft(admin);
    const send = (content: string) => admin.call('posts.publish', { params: { id }, body: { content } });
    const long = await send(`<p>${'a'.repeat(110_000)}</p>`);
    expect(long).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
    expect(long.body.error).toBe('This text is too long. Please shorten it or make two of it.');
    const deep = await send(`${'<b>'.repeat(60)}x`);
    expect(deep).toMatchObject({ status: 400, body: { fields: { content: deep.body.error } } });
    expect((await send(`<p>${'ă'.repeat(300_000)}</p>`)).status).toBe(413);
  });

  it('takes back a post that is as long as it may be, whatever the sizes of its pictures add', async () => {
    const id = await draft(admin);
    const { url } = await upload(admin, id);
    const images = `<img src="${url.split('?')[0]}" alt="">`.repeat(20);
    const words = (bytes: number) => `<p>${'a'.repeat(bytes - images.length - '<p></p>'.length)}</p>`;
    const post = await publish(admin, id, { content: words(limits.richText.maxBytes) + images });
    expect(post.content.length).toBeGreaterThan(limits.richText.maxBytes);
    const corrected = { content: post.content.replace('<p>a', '<p>b') };
    const saved = await admin.send('posts.update', corrected, { id });
    expect([saved.status, saved.body.data?.post.content]).toEqual([200, corrected.content]);
    const longer = { content: words(limits.richText.maxBytes + 1) + images };
    expect((await admin.send('posts.update', longer, { id })).status).toBe(413);
  });

  it('keeps its pictures as plain paths and gives them their size', async () => {
    const id = await draft(admin);
    const { url } = await upload(admin, id, { width: 64, height: 48 });
    const post = await publish(admin, id, {
      content: `<p>x</p><img src="${url.replaceAll('&', '&amp;')}" alt="we">`,
    });
    const path = url.split('?')[0];
    expect(post.content).toBe(`<p>x</p><img src="${path}" alt="we" width="64" height="48">`);
    expect(post).toMatchObject({
      imageUrl: path,
      thumbnailUrl: path?.replace('.jpg', '_thumb.jpg'),
      mediaUrls: [],
    });
    expect((await harness.guest.fetch(path ?? '')).status).toBe(200);
  });

  it('refuses pictures that are not there, says which, and stores nothing of the call', async () => {
    const id = await draft(admin);
    const { url } = await upload(admin, id);
    const gone = [0, 1].map(() => `/media/${newKey('photos', 'jpg')}`);
    const content = `<p>x</p>${[gone[0], url, gone[1]].map((src) => `<img src="${src}">`).join('')}`;
    const answer = await admin.call('posts.publish', { params: { id }, body: { content, title: 'T' } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'MEDIA_GONE', missingMedia: gone } });
    expect((await read(admin, id)).body.data.post).toMatchObject({ published: false, title: '' });
  });
});

describe('publishing a gallery', () => {
  it('keeps pictures in order with their alt texts [POST-73, POST-114] [GAL-04] [GAL-17]', async () => {
    const id = await draft(admin, 'gallery');
    const [first, second] = [await upload(admin, id, { width: 30 }), await upload(admin, id, { width: 50 })];
    const mediaUrls = [{ url: second.url, alt: ' the <sea> ' }, first.url];
    const post = await publish(admin, id, { mediaUrls, caption: ' Summer ' });
    const [a, b] = [first, second].map(({ url }) => url.split('?')[0]);
    expect(post).toMatchObject({
      mediaUrls: [b, a],
      imageUrl: b,
      caption: 'Summer',
      mediaUrl: null,
      videoUrl: null,
    });
    expect(post.media).toMatchObject([
      { url: b, alt: 'the <sea>', width: 50, height: 40, placeholder: expect.stringMatching(/^data:image/) },
      { url: a, alt: '', width: 30, height: 40, thumbnailUrl: a?.replace('.jpg', '_thumb.jpg') },
    ]);
  });

  it('needs a picture [GAL-10]', async () => {
    const id = await draft(admin, 'gallery');
    for (const body of [{}, { mediaUrls: [] }, { caption: 'only words' }]) {
      const answer = await admin.call('posts.publish', { params: { id }, body });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'This field is required', fields: { mediaUrls: 'This field is required' } },
      });
    }
  });

  it('takes pictures of this site only', async () => {
    const id = await draft(admin, 'gallery');
    for (const url of ['https://evil.test/a.jpg', '/media/photos/../x.jpg', 'data:image/png;base64,AA', '']) {
      const { status, body } = await admin.call('posts.publish', {
        params: { id },
        body: { mediaUrls: [url] },
      });
      expect([url, status, Object.keys(body.fields ?? {})]).toEqual([url, 400, ['mediaUrls']]);
    }
  });

  it('has at most 50 pictures', async () => {
    const id = await draft(admin, 'gallery');
    const { body } = await admin.call('posts.publish', {
      params: { id },
      body: { mediaUrls: Array(51).fill('/x') },
    });
    expect(body.fields).toEqual({ mediaUrls: 'A gallery can have at most 50 images.' });
  });
});

describe('publishing a video', () => {
  it('needs the uploaded file', async () => {
    const id = await draft(admin, 'video');
    const answer = await admin.call('posts.publish', { params: { id }, body: { caption: 'x' } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it('answers mediaUrl and videoUrl alike, and the duration [POST-115]', async () => {
    const id = await draft(admin, 'video');
    await attachVideo(harness, admin, id);
    const post = await publish(admin, id, { caption: 'Waves' });
    expect(post.videoUrl).toMatch(/^\/media\/videos\/[\w/]+\.mp4$/);
    expect(post).toMatchObject({ postType: 'video', mediaUrl: post.videoUrl, duration: 12.5, mediaUrls: [] });
    expect(post.media).toMatchObject([{ url: post.videoUrl, width: 640, height: 360, duration: 12.5 }]);
  });
});

describe('the type that publishing names', () => {
  it('becomes that of the draft', async () => {
    const id = await draft(admin, 'video');
    const body = { content: '<p>words after all</p>', postType: 'richText' } as const;
    const answer = await admin.call('posts.publish', { params: { id }, body });
    expect(answer.body.data.post).toMatchObject({ postType: 'richText', published: true });
  });
});

describe('publishing again', () => {
  it('answers the same post for the same call and dates nothing anew', async () => {
    const id = await draft(admin, 'gallery');
    const file = await upload(admin, id);
    const body = { mediaUrls: [{ url: file.url, alt: 'a' }], caption: ' c ', adminOnlyVisibility: false };
    const first = await admin.call('posts.publish', { params: { id }, body });
    harness.clock.forward(60_000);
    const again = await admin.call('posts.publish', { params: { id }, body });
    expect(again.body).toEqual(first.body);
    // A form that was loaded anew names the same picture by another signature, or by none.
    for (const url of [first.body.data.post.mediaUrls[0] ?? '', `${file.url}&later=1`]) {
      const renewed = { ...body, mediaUrls: [{ url, alt: ' a ' }], caption: 'c\r\n' };
      expect((await admin.call('posts.publish', { params: { id }, body: renewed })).body).toEqual(first.body);
    }
    for (const other of [{ caption: 'd' }, { adminOnlyVisibility: true }, { title: 't' }]) {
      const { status } = await admin.call('posts.publish', { params: { id }, body: { ...body, ...other } });
      expect([other, status]).toEqual([other, 409]);
    }
  });

  it('recognises rich text with pictures, as it was typed', async () => {
    const id = await draft(admin);
    const { url } = await upload(admin, id);
    const body = { content: `<P>s\u0326 & t<IMG alt=x src="${url}"></P><script>x</script>` };
    const first = await admin.call('posts.publish', { params: { id }, body });
    const again = await admin.call('posts.publish', { params: { id }, body });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
  });

  it('is refused where it says something else', async () => {
    const post = await richText(admin, '<p>first</p>');
    const body = { content: '<p>second</p>' };
    const answer = await admin.call('posts.publish', { params: { id: post._id }, body });
    expect(answer).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect((await read(admin, post._id)).body.data.post.content).toBe('<p>first</p>');
  });

  it('is for admins, and for posts that exist', async () => {
    const post = await gallery(admin);
    const body = { caption: 'mine now' };
    expect((await user.call('posts.publish', { params: { id: post._id }, body })).status).toBe(403);
    expect((await harness.guest.call('posts.publish', { params: { id: post._id }, body })).status).toBe(401);
    const unknown = await admin.call('posts.publish', { params: { id: 'nothing' }, body });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'POST_NOT_FOUND', error: 'Post not found' } });
  });
});
