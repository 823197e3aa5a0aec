import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOfAtom, faultsOfJsonFeed } from '../../test/feeds/validate.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { attachVideo, draft, gallery, publish, richText } from '../../test/posts.ts';

const origin = 'https://us.example.org';

const scripts = [
  'Zăpadă, șervețele și încă țuică — „da”, «așa»',
  'שלום, חברים ‏(יום ראשון)',
  'مرحبا بالعالم ٢٠٢٦',
  '日本語のタイトル、全角！',
  '👩‍❤️‍👨 \u{1f1f7}\u{1f1f4} a\u0301 \ufb01 ]]> <!-- & &amp; "quotes" \'single\'',
  'a\u0001b\u000bc\ud800d\ufffee',
];

let harness: Harness;
let admin: Person;
let ana: Person;

const read = async (address: string): Promise<string> => {
  const answer = await harness.guest.fetch(address.replace(origin, ''));
  expect([address, answer.status]).toEqual([address, 200]);
  return answer.text();
};

beforeAll(async () => {
  harness = await createHarness({ config: { publicUrl: origin } });
  admin = await harness.admin();
  ana = await harness.person('anamaria');
});
afterAll(() => harness[Symbol.asyncDispose]());

async function publishAllKinds(): Promise<void> {
  for (const words of scripts) await richText(admin, `<p>${words}</p>`, { title: words });
  await richText(admin, `<h2>Long</h2><p>${'cuvânt '.repeat(2_000)}</p><ul><li>one</li></ul>`);
  await richText(
    admin,
    JSON.stringify({ blocks: [{ type: 'header', data: { text: 'By <b>the</b> sea', level: 2 } }] }),
  );
  await gallery(admin, 1);
  await gallery(admin, 5, { caption: scripts.join('\n') });
  const video = await draft(admin, 'video');
  await attachVideo(harness, admin, video);
  await publish(admin, video, { caption: scripts[2] ?? '' });
}

describe('both feeds are valid', () => {
  it('where nothing is published', async () => {
    expect(faultsOfAtom(await read('/feed.atom'))).toEqual([]);
    expect(faultsOfJsonFeed(JSON.parse(await read('/feed.json')))).toEqual([]);
  });

  it('with posts of the three kinds, long, edited, and in all scripts, by a person and on a site named so', async () => {
    await admin.call('site.change', {
      body: { name: 'Ana & „Dan” <3', line: 'ענה & 日本 <b>', timeZone: 'Asia/Kathmandu' },
    });
    await admin.call('accounts.changeUser', {
      params: { id: admin.id },
      body: { displayName: 'Ана <日本> & Co.' },
    });
    await publishAllKinds();
    const edited = await richText(admin, '<p>first</p>');
    await admin.send('posts.update', { content: '<p>second</p>' }, { id: edited._id });

    const [atom, json] = [await read('/feed.atom'), JSON.parse(await read('/feed.json'))];
    expect(faultsOfAtom(atom)).toEqual([]);
    expect(faultsOfJsonFeed(json)).toEqual([]);
    // What is held to be valid is all there.
    expect(json.items).toHaveLength(scripts.length + 6);
    expect(atom.match(/<entry>/g)).toHaveLength(scripts.length + 6);
    expect(json.items.some((item: { attachments?: unknown }) => item.attachments)).toBe(true);
  });

  it('at the secret address of a member of a private site', async () => {
    await admin.call('site.change', { body: { reading: 'members' } });
    const { atom, json } = (await ana.call('feeds.show')).body.data.feeds;
    const documents = [await read(atom), await read(json)] as const;
    expect(documents.every((text) => text.includes('s='))).toBe(true);
    expect(faultsOfAtom(documents[0])).toEqual([]);
    expect(faultsOfJsonFeed(JSON.parse(documents[1]))).toEqual([]);
    await admin.call('site.change', { body: { reading: 'everybody' } });
  });
});

describe('the validators find what is planted', () => {
  it.each<[string, RegExp, string, RegExp]>([
    ['an entry without an id', /<id>urn:uuid:[^<]+<\/id>/, '', /Not all fields of key .*oneOfEachInAnEntry/],
    ['an entry twice', /<entry>.*?<\/entry>/s, '$&$&', /Duplicate .*versionsOfAnEntry/],
    ['a relative address', /(?<=rel="alternate" href=")https:\/\/us\.example\.org(?=\/post)/, '', /href/],
    ['a date of another format', /(?<=<updated>)[^<]+/, 'Mon, 15 Jun 2026 09:00:00 GMT', /updated/],
    ['a day that there is not', /(?<=<published>)[^<]+/, '2026-02-30T09:00:00Z', /published/],
    ['a feed without a title', /<title>[^<]*<\/title>/, '', /oneOfEachInTheFeed/],
    ['an entry without an author', /<author>.*?<\/author>/, '', /oneOfEachInAnEntry/],
    ['an element that Atom has not', /<published>/, '<created/><published>', /created/],
    ['markup that is not escaped', /(?<=<content type="html">)/, '<b>bold</b>', /content/],
    ['a sign that XML cannot hold', /(?<=<content type="html">)/, '\u0001', /invalid|Char/i],
    ['an end that is missing', /<\/feed>/, '', /feed/],
  ])('in Atom: %s', async (_, what, instead, fault) => {
    const valid = await read('/feed.atom');
    const planted = valid.replace(what, instead);
    expect(planted).not.toBe(valid);
    expect(faultsOfAtom(planted).join('\n')).toMatch(fault);
  });

  it.each<[string, (feed: { items: Record<string, unknown>[] } & Record<string, unknown>) => void, RegExp]>([
    ['an item without an id', ({ items }) => delete items[0]?.id, /items\/0 must have .*'id'/],
    ['two items with one id', ({ items }) => Object.assign(items[1] ?? {}, { id: items[0]?.id }), /unique/],
    ['a relative address', ({ items }) => Object.assign(items[0] ?? {}, { url: '/post/1' }), /uri/],
    [
      'a date of another format',
      ({ items }) => Object.assign(items[0] ?? {}, { date_published: '15 Jun 2026' }),
      /date-time/,
    ],
    ['an item without content', ({ items }) => delete items[0]?.content_html, /content_html/],
    ['the former `author`', ({ items }) => Object.assign(items[0] ?? {}, { author: {} }), /additional/],
    [
      'another version',
      (feed) => Object.assign(feed, { version: 'https://jsonfeed.org/version/1' }),
      /version/,
    ],
  ])('in JSON Feed: %s', async (_, plant, fault) => {
    const feed = JSON.parse(await read('/feed.json'));
    expect(faultsOfJsonFeed(feed)).toEqual([]);
    plant(feed);
    expect(faultsOfJsonFeed(feed).join('\n')).toMatch(fault);
  });
});
