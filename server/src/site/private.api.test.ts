import { type Endpoint, fillPath } from '@duet/contract/endpoint';
import { endpoints } from '@duet/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { gallery, picture, richText, upload } from '../../test/posts.ts';

const page =
  '<!doctype html><html><head><meta name="csp-nonce" content=""><title>Duet</title><link rel="modulepreload" href="/assets/p.js" data-address="/post/"></head><body></body></html>';
const web = {
  'index.html': page,
  'robots.txt': 'User-agent: *\nDisallow: /admin\n',
  'manifest.webmanifest': JSON.stringify({ name: 'Duet', description: 'A site.', icons: [] }),
};

/** Rows that a guest of a private site may call. Whoever adds one has to show here that it tells nothing. */
const openRows = [
  'accounts.forgotten',
  'accounts.login',
  'accounts.register',
  'accounts.usePasswordLink',
  'digest.unsubscribe',
  'identity.confirmEmail',
  'invitations.lookUp',
  'passkeys.beginSignIn',
  'passkeys.signIn',
  'site.show',
  'totp.signIn',
];

let harness: Harness;
let admin: Person;
let ana: Person;
/** What nobody but members may learn. */
let secrets: string[];
let post: Awaited<ReturnType<typeof richText>>;
let pictures: Awaited<ReturnType<typeof gallery>>;
let profileUrl: string;
let comment: string;

beforeAll(async () => {
  harness = await createHarness({ web });
  admin = await harness.admin('marigold');
  ana = await harness.person('periwinkle');
  const { url } = await upload(admin);
  const inside = `<p>hollyhock</p><img src="${url}" alt="foxglove">`;
  post = await richText(admin, inside, { title: 'Snapdragon', caption: 'lupine' });
  pictures = await gallery(admin, 2, { caption: 'Delphinium' });
  const created = await ana.call('comments.create', { body: { postId: post._id, text: 'larkspur' } });
  comment = created.body.data.comment._id;
  await ana.call('messages.send', { body: { recipientId: admin.id, message: 'verbena' } });
  await ana.call('posts.like', { body: { postId: post._id } });
  const imageData = (await picture({ width: 300, height: 300 })).toString('base64');
  profileUrl = (await ana.call('media.profilePicture', { body: { imageData } })).body.data.url;
  await admin.send('site.change', { line: 'Candytuft', timeZone: 'Europe/Bucharest', language: 'ro' });
  await admin.send('about.change', { story: '<p>Columbine</p>', since: '2011-11-11' });
  secrets = [
    ...['marigold', 'periwinkle', 'hollyhock', 'foxglove', 'snapdragon', 'lupine', 'delphinium', 'larkspur'],
    ...['columbine', '2011-11-11'],
    ...['verbena', 'candytuft', 'bucharest', post._id, pictures._id, comment, admin.id, ana.id],
    ...files().map((address) => address.slice(0, -4)),
  ];
});
afterAll(() => harness[Symbol.asyncDispose]());

const withoutQuery = (address: string) => address.split('?')[0] ?? '';

/** The plain address of every file that is shown. */
function files(): string[] {
  const inside = /src="([^"]+)"/.exec(post.content)?.[1] ?? '';
  const ofPictures = pictures.media.flatMap(({ url, thumbnailUrl, sources = [] }) => [
    url,
    thumbnailUrl,
    ...sources.map((source) => source.url),
  ]);
  return [inside, ...ofPictures, profileUrl].map(withoutQuery);
}

function requireNoSecret(text: string, where: string): void {
  const found = secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));
  expect([where, found]).toEqual([where, []]);
}

const setReading = async (reading: string) =>
  expect((await admin.send('site.change', { reading })).status).toBe(200);

const guestFetch = (path: string, init: RequestInit = {}) => harness.guest.fetch(path, init);

/** All rows as a guest calls them, with ids of what is there. */
const rows = Object.entries(endpoints as Readonly<Record<string, Endpoint>>);

