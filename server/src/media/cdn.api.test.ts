import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { exportPath } from '@duet/contract/export/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { draft, gallery, picture, publish, richText, upload } from '../../test/posts.ts';
import { type S3Server, startS3Server } from '../../test/s3-server.ts';
import { databaseKind } from '../../test/test-database.ts';
import { unzip } from '../../test/unzip.ts';
import { newKey } from '../platform/storage/keys.ts';
import { setRefs } from './attach.ts';
import { keepFile } from './keep.ts';

const shell = '<!doctype html><html><head><meta name="csp-nonce" content=""></head><body></body></html>';

let parts: AsyncDisposableStack;
let store: S3Server;
let harness: Harness;
let admin: Person;
let ana: Person;
let cdnUrl: string;
beforeAll(async () => {
  parts = new AsyncDisposableStack();
  store = parts.use(await startS3Server());
  // The stand-in answers without a signature, as a CDN does.
  cdnUrl = `${store.settings.endpoint}/${store.settings.bucket}`;
  const secretKey = databaseKind === 'postgres' ? Buffer.alloc(32, 7) : null;
  harness = parts.use(
    await createHarness({ config: { s3: store.settings, secretKey, cdnUrl }, web: { 'index.html': shell } }),
  );
  admin = await harness.admin();
  ana = await harness.person('anna');
});
afterAll(() => parts.disposeAsync());

/** As a browser asks that shows a picture on a page of the site; `fetch` would choose such headers itself. */
const ofPicture = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin' };

/** Status of a file, and where it leads. */
async function shown(
  address: string,
  headers: Readonly<Record<string, string>> = ofPicture,
): Promise<[number | undefined, string | undefined]> {
  const asked = get(new URL(address, harness.url), { headers });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return [answer.statusCode, answer.headers.location];
}

const pathOf = (address: string) => (address.split('?')[0] ?? '').replace('/media/', '');
const atCdn = (address: string) => [302, `${cdnUrl}/${pathOf(address)}`];
const here = [200, undefined];
const nowhere = [404, undefined];
const read = (reading: 'everybody' | 'members') => admin.call('site.change', { body: { reading } });

async function onePicture(more: Parameters<typeof gallery>[2] = {}) {
  const post = await gallery(admin, 1, more);
  const [media] = post.media;
  if (!media) throw new Error('the gallery has no picture');
  return { post, ...media };
}

describe('with a CDN, a file that everybody may read', () => {
  it('is redirected to it, and is there with its bytes and type', async () => {
    const { url, thumbnailUrl } = await onePicture();
    for (const address of [url, thumbnailUrl]) {
      expect(await shown(address)).toEqual(atCdn(address));
      // Programs and crawlers say nothing of the kind.
      expect(await shown(address, {})).toEqual(atCdn(address));
      const [asked, direct] = await Promise.all([
        fetch(new URL(address, harness.url)),
        harness.guest.fetch(address, { headers: { 'sec-fetch-site': 'same-origin' } }),
      ]);
      expect([asked.status, asked.redirected, direct.redirected]).toEqual([200, true, false]);
      expect(asked.headers.get('content-type')).toBe('image/jpeg');
      expect(Buffer.from(await asked.arrayBuffer())).toEqual(Buffer.from(await direct.arrayBuffer()));
    }
    const head = await harness.guest.fetch(url, { method: 'HEAD', redirect: 'manual' });
    expect([head.status, head.headers.get('location')]).toEqual(atCdn(url));
    const { headers } = await harness.guest.fetch(url, { redirect: 'manual' });
    // A cache between keeps no address that may soon be none for everybody.
    expect(headers.get('cache-control')).toMatch(/^private, max-age=\d{1,3}$/);
    expect(headers.get('vary')).toContain('Sec-Fetch-Mode');
  });

  it('is answered by the server to what reads its bytes, and to pages of others', async () => {
    const { url } = await onePicture();
    expect(await shown(url, { ...ofPicture, 'sec-fetch-mode': 'cors' })).toEqual(here);
    expect(await shown(url, { ...ofPicture, 'sec-fetch-site': 'cross-site' })).toEqual(here);
  });

  it('is a profile photo as well', async () => {
    const imageData = (await picture({ width: 300, height: 300 })).toString('base64');
    const { url } = (await ana.call('media.profilePicture', { body: { imageData } })).body.data;
    expect(await shown(url)).toEqual(atCdn(url));
  });

  it('is sent in parts by the CDN, also a large one', async () => {
    // More than goes in one request.
    const key = newKey('videos', 'mp4');
    await harness.context.storage.write(key, Buffer.alloc(9 * 1024 * 1024, 1));
    const part = await fetch(`${cdnUrl}/${key}`, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-type'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      'video/mp4',
      100,
    ]);
  });
});

