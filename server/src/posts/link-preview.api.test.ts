import { writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endpoints } from '@duet/contract/endpoints';
import { parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { draft, gallery, richText } from '../../test/posts.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createApp } from '../app.ts';
import type { Config } from '../platform/config/config.ts';
import { headTags } from './link-preview.ts';
import { isElement } from './text/html-tree.ts';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const origin = 'https://duet.example.org';
const head = (path: string, language: 'en' | 'ro' = 'en') =>
  headTags(harness.context, { path, origin, language });

/** The tags by name; throws where anything but tags stands in the head. */
function read(html: string): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const node of parseDocument(html).childNodes) {
    if (!isElement(node)) throw new Error(`${node.type} in the head`);
    const { name, property, content, rel, href } = node.attribs;
    if (node.name === 'meta') tags[property ?? name ?? ''] = content ?? '';
    else if (node.name === 'link') tags[rel ?? ''] = href ?? '';
    else tags[node.name] = parseText(node.children);
  }
  return tags;
}

const parseText = (nodes: readonly unknown[]) =>
  (nodes as { data?: string }[]).map(({ data }) => data ?? '').join('');

describe('the head of a shared post', () => {
  it('tells what a guest may read of it, in full addresses', async () => {
    const { _id, mediaUrls } = await gallery(admin, 2, {
      title: 'By the sea',
      caption: `${'wave '.repeat(80)}secret`,
    });
    const tags = read(await head(`/post/${_id}`));
    expect(tags).toMatchObject({
      title: 'By the sea · Duet',
      canonical: `${origin}/post/${_id}`,
      'og:title': 'By the sea',
      'og:type': 'article',
      'og:url': `${origin}/post/${_id}`,
      'og:image': `${origin}${mediaUrls[0]}`,
      'og:image:width': '60',
      'og:image:height': '40',
      'twitter:card': 'summary_large_image',
    });
    expect([...(tags['og:description'] ?? '')].length).toBeLessThanOrEqual(200);
    expect(tags['og:description']).toMatch(/wave…$/);
    expect(tags.description).toBe(tags['og:description']);
  });

  it('takes the title from the text where there is none, without its tags', async () => {
    const { _id } = await richText(admin, '<h1>Our &amp; first</h1><p>day</p>');
    expect(read(await head(`/post/${_id}`))).toMatchObject({
      'og:title': 'Our & first day',
      'og:description': 'Our & first day',
      'twitter:card': 'summary',
    });
  });

  it('is escaped', async () => {
    const title = '"><script>alert(1)</script><meta content="';
    const { _id } = await richText(admin, '<p>&lt;/title&gt;&lt;script&gt;x</p>', { title });
    const html = await head(`/post/${_id}`);
    expect(html).not.toContain('<script');
    expect(read(html)).toMatchObject({ 'og:title': title, 'og:description': '</title><script>x' });
  });

  it('tells nothing of drafts, admin-only and unknown posts', async () => {
    const hidden = await richText(admin, '<p>x</p>', { adminOnlyVisibility: true, title: 'Secret' });
    const plain = await head('/home');
    for (const id of [hidden._id, await draft(admin), 'unknown', '..%2F', hidden._id.toUpperCase()]) {
      expect(await head(`/post/${id}`)).toBe(plain);
    }
    expect(read(plain)).toMatchObject({ 'og:title': 'Duet', 'og:type': 'website' });
    expect(await head('/home', 'ro')).not.toBe(plain);
  });
});

describe('the page of a shared post', () => {
  const evil = 'evil.test:3180';

  async function pages(config: Partial<Config> = {}) {
    const dir = temporaryDir();
    writeFileSync(join(dir.path, 'index.html'), '<html><head><title>Duet</title></head><body></body></html>');
    const context = { ...harness.context, config: { ...harness.context.config, ...config } };
    const app = await createApp(context, {
      stopping: new AbortController().signal,
      webDir: new URL(`file://${dir.path}/`),
      shedLoad: false,
    });
    const headers = {
      host: evil,
      'x-forwarded-host': evil,
      forwarded: `host=${evil}`,
      'accept-language': 'en',
    };
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    return {
      /** Over node:http, which says another host than the one that it calls. */
      open: async (path: string) => {
        const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
        get(new URL(path, address), { headers, agent: false }, resolve).on('error', reject);
        const response = await promise;
        return { status: response.statusCode, headers: response.headers, body: await text(response) };
      },
      async [Symbol.asyncDispose]() {
        await app.close();
        dir[Symbol.dispose]();
      },
    };
  }

  const headOf = ({ body }: { readonly body: string }) =>
    body.slice(body.indexOf('<head>') + '<head>'.length, body.indexOf('</head>'));

  it('carries the tags in its head, once, whatever else stands in its address', async () => {
    const post = await richText(admin, '<p>Hello</p>', { title: 'Hi' });
    await using site = await pages({ publicUrl: origin });
    const page = await site.open(`/post/${post._id}?from=mail`);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body.match(/<link rel="canonical"[^>]*>/g)).toEqual([
      `<link rel="canonical" href="${origin}/post/${post._id}">`,
    ]);
    expect(page.body.match(/<title>[^<]*<\/title>/g)).toEqual(['<title>Hi · Duet</title>']);
    const unknown = await site.open('/post/unknown');
    expect(unknown.status).toBe(200);
    expect(unknown.body.match(/<title>[^<]*<\/title>/g)).toEqual(['<title>Duet</title>']);
  });

  it('has addresses of the site’s own where it knows it; where it does not, none of the page and relative ones of pictures', async () => {
    const { _id, mediaUrls } = await gallery(admin, 1);
    for (const publicUrl of [null, origin]) {
      await using site = await pages({ publicUrl });
      const own = publicUrl ?? '';
      const address = publicUrl ? `${own}/post/${_id}` : undefined;
      const tags = read(headOf(await site.open(`/post/${_id}`)));
      expect([tags.canonical, tags['og:url']]).toEqual([address, address]);
      expect(tags).toMatchObject({
        'og:image': `${own}${mediaUrls[0]}`,
        'twitter:image': `${own}${mediaUrls[0]}`,
      });
    }
  });

  it('and every other answer hold nothing of the host that a request names', async () => {
    const post = await gallery(admin, 1);
    await using site = await pages({ publicUrl: null });
    const paths = [
      '/',
      '/home',
      `/post/${post._id}`,
      '/post/unknown',
      '/nothing',
      '/robots.txt',
      '/sitemap.xml',
      post.mediaUrls[0] ?? '',
      ...Object.values(endpoints)
        .filter(({ method }) => method === 'GET')
        .map(({ path }) => path.replace(/\{\w+\}/, post._id)),
      '/api/openapi.json',
      '/metrics',
      '/readyz',
    ];
    for (const path of paths) {
      const { status, headers, body } = await site.open(path);
      expect(status, path).toBeLessThan(500);
      expect(body.includes('evil.test'), path).toBe(false);
      expect(JSON.stringify(headers), path).not.toContain('evil.test');
    }
  });
});
