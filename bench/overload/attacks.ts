import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { eventsPath } from '@duet/contract/events/stream';
import { tokenOf } from '../load/seed.ts';
import { authors, firstWriter, personId } from '../load/seed-constants.ts';
import { closedLoop, openLoop, type Sent } from './sending.ts';

/** What an attack has before it: a seeded site that answers. */
interface Attacked {
  readonly url: string;
  readonly dataFolder: string;
}

/** Goes on until its process ends. */
type Attack = (attacked: Attacked) => void | Promise<void>;

const MB = 1024 * 1024;
/** The first of the people who attack; whom they hold up are others. */
const attackers = 1000;
/** The accounts of one attacker. */
const accounts = 20;
/** Accounts with streams of their own. */
const streaming = 100;
/** For calls of which one account may make few. */
const manyAccounts = 1000;

/** Addresses of the attack, which others do not share. */
const attacker = (n: number, addresses: number): string => `127.0.1.${(n % addresses) + 1}`;

const connections = 1700;

/** Connections from 8 addresses, each of which begins with `head`, and then does no more than `then` asks for. */
function openSockets(url: string, head: (n: number) => string, then: (socket: Socket) => void): void {
  const { port } = new URL(url);
  const open = (n: number) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: attacker(n, 8) });
    socket.on('error', () => {});
    // Whoever is cut comes again.
    socket.on('close', () => void setTimeout(() => open(n), 500));
    socket.write(head(n));
    then(socket);
  };
  for (let n = 0; n < connections; n += 1) open(n);
}

/** Guests who ask for a large picture and do not read it. */
const slowReaders: Attack = ({ url, dataFolder }) => {
  const path = pictureOf(dataFolder);
  openSockets(
    url,
    () => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`,
    (socket) => socket.pause(),
  );
};

/** Guests who ask for the longest page of the feed, a post with its head, its comments, and read nothing. */
const slowReadersOfAnswers: Attack = ({ url, dataFolder }) => {
  const [id] = postsOf(dataFolder);
  const paths = ['/api/posts?limit=100', `/post/${id}`, `/api/comments/post/${id}`, '/'];
  openSockets(
    url,
    (n) => `GET ${paths[n % paths.length]} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(4),
    (socket) => socket.pause(),
  );
};

/** Bodies that come byte by byte, on each kind of call. */
const slowWriters: Attack = ({ url }) => {
  const paths = [
    '/api/auth/login',
    '/api/likes',
    '/api/comments',
    '/api/messages',
    '/api/profile-picture/base64',
    '/api/upload/image',
    '/api/nothing',
  ];
  openSockets(
    url,
    (n) =>
      `POST ${paths[n % paths.length]} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n` +
      `authorization: Bearer ${tokenOf(attackers + (n % accounts))}\r\n\r\n{`,
    (socket) => {
      const dripping = setInterval(() => socket.write(' '), 1000);
      socket.on('close', () => clearInterval(dripping));
    },
  );
};

/** People's streams of events, as many as each may have and more, of which a tenth ends and comes again each second. */
const streams: Attack = ({ url }) => {
  const head = (n: number) =>
    `GET ${eventsPath} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tokenOf(attackers + (n % streaming))}\r\n\r\n`;
  openSockets(url, head, (socket) => {
    socket.resume();
    setTimeout(() => socket.destroy(), 10_000 * Math.random());
  });
};

/** Gives a public picture 13 MB, and answers its address. */
function pictureOf(dataFolder: string): string {
  const database = new DatabaseSync(join(dataFolder, 'duet.db'));
  const row = database
    .prepare(
      `select media.path from media join media_refs on media_id = media.id join posts on posts.id = media_refs.owner_id
       where owner_type = 'post' and kind = 'photo' and published = 1 and admin_only = 0 limit 1`,
    )
    .get();
  database.prepare('update media set size = ? where path = ?').run(13 * MB, String(row?.path));
  database.close();
  const file = join(dataFolder, 'media', String(row?.path));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  truncateSync(file, 13 * MB);
  return `/media/${row?.path}`;
}