describe('with a CDN, what not everybody may read', () => {
  it('is never told its address: drafts and posts for admins alone', async () => {
    const id = await draft(admin, 'gallery');
    const { url } = await upload(admin, id);
    expect([await shown(url), await shown(`/media/${pathOf(url)}`)]).toEqual([here, nowhere]);
    const hidden = await onePicture({ adminOnlyVisibility: true });
    expect([await shown(hidden.url), await shown(`/media/${pathOf(hidden.url)}`)]).toEqual([here, nowhere]);
    // Publishing shows it to everybody from then on.
    await publish(admin, id, { mediaUrls: [url] });
    expect(await shown(`/media/${pathOf(url)}`)).toEqual(atCdn(url));
  });

  it('is not told it any more once a post is hidden or deleted', async () => {
    const { post, url } = await onePicture();
    expect(await shown(url)).toEqual(atCdn(url));
    const params = { id: post._id };
    await admin.call('posts.update', { params, body: { adminOnlyVisibility: true } });
    expect(await shown(url)).toEqual(nowhere);
    await admin.call('posts.update', { params, body: { adminOnlyVisibility: false } });
    expect(await shown(url)).toEqual(atCdn(url));
    await admin.call('posts.delete', { params });
    expect(await shown(url)).toEqual(nowhere);
  });

  it('is the whole site once guests may not read, but for its own pictures, which stay at the server', async () => {
    const { url } = await onePicture();
    const cover = (await upload(admin)).url;
    await admin.send('site.change', { coverUrl: cover });
    expect(await shown(`/media/${pathOf(cover)}`)).toEqual(here);
    await read('members');
    const feed = (await ana.call('posts.feed')).body.data.posts.flatMap(({ media }) => media);
    const signed = feed.find((media) => pathOf(media.url) === pathOf(url))?.url ?? '';
    expect(signed).toContain('?e=');
    expect([await shown(url), await shown(signed), await shown(url)]).toEqual([nowhere, here, nowhere]);
    expect(await shown(`/media/${pathOf(cover)}`)).toEqual(here);
    expect(JSON.stringify(feed)).not.toContain(cdnUrl);
    await read('everybody');
    expect(await shown(url)).toEqual(atCdn(url));
  });

  it('is what a browser would not show in its place', async () => {
    const { context } = harness;
    await using scratch = await context.storage.scratch();
    const file = join(scratch.path, 'clip');
    await writeFile(file, 'not looked at here');
    const { post } = await onePicture();
    const named = { kind: 'video', owner_id: admin.id, file_name: 'a.avi', extension: 'avi' } as const;
    const measured = { width: 1, height: 1, duration: 1, placeholder: '', content_type: 'video/x-msvideo' };
    const row = await keepFile(
      context,
      { file, thumbnailFile: null, ...named, ...measured },
      async (tx, mediaId) => {
        await setRefs(context, tx, { type: 'post', id: post._id }, 'video', [{ mediaId }]);
      },
    );
    expect(await shown(`/media/${row.path}`)).toEqual(here);
  });
});

describe('with a CDN, all else goes on', () => {
  it('pages may show media of its origin, and read nothing from it', async () => {
    const policy = (await harness.guest.fetch('/')).headers.get('content-security-policy') ?? '';
    const { origin } = new URL(cdnUrl);
    expect(policy).toContain(`img-src 'self' blob: data: ${origin};`);
    expect(policy).toContain(`media-src 'self' blob: ${origin};`);
    expect(policy).toContain("connect-src 'self';");
  });

  it('previews, answers and edits have the addresses that they had', async () => {
    const { url } = await upload(admin);
    const post = await richText(admin, `<p>us</p><img src="${url}" alt="us">`, { title: 'By the lake' });
    const page = await (await harness.guest.fetch(`/post/${post._id}`)).text();
    const [, preview = ''] = /property="og:image" content="[^"]*(\/media\/[^"]+)"/.exec(page) ?? [];
    expect(await shown(preview)).toEqual(atCdn(preview));
    const { body } = await harness.guest.call('posts.detail', { params: { id: post._id } });
    expect(JSON.stringify(body)).not.toContain(cdnUrl);
  });

  it('one’s own data and the deletion of files', async () => {
    const { post, url } = await onePicture();
    const zip = await unzip(Buffer.from(await (await admin.fetch(exportPath)).arrayBuffer()));
    const name = url.split('/').at(-1) ?? '';
    expect([...zip.keys()].filter((each) => each.endsWith(name))).toHaveLength(1);
    await admin.call('posts.delete', { params: { id: post._id } });
    expect((await fetch(`${cdnUrl}/${pathOf(url)}`)).status).toBe(404);
  });
});
