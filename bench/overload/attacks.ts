import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tokenOf } from '../load/seed.ts';

/** What an attack has before it: a seeded site that answers. */
export interface Attacked {
  readonly url: string;
  readonly dataFolder: string;
}

/** Goes on until its process ends. */
export type Attack = (attacked: Attacked) => void;

const MB = 1024 * 1024;

/** Addresses of the attack, which others do not share. */
const attacker = (n: number, addresses: number): string => `127.0.1.${(n % addresses) + 1}`;

/** Guests who ask for a large picture and do not read it. */
const slowReaders: Attack = ({ url, dataFolder }) => {
  const path = pictureOf(dataFolder);
  const { port } = new URL(url);
  for (let n = 0; n < 1700; n += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: attacker(n, 8) });
    socket.on('error', () => {});
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  }
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

interface Sent {
  readonly path: string;
  readonly body: string;
  readonly address: string;
  readonly token?: string;
  readonly method?: string;
}

/** Sends so many at a time, again and again. */
function again(url: string, count: number, make: (n: number) => Sent): void {
  const send = (n: number) => {
    const { path, body, address, token, method = 'POST' } = make(n);
    const headers = {
      ...(body === ''
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    let over = false;
    const next = () => {
      if (over) return;
      over = true;
      setTimeout(() => send(n + count), 5);
    };
    const sent = request(
      new URL(path, url),
      { method, localAddress: address, agent: false, headers },
      (response) => {
        response.resume();
        response.on('close', next);
      },
    );
    sent.on('error', next);
    sent.end(body);
  };
  for (let n = 0; n < count; n += 1) send(n);
}

const wrongPasswords: Attack = ({ url }) =>
  again(url, 64, (n) => ({
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
    return again(url, bodies, (n) => ({
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

/** One guest on pages of posts, which come with a preview for those who show links. */
const pages: Attack = ({ url, dataFolder }) => {
  const database = new DatabaseSync(join(dataFolder, 'duet.db'), { readOnly: true });
  const ids = database
    .prepare('select id from posts where published = 1 and admin_only = 0 limit 500')
    .all()
    .map(({ id }) => String(id));
  database.close();
  return again(url, 200, (n) => ({
    path: `/post/${ids[n % ids.length]}`,
    body: '',
    address: '127.0.1.1',
    method: 'GET',
  }));
};

/** Calls at five times what the server takes, over one's limit. */
const calls: Attack = ({ url }) =>
  again(url, 200, (n) => ({ path: '/api/posts', body: '', address: attacker(n, 8), method: 'GET' }));

export const attacks: Readonly<Record<string, { readonly says: string; readonly begin: Attack }>> = {
  'slow-readers': {
    says: '1,700 guests from 8 addresses who do not read a picture of 13 MB',
    begin: slowReaders,
  },
  'photo-bodies': { says: '190 photo bodies of 13 MB of 20 accounts at once', begin: photoBodies(190, 20) },
  'wrong-passwords': { says: '64 wrong passwords at once', begin: wrongPasswords },
  'foreign-lock': { says: 'another process that locks the database', begin: foreignLock },
  pages: { says: '200 connections of one guest on pages of posts', begin: pages },
  calls: { says: '200 connections from 8 addresses on the feed', begin: calls },
};