const wrongPasswords: Attack = ({ url }) =>
  closedLoop(url, 64, (n) => ({
    path: '/api/auth/login',
    body: JSON.stringify({ username: `person_${n}`, password: 'wrong-Password!1' }),
    address: attacker(n, 250),
  }));

/** Bodies as large as a profile photo's may be: as many as the accounts may send, at once. */
const photoBodies =
  (bodies: number, accounts: number): Attack =>
  ({ url }) => {
    const body = JSON.stringify({
      fileName: 'a.jpg',
      fileType: 'image/jpeg',
      imageData: `data:image/jpeg;base64,${'A'.repeat(13 * MB)}`,
    });
    return closedLoop(url, bodies, (n) => ({
      path: '/api/profile-picture/base64',
      body,
      address: '127.0.1.1',
      token: tokenOf(1500 + (n % accounts)),
    }));
  };

/** Another process holds the database's lock. */
const foreignLock: Attack = ({ dataFolder }) => {
  const database = new DatabaseSync(join(dataFolder, 'duet.db'));
  database.exec('begin immediate');
  setInterval(() => database.isTransaction, 1000);
};

/** Ids of posts that everybody sees. */
function postsOf(dataFolder: string): string[] {
  using database = new DatabaseSync(join(dataFolder, 'duet.db'), { readOnly: true });
  return database
    .prepare('select id from posts where published = 1 and admin_only = 0 order by id desc limit 500')
    .all()
    .map(({ id }) => String(id));
}

/** One guest on pages of posts, which come with a preview for those who show links. */
const pages: Attack = ({ url, dataFolder }) => {
  const ids = postsOf(dataFolder);
  return closedLoop(url, 200, (n) => ({
    path: `/post/${ids[n % ids.length]}`,
    body: '',
    address: '127.0.1.1',
    method: 'GET',
  }));
};

/** A piece of a large picture from its middle, each another one. */
const ranges: Attack = ({ url, dataFolder }) => {
  const path = pictureOf(dataFolder);
  return closedLoop(url, 200, (n) => ({
    path,
    body: '',
    address: attacker(n, 8),
    method: 'GET',
    headers: { range: `bytes=${(n % 100) * 65_536}-${12 * MB}` },
  }));
};

/** The calls of one kind, `n` being which it is. */
type Calls = (n: number, posts: readonly string[]) => Sent;

const get =
  (path: string, many: number): Calls =>
  (n) => ({
    path,
    body: '',
    address: attacker(n, 8),
    method: 'GET',
    token: tokenOf(attackers + (n % many)),
  });

/** As many guests as it takes for their limits not to end it. */
const guests =
  (path: (posts: readonly string[], n: number) => string): Calls =>
  (n, posts) => ({ path: path(posts, n), body: '', address: attacker(n, 250), method: 'GET' });

const write =
  (path: string, body: (n: number, post: string) => unknown): Calls =>
  (n, posts) => ({
    path,
    body: JSON.stringify(body(n, posts[Math.floor(n / manyAccounts) % posts.length] ?? '')),
    address: attacker(n, 8),
    token: tokenOf(attackers + (n % manyAccounts)),
  });

const kinds: Readonly<Record<string, { readonly says: string; readonly calls: Calls }>> = {
  feed: { says: 'the feed, guests of 250 addresses', calls: guests(() => '/api/posts') },
  post: {
    says: 'one post after the other, guests of 250 addresses',
    calls: guests((posts, n) => `/api/posts/${posts[n % posts.length]}`),
  },
  comments: {
    says: 'comments of posts, guests of 250 addresses',
    calls: guests((posts, n) => `/api/comments/post/${posts[n % posts.length]}`),
  },
  'signed-feed': { says: 'the feed, 20 accounts', calls: get('/api/posts', accounts) },
  inbox: { says: 'the inbox, 20 accounts', calls: get('/api/messages/conversations', accounts) },
  thread: {
    says: 'a thread, 20 accounts',
    calls: get(`/api/messages/conversation/${personId(firstWriter)}`, accounts),
  },
  search: {
    says: 'the search of people, 20 accounts',
    calls: get('/api/messages/recipients?search=an', accounts),
  },
  likes: { says: 'likes, 1,000 accounts', calls: write('/api/likes', (_, postId) => ({ postId })) },
  writing: {
    says: 'comments, 1,000 accounts',
    calls: write('/api/comments', (n, postId) => ({ postId, text: `Evening ${n}.`, clientId: `a${n}` })),
  },
  messages: {
    says: 'messages, 1,000 accounts',
    calls: write('/api/messages', (n) => ({
      recipientId: personId(attackers + ((n * 7 + 1) % manyAccounts)),
      message: `On my way, number ${n}.`,
      clientId: `a${n}`,
    })),
  },
};

