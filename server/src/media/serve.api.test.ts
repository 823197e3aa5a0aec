import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { draft, gallery, publish, upload } from '../../test/posts.ts';
import { newKey } from '../platform/storage/keys.ts';
import { setRefs } from './attach.ts';
import { keepFile } from './keep.ts';

let harness: Harness;
let admin: Person;

beforeEach(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterEach(() => harness[Symbol.asyncDispose]());

const plain = (address: string): string => address.split('?')[0] ?? '';
const statusOf = async (address: string, by: { fetch: Person['fetch'] } = harness.guest) =>
  (await by.fetch(address)).status;

/** The first picture of a new public gallery. */
async function publicPicture(): Promise<{ url: string; thumbnailUrl: string }> {
  const [picture] = (await gallery(admin)).media;
  if (!picture) throw new Error('the gallery has no picture');
  return picture;
}

/** A public file of any size; what it is does not matter here. */
async function keepLargeFile(size: number): Promise<string> {
  const { context } = harness;
  await using scratch = await context.storage.scratch();
  const file = join(scratch.path, 'large');
  await writeFile(file, Buffer.alloc(size));
  const named = { kind: 'profile', owner_id: admin.id, file_name: 'a', content_type: 'image/png' } as const;
  const measured = { width: 1, height: 1, duration: null, placeholder: '' };
  const made = { file, thumbnailFile: null, extension: 'png', ...named, ...measured };
  const row = await keepFile(context, made, async (tx, mediaId) => {
    await setRefs(context, tx, { type: 'user', id: admin.id }, 'picture', [{ mediaId }]);
  });
  return row.path;
}

async function bytesOf(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  return Buffer.from(await (await harness.guest.fetch(address, { headers })).arrayBuffer());
}

describe('a public file', () => {
  it('is served for ever, for showing and nothing else', async () => {
    const { url } = await publicPicture();
    const answer = await harness.guest.fetch(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/jpeg',
      'cross-origin-resource-policy': 'same-site',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    const row = await harness.context.db.read
      .selectFrom('media')
      .select(['sha256', 'size'])
      .executeTakeFirst();
    expect(row).toEqual({ sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length });
  });

  it('is shown by the native app, whose page is of no site, and by no other site', async () => {
    const { url } = await publicPicture();
    const policyFor = async (agent: string) => {
      const { headers } = await harness.guest.fetch(url, { headers: { 'user-agent': agent } });
      expect(headers.get('vary')).toContain('User-Agent');
      return headers.get('cross-origin-resource-policy');
    };
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
    expect(await policyFor(`${phone} DuetApp/1`)).toBe('cross-origin');
    expect(await policyFor(phone)).toBe('same-site');
    expect(await policyFor('NotDuetApp/1')).toBe('same-site');
  });

  it('answers HEAD with all but the bytes, its thumbnail as well [API-06, API-07]', async () => {
    const { url, thumbnailUrl } = await publicPicture();
    expect(thumbnailUrl).toBe(url.replace(/\.jpg$/, '_thumb.jpg'));
    for (const address of [url, thumbnailUrl]) {
      const [head, full] = [
        await harness.guest.fetch(address, { method: 'HEAD' }),
        await harness.guest.fetch(address),
      ];
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      for (const name of ['content-length', 'content-type', 'etag', 'last-modified', 'cache-control']) {
        expect([name, head.headers.get(name)]).toEqual([name, full.headers.get(name)]);
      }
      expect(Number(head.headers.get('content-length'))).toBe((await full.arrayBuffer()).byteLength);
    }
    expect((await harness.guest.fetch('/media/photos/none.jpg', { method: 'HEAD' })).status).toBe(404);
  });

  it('is served in parts', async () => {
    const { url } = await publicPicture();
    const whole = await bytesOf(url);
    const { length } = whole;
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=5-', 5, length - 1],
      ['bytes=-7', length - 7, length - 1],
      ['bytes=3-999999', 3, length - 1],
    ] as const) {
      const part = await harness.guest.fetch(url, { headers: { range } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${length}`);
      expect(part.headers.get('content-length')).toBe(String(end - start + 1));
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true);
    }
    const beyond = await harness.guest.fetch(url, { headers: { range: `bytes=${length}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${length}`]);
    for (const range of ['bytes=0-1,4-5', 'bytes=9-1', 'lines=1-2']) {
      expect((await bytesOf(url, { range })).equals(whole)).toBe(true);
    }
  });

  it('is not sent again to who has it, and in parts only to who has the same', async () => {
    const { url, thumbnailUrl } = await publicPicture();
    const { headers } = await harness.guest.fetch(url);
    const etag = headers.get('etag') ?? '';
    const modified = headers.get('last-modified') ?? '';
    for (const condition of [{ 'if-none-match': etag }, { 'if-modified-since': modified }]) {
      const answer = await harness.guest.fetch(url, { headers: condition });
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    const range = 'bytes=0-3';
    const statusWith = async (condition: string) =>
      (await harness.guest.fetch(url, { headers: { range, 'if-range': condition } })).status;
    expect(await statusWith(etag)).toBe(206);
    expect(await statusWith(modified)).toBe(206);
    expect(await statusWith('"another"')).toBe(200);
    expect((await harness.guest.fetch(thumbnailUrl)).headers.get('etag')).not.toBe(etag);
  });

  onOneServer('flows as fast as the client takes it, and is closed when the client leaves', async () => {
    const size = 64 * 1024 * 1024;
    const path = await keepLargeFile(size);
    const { storage } = harness.context;
    const open = storage.open.bind(storage);
    const opened: Readable[] = [];
    let bytesRead = 0;
    vi.spyOn(storage, 'open').mockImplementation(async (...asked) => {
      const stream = await open(...asked);
      if (!stream) return null;
      const push = stream.push.bind(stream);
      stream.push = (piece: Buffer | null) => {
        bytesRead += piece?.length ?? 0;
        return push(piece);
      };
      opened.push(stream);
      return stream;
    });
    await new Promise<void>((resolve, reject) => {
      const asking = get(new URL(`/media/${path}`, harness.url), (answer) => {
        answer.once('readable', () => {
          answer.destroy();
          resolve();
        });
      });
      asking.on('error', reject);
    });
    const [stream] = opened;
    await expect.poll(() => stream?.closed).toBe(true);
    expect(bytesRead).toBeGreaterThan(0);
    expect(bytesRead).toBeLessThan(size / 2);
  });
});

describe('a file that is not public does not exist', () => {
  it('while it is only uploaded, or in a draft', async () => {
    const id = await draft(admin, 'gallery');
    const file = await upload(admin, id);
    await admin.call('posts.update', { params: { id }, body: { mediaUrls: [file.url] } });
    for (const address of [file.url, file.thumbnailUrl]) {
      expect(await statusOf(plain(address))).toBe(404);
      expect(await statusOf(plain(address), admin)).toBe(404);
      const signed = await harness.guest.fetch(address);
      expect(signed.status).toBe(200);
      expect(signed.headers.get('cache-control')).toBe('private, max-age=3600');
    }
    const post = await publish(admin, id, { mediaUrls: [file.url] });
    expect(post.mediaUrls).toEqual([plain(file.url)]);
    expect(await statusOf(plain(file.url))).toBe(200);
    expect(await statusOf(plain(file.thumbnailUrl))).toBe(200);
  });

  it('in a post for admins alone, from the moment that it is one', async () => {
    const post = await gallery(admin);
    const url = post.mediaUrls[0] ?? '';
    expect(await statusOf(url)).toBe(200);
    await admin.call('posts.update', { params: { id: post._id }, body: { adminOnlyVisibility: true } });
    expect(await statusOf(url)).toBe(404);
    const asAdmin = await admin.call('posts.detail', { params: { id: post._id } });
    const signed = asAdmin.body.data.post.media[0];
    expect(await statusOf(signed?.url ?? '')).toBe(200);
    expect(await statusOf(signed?.thumbnailUrl ?? '')).toBe(200);
  });

  it('uploaded in the form of a public post that does not show it yet', async () => {
    const post = await gallery(admin);
    const file = await upload(admin, post._id);
    expect(await statusOf(plain(file.url))).toBe(404);
    expect(await statusOf(file.url)).toBe(200);
  });

  it('with a signature that is changed, of another file, or over', async () => {
    const [one, two] = [await upload(admin), await upload(admin)];
    const query = one.url.split('?')[1];
    expect(await statusOf(`${plain(two.url)}?${query}`)).toBe(404);
    expect(await statusOf(`${plain(one.thumbnailUrl)}?${query}`)).toBe(404);
    const other = await harness.admin('second');
    expect(await statusOf(one.url.replace(admin.id, other.id))).toBe(404);
    expect(await statusOf(`${one.url}x`)).toBe(404);
    harness.clock.forward(66 * 60_000);
    expect(await statusOf(one.url)).toBe(404);
  });

  it('for who is no admin any more, within ten seconds', async () => {
    const second = await harness.admin('second');
    const file = await upload(second);
    expect(await statusOf(file.url)).toBe(200);
    await admin.call('accounts.changeUser', { params: { id: second.id }, body: { role: 'user' } });
    harness.clock.forward(10_000);
    expect(await statusOf(file.url)).toBe(404);
  });

  it('for an admin whose account is deleted', async () => {
    const second = await harness.admin('second');
    const file = await upload(second);
    await admin.call('accounts.deleteUser', { params: { id: second.id } });
    harness.clock.forward(10_000);
    expect(await statusOf(file.url)).toBe(404);
  });
});

describe('what is no address of a file', () => {
  it('is a 404 in the form of every failure', async () => {
    const { url } = await publicPicture();
    const key = url.slice('/media/'.length);
    const odd = [
      '/media/',
      '/media/photos',
      `/media/${newKey('photos', 'jpg')}`,
      `/media/${key.replace('/', '%2F')}`,
      `/media/${key.replaceAll('/', '%2f')}`,
      `/media/${key.replace('.', '%2e')}`,
      `/media//${key}`,
      `/media/${key}/`,
      `/media/${key}%00`,
      `/media/${key}.jpg`,
      `/media/${key.toUpperCase()}`,
      '/media/photos/%2e%2e/%2e%2e/secrets.json',
      '/media/..%2fsecrets.json',
    ];
    for (const address of odd) {
      const answer = await harness.guest.fetch(address);
      expect([address, answer.status]).toEqual([address, 404]);
      expect(await answer.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('climbs nowhere, also where the client does not clean it', async () => {
    for (const path of ['/media/../secrets.json', '/media/photos/../../secrets.json', '/media/./photos/x']) {
      const status = await new Promise((resolve, reject) => {
        const { hostname, port } = new URL(harness.url);
        get({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
      });
      expect([path, status]).toEqual([path, 404]);
    }
  });
});
