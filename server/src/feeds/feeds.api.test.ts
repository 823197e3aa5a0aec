import { DOMParser, type Element } from '@xmldom/xmldom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { attachVideo, draft, gallery, publish, richText } from '../../test/posts.ts';

interface JsonFeed {
  readonly version: string;
  readonly title: string;
  readonly home_page_url: string;
  readonly feed_url: string;
  readonly items: readonly {
    readonly id: string;
    readonly url: string;
    readonly title: string;
    readonly content_html: string;
    readonly date_published: string;
    readonly date_modified: string;
    readonly authors: readonly { readonly name: string }[];
    readonly image?: string;
  }[];
}

const origin = 'https://us.example.org';
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const atomNamespace = 'http://www.w3.org/2005/Atom';

/** The feed as a strict parser reads it: whatever is no well-formed XML fails. */
function readAtom(xml: string) {
  const document = new DOMParser({
    onError: (level, message) => {
      if (level !== 'warning') throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(xml, 'application/xml');
  const children = (parent: Element, name: string) =>
    [...parent.childNodes].filter(
      (node) => node.nodeName === name && (node as Element).namespaceURI === atomNamespace,
    ) as Element[];
  /** RFC 4287 wants each of these exactly once. */
  const only = (parent: Element, name: string): Element => {
    const [found, ...more] = children(parent, name);
    if (!found || more.length > 0) throw new Error(`${name} stands ${more.length} times more than once`);
    return found;
  };
  const text = (parent: Element, name: string) => only(parent, name).textContent ?? '';
  const links = (parent: Element) =>
    Object.fromEntries(
      children(parent, 'link').map((link) => [link.getAttribute('rel'), link.getAttribute('href')]),
    );
  const feed = document.documentElement;
  if (feed?.nodeName !== 'feed') throw new Error('no feed');
  return {
    ...{ id: text(feed, 'id'), title: text(feed, 'title'), updated: text(feed, 'updated') },
    links: links(feed),
    entries: children(feed, 'entry').map((entry) => ({
      ...{ id: text(entry, 'id'), title: text(entry, 'title') },
      ...{ published: text(entry, 'published'), updated: text(entry, 'updated') },
      author: text(only(entry, 'author'), 'name'),
      html: text(entry, 'content'),
      type: only(entry, 'content').getAttribute('type'),
      links: links(entry),
    })),
  };
}

async function feeds({ guest }: Harness) {
  return {
    atom: readAtom(await (await guest.fetch('/feed.atom')).text()),
    json: (await (await guest.fetch('/feed.json')).json()) as JsonFeed,
  };
}

describe('the feeds', () => {
  let harness: Harness;
  let admin: Person;

  beforeAll(async () => {
    harness = await createHarness({ config: { publicUrl: origin } });
    admin = await harness.admin();
  });
  afterAll(() => harness[Symbol.asyncDispose]());

  it('are valid where nothing is published', async () => {
    const { atom, json } = await feeds(harness);
    expect(atom).toMatchObject({ id: `${origin}/`, title: 'Duet', updated: '1970-01-01T00:00:00.000Z' });
    expect(atom.entries).toEqual([]);
    expect(json).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Duet',
      description: expect.any(String),
      language: 'en',
      home_page_url: `${origin}/`,
      feed_url: `${origin}/feed.json`,
      items: [],
    });
  });

  it('hold what a guest gets of each post, with whole addresses and escaped once', async () => {
    const text = await richText(admin, `<p>Fish &amp; <b>chips</b> ${'word '.repeat(400)}</p>`, {
      title: 'A <title> & "more"',
    });
    const blocks = [
      { type: 'header', data: { text: 'By the <b>sea</b>', level: 2 } },
      { type: 'code', data: { code: 'a < b' } },
    ];
    const block = await richText(admin, JSON.stringify({ blocks }));
    const pictures = await gallery(admin, 2, { caption: 'Two of us\n\n<at the sea>' });
    const { atom, json } = await feeds(harness);
    const [first, second, third] = json.items;
    expect(json.items.map(({ url }) => url)).toEqual(
      [pictures, block, text].map(({ _id }) => `${origin}/post/${_id}`),
    );
    expect(third?.title).toBe('A <title> & "more"');
    expect(third?.content_html).toContain('<p>Fish &amp; <b>chips</b> word');
    expect(third?.content_html).toMatch(/…<\/p>$/);
    expect(third?.content_html.length).toBeLessThan(1100);
    expect(second?.title).toBe('By the sea a < b');
    expect(second?.content_html).toBe('<h4>By the <b>sea</b></h4>\n<pre>a &lt; b</pre>');
    expect(first?.title).toBe('Two of us <at the sea>');
    expect(first?.content_html.match(/<img src="https:\/\/us\.example\.org\/media\/[^"?]+"/g)).toHaveLength(
      2,
    );
    expect(first?.content_html).toContain('<p>&lt;at the sea&gt;</p>');
    expect(first?.image).toBe(origin + pictures.imageUrl);

    const asAtom = json.items.map((item) => ({
      ...{ id: item.id, title: item.title, html: item.content_html, type: 'html' },
      ...{ published: item.date_published, updated: item.date_modified, author: item.authors[0]?.name },
      links: { alternate: item.url },
    }));
    expect(atom.entries).toEqual(asAtom);
    for (const { id, published, updated } of atom.entries) {
      expect(id).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect([published, updated].every((time) => rfc3339.test(time))).toBe(true);
    }
    expect(atom.updated).toBe(
      atom.entries
        .map(({ updated }) => updated)
        .sort()
        .at(-1),
    );
    expect(atom.links).toEqual({ self: `${origin}/feed.atom`, alternate: `${origin}/` });
  });

  it('hold no picture of a video that has none', async () => {
    const id = await draft(admin, 'video');
    await attachVideo(harness, admin, id);
    await publish(admin, id, { caption: 'Waves' });
    const { atom, json } = await feeds(harness);
    expect([json.items[0]?.content_html, atom.entries[0]?.html]).toEqual(['<p>Waves</p>', '<p>Waves</p>']);
  });

  it('hold neither drafts nor what is for admins alone, for admins either, and change with the posts', async () => {
    const before = await feeds(harness);
    await draft(admin);
    const hidden = await richText(admin, '<p>for us two</p>', { adminOnlyVisibility: true });
    expect(await feeds(harness)).toEqual(before);
    const asAdmin = await (await admin.fetch('/feed.json')).text();
    expect(asAdmin).not.toContain(hidden._id);
    await admin.send('posts.update', { adminOnlyVisibility: false }, { id: hidden._id });
    const { json } = await feeds(harness);
    expect(json.items[0]?.url).toBe(`${origin}/post/${hidden._id}`);
    await admin.call('posts.delete', { params: { id: hidden._id } });
    expect((await feeds(harness)).json.items.length).toBe(before.json.items.length);
  });

  it('leave out characters that XML cannot hold', async () => {
    await richText(admin, '<p>one\u000btwo \ud800three 🎉</p>', { title: 'a\u0001b' });
    const { atom } = await feeds(harness);
    expect(atom.entries[0]?.html).toMatch(/one.*two .*three 🎉/s);
  });

  it('hold the 20 newest', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 21; n += 1)
      ids.unshift((await publish(admin, await draft(admin), { content: '<p>x</p>' }))._id);
    const { json } = await feeds(harness);
    expect(json.items.map(({ id }) => id)).toEqual(ids.slice(0, 20).map((id) => `urn:uuid:${id}`));
  });

  it.each([
    ['/feed.atom', 'application/atom+xml; charset=utf-8'],
    ['/feed.json', 'application/feed+json; charset=utf-8'],
  ])('%s says its type, is compressed, and is not sent again to who has it', async (path, type) => {
    const first = await harness.guest.fetch(path, { headers: { 'accept-encoding': 'gzip' } });
    expect([first.status, first.headers.get('content-type')]).toEqual([200, type]);
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const etag = first.headers.get('etag') ?? '';
    const again = await harness.guest.fetch(path, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await richText(admin, `<p>${path}</p>`);
    const changed = await harness.guest.fetch(path, { headers: { 'if-none-match': etag } });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  });
});

it('name no host where the site does not know its own', async () => {
  await using harness = await createHarness();
  const admin = await harness.admin();
  const post = await richText(admin);
  const { atom, json } = await feeds(harness);
  expect(json.items[0]?.url).toBe(`/post/${post._id}`);
  expect(Object.keys(json)).not.toContain('feed_url');
  expect(atom.entries[0]?.links.alternate).toBe(`/post/${post._id}`);
});