const closed =
  ({ calls }: { readonly calls: Calls }): Attack =>
  ({ url, dataFolder }) => {
    const posts = postsOf(dataFolder);
    closedLoop(url, 200, (n) => calls(n, posts));
  };

const open =
  ({ calls }: { readonly calls: Calls }): Attack =>
  ({ url, dataFolder }) => {
    const posts = postsOf(dataFolder);
    return openLoop(url, (n) => calls(n, posts));
  };

/** Chunks of videos, each again and again: 8 videos of an admin whose password somebody has, 8 chunks at a time of each. */
const chunks: Attack = async ({ url }) => {
  const token = tokenOf(authors[0]);
  const size = 256 * 1024;
  const sessions = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const init = await fetch(new URL('/api/upload/chunked?action=init', url), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          fileName: `${n}.mp4`,
          fileType: 'video/mp4',
          fileSize: 400 * MB,
          chunkSize: size,
        }),
      });
      const { sessionId, data } = await init.json();
      if (!sessionId) throw new Error(`an upload was answered ${init.status}`);
      return { sessionId, size: Number(data.chunkSize), count: Number(data.totalChunks) - 1 };
    }),
  );
  const bytes = Buffer.alloc(sessions[0]?.size ?? size, 'A');
  closedLoop(url, 64, (n) => {
    const { sessionId, count } = sessions[n % sessions.length] ?? { sessionId: '', count: 1 };
    const path = `/api/upload/chunked?action=upload&sessionId=${sessionId}&chunkIndex=${Math.floor(n / 8) % count}`;
    return { path, body: bytes, address: attacker(n, 8), token };
  });
};

/** Calls at five times what the server takes, over one's limit. */
const calls: Attack = ({ url }) =>
  closedLoop(url, 200, (n) => ({ path: '/api/posts', body: '', address: attacker(n, 8), method: 'GET' }));

interface Described {
  readonly says: string;
  readonly begin: Attack;
}

const ofKinds: Readonly<Record<string, Described>> = Object.fromEntries(
  Object.entries(kinds).flatMap(([name, kind]): [string, Described][] => [
    [`${name}-closed`, { says: `200 at a time: ${kind.says}`, begin: closed(kind) }],
    [`${name}-open`, { says: `5 times what it takes: ${kind.says}`, begin: open(kind) }],
  ]),
);

export const attacks: Readonly<Record<string, Described>> = {
  'slow-readers': {
    says: '1,700 guests from 8 addresses who do not read a picture of 13 MB',
    begin: slowReaders,
  },
  'slow-answers': {
    says: '1,700 guests from 8 addresses who do not read feed, post, comments, page',
    begin: slowReadersOfAnswers,
  },
  'slow-writers': {
    says: '1,700 bodies of 7 kinds of calls, a byte a second, 20 accounts, 8 addresses',
    begin: slowWriters,
  },
  streams: {
    says: '1,700 streams of events of 100 accounts from 8 addresses that come and go',
    begin: streams,
  },
  'photo-bodies': {
    says: '190 photo bodies of 13 MB of 20 accounts at once',
    begin: photoBodies(190, accounts),
  },
  chunks: { says: '64 chunks of 8 videos at once', begin: chunks },
  ranges: { says: '200 at a time: ranges of a picture of 13 MB, guests of 8 addresses', begin: ranges },
  'wrong-passwords': { says: '64 wrong passwords at once', begin: wrongPasswords },
  'foreign-lock': { says: 'another process that locks the database', begin: foreignLock },
  pages: { says: '200 connections of one guest on pages of posts', begin: pages },
  calls: { says: '200 connections from 8 addresses on the feed', begin: calls },
  ...ofKinds,
};