async function callRow([name, row]: (typeof rows)[number], method: string = row.method) {
  const noun = name.split('.')[0];
  const id = noun === 'comments' && !/post/.test(row.path) ? comment : post._id;
  const ids = { id, userId: admin.id, commentId: comment };
  const body = row.method === 'GET' || row.bodyKind === 'none' ? undefined : '{}';
  const headers = body ? { 'content-type': 'application/json' } : {};
  const answer = await guestFetch(fillPath(row.path, ids), { method, headers, ...(body ? { body } : {}) });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

describe.each(['members', 'invited'])('a guest of a site for %s', (reading) => {
  beforeAll(async () => {
    await setReading('everybody');
    // What is asked for twice is kept.
    for (let time = 0; time < 2; time += 1) {
      for (const path of [
        '/api/posts',
        `/api/posts/${post._id}`,
        `/api/comments/post/${post._id}`,
        '/api/site/about',
      ]) {
        expect((await guestFetch(path)).status).toBe(200);
      }
      for (const path of [`/post/${post._id}`, '/about', '/feed.json', '/feed.atom', ...files()]) {
        expect([path, (await guestFetch(path)).status]).toEqual([path, 200]);
      }
    }
    await setReading(reading);
  });

  it('gets nothing of any call, from the moment of the change', async () => {
    const open: string[] = [];
    for (const each of rows) {
      const [name, row] = each;
      const { status, text } = await callRow(each);
      requireNoSecret(text, name);
      if (row.openToGuests) open.push(name);
      else expect([name, status, JSON.parse(text).code]).toEqual([name, 401, 'SIGN_IN_REQUIRED']);
      if (row.method === 'GET' && !row.openToGuests) expect((await callRow(each, 'HEAD')).status).toBe(401);
    }
    expect(open.sort()).toEqual(openRows);
  });

  it('gets the same for what is there and what is not', async () => {
    const nowhere = '01990000-0000-7000-8000-000000000000';
    for (const path of ['/api/posts/', '/api/comments/post/', '/api/users/']) {
      const [real, other] = await Promise.all([guestFetch(path + post._id), guestFetch(path + nowhere)]);
      expect([path, await real.text()]).toEqual([path, await other.text()]);
      expect(real.status).toBe(401);
    }
  });

  it('knows the name, the look and how to come in', async () => {
    const { body } = await harness.guest.call('site.show');
    expect(body.data.site).toEqual({
      name: 'Duet',
      accent: '#c2335a',
      coverUrl: null,
      iconUrl: null,
      reading,
      joining: reading === 'invited' ? 'invitation' : 'open',
    });
  });

  it('gets the same page at every address, which no search engine keeps', async () => {
    const pages = await Promise.all(
      ['/', '/home', `/post/${post._id}`, '/post/none', '/about', '/admin', '/messages', '/anything'].map(
        async (path) => {
          const answer = await guestFetch(path);
          expect([path, answer.status, answer.headers.get('x-robots-tag')]).toEqual([path, 200, 'noindex']);
          const text = await answer.text();
          requireNoSecret(text, path);
          return text.replaceAll(/content="[\w+/]{22}=="/g, '');
        },
      ),
    );
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('<meta name="robots" content="noindex">');
    expect(pages[0]).toContain('<title>Duet</title>');
  });

  it('gets no feed, no event, and of other documents nothing but the name', async () => {
    for (const path of ['/feed.json', '/feed.atom', '/api/events', '/api/users/me/export']) {
      const answer = await guestFetch(path);
      const text = await answer.text();
      expect([path, answer.status, JSON.parse(text).code]).toEqual([path, 401, 'SIGN_IN_REQUIRED']);
    }
    const listening = new AbortController();
    const stream = await guestFetch('/api/events/site', { signal: listening.signal });
    let told = '';
    for await (const bytes of stream.body ?? []) {
      told += new TextDecoder().decode(bytes);
      if (told.includes('data: ')) break;
    }
    listening.abort();
    requireNoSecret(told, '/api/events/site');
    const robots = await guestFetch('/robots.txt');
    expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n');
    const manifest = await guestFetch('/manifest.webmanifest');
    expect(await manifest.json()).toEqual({ name: 'Duet', short_name: 'Duet', icons: [] });
    for (const path of ['/api/openapi.json', '/healthz', '/readyz', '/metrics', '/api/none', '/none.js']) {
      requireNoSecret(await (await guestFetch(path)).text(), path);
    }
  });

  it('gets no file, in whole, in part, or as not changed', async () => {
    for (const path of files()) {
      expect([path, (await guestFetch(path)).status]).toEqual([path, 404]);
      expect((await guestFetch(path, { method: 'HEAD' })).status).toBe(404);
      for (const headers of [{ range: 'bytes=0-9' }, { 'if-none-match': '*' }]) {
        expect((await guestFetch(path, { headers })).status).toBe(404);
      }
      for (const query of ['?e=9999999999&u=x&s=y', `?e=9999999999&u=${ana.id}&s=${'A'.repeat(43)}`]) {
        expect((await guestFetch(path + query)).status).toBe(404);
      }
    }
  });

  it('counts no view and likes nothing', async () => {
    const views = async () =>
      (await admin.call('posts.detail', { params: { id: post._id } })).body.data.post.views;
    const before = await views();
    const seen = { postIds: [post._id], postTypes: { [post._id]: 'richText' }, viewerId: 'guest-1' };
    expect((await harness.guest.send('views.record', seen)).status).toBe(401);
    expect(await views()).toBe(before);
  });
});

describe('a member of a site for members', () => {
  beforeAll(() => setReading('members'));

  it('reads all, with addresses of files that open for them', async () => {
    for (const reader of [ana, admin]) {
      for (let time = 0; time < 2; time += 1) {
        const feed = (await reader.call('posts.feed')).body.data.posts;
        const detail = (await reader.call('posts.detail', { params: { id: post._id } })).body.data.post;
        const comments = (await reader.call('comments.list', { params: { id: post._id } })).body.data
          .comments;
        const inside = /src="([^"]+)"/.exec(detail.content)?.[1]?.replaceAll('&amp;', '&') ?? '';
        const [first] = feed;
        const addresses = [
          inside,
          comments[0]?.profilePictureUrl ?? '',
          ...(first?.mediaUrls ?? []),
          ...(first?.media ?? []).flatMap(({ url, thumbnailUrl, sources = [] }) => [
            url,
            thumbnailUrl,
            ...sources.map((source) => source.url),
          ]),
        ];
        expect(addresses.length).toBeGreaterThan(5);
        for (const address of addresses) {
          const answer = await guestFetch(address);
          expect([address, answer.status]).toEqual([address, 200]);
          expect(answer.headers.get('cache-control')).toBe('private, max-age=3600');
          expect(address).toContain(`u=${reader.id}`);
        }
      }
    }
  });

  it('has the same addresses for hours, so that nothing is loaded anew', async () => {
    const urls = async () => (await ana.call('posts.feed')).body.data.posts.flatMap((each) => each.mediaUrls);
    const before = await urls();
    harness.clock.forward(70_000);
    expect(await urls()).toEqual(before);
  });

  it('gets what people typed as they typed it', async () => {
    const typed = files()[0] ?? '';
    const sent = await ana.call('comments.create', { body: { postId: pictures._id, text: typed } });
    expect(sent.body.data.comment.text).toBe(typed);
  });

  it('saves a post with such addresses and finds it as it was', async () => {
    const shown = (await admin.call('posts.detail', { params: { id: post._id } })).body.data.post;
    await admin.send('posts.update', { content: shown.content }, { id: post._id });
    await setReading('everybody');
    const after = (await harness.guest.call('posts.detail', { params: { id: post._id } })).body.data.post;
    expect(after.content).toContain(`src="${files()[0]}"`);
    expect(after.content).not.toContain('?e=');
    await setReading('members');
  });

  it('loses the files with the account', async () => {
    const gone = await harness.person('sweetpea');
    const [first] = (await gone.call('posts.feed')).body.data.posts;
    const address = first?.mediaUrls[0] ?? '';
    expect((await guestFetch(address)).status).toBe(200);
    await admin.call('accounts.deleteUser', { params: { id: gone.id } });
    harness.clock.forward(11_000);
    expect((await guestFetch(address)).status).toBe(404);
  });

  it('is told of the change by the event `site`, and goes on listening', async () => {
    await using stream = await openEvents(ana);
    await stream.until(({ events }) => events.length > 0);
    await setReading('everybody');
    await setReading('members');
    await stream.until((each) => each.dataOf('site').length === 2);
    expect(stream.dataOf('site').map(({ site }) => site.reading)).toEqual(['everybody', 'members']);
    await admin.call('messages.send', { body: { recipientId: ana.id, message: 'still here' } });
    await stream.until((each) => each.dataOf('message').length === 1);
  });
});

describe('the pictures of the site itself', () => {
  it('are there for guests, and stay plain for members', async () => {
    const { url } = await upload(admin);
    await admin.send('site.change', { coverUrl: url, reading: 'members' });
    const address = withoutQuery(url);
    expect((await harness.guest.call('site.show')).body.data.site.coverUrl).toBe(address);
    expect((await ana.call('site.show')).body.data.site.coverUrl).toBe(address);
    expect((await admin.call('site.settings')).body.data.site.coverUrl).toBe(address);
    expect((await guestFetch(address)).status).toBe(200);
    expect(await (await guestFetch('/home')).text()).toContain(
      `<meta property="og:image" content="${address}">`,
    );
  });
});

it('opens again as it was', async () => {
  await setReading('everybody');
  expect((await guestFetch('/api/posts')).status).toBe(200);
  for (const path of files()) expect([path, (await guestFetch(path)).status]).toEqual([path, 200]);
  const [first] = (await ana.call('posts.feed')).body.data.posts;
  expect(first?.mediaUrls[0]).not.toContain('?');
  expect(await (await guestFetch(`/post/${post._id}`)).text()).toContain('Snapdragon');
  expect(await (await guestFetch('/robots.txt')).text()).toBe(web['robots.txt']);
});
