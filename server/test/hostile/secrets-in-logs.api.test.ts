import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import type { Client } from '../client.ts';
import { createHarness, type Harness } from '../harness.ts';

/** A password, and what a token and the code of a link look like. */
const secrets = [
  'Hidden!Word7',
  'duet_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE',
  'dGhpcy1pcy1hLWNvZGUtdGhhdC1zb21lYm9keS1oYXM',
];

let harness: Harness;
let callers: readonly Client[];
const lines: string[] = [];
beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  harness = await createHarness({ overrides: { log } });
  callers = [harness.guest, await harness.person('person'), await harness.admin()];
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => harness[Symbol.asyncDispose]());

/** What a site keeps of calls beside their answers. */
async function traces(): Promise<string> {
  const audit = await harness.context.db.read.selectFrom('audit').selectAll().execute();
  const metrics = await (await harness.guest.fetch('/metrics')).text();
  return JSON.stringify([lines, audit, metrics]);
}

/** Over a socket, because `fetch` sends no malformed address. */
async function sendRaw(request: string): Promise<string> {
  const { hostname, port } = new URL(harness.url);
  const socket = connect(Number(port), hostname);
  socket.end(request);
  return text(socket);
}

const places = [
  ['a parameter', (secret: string) => `/api/posts?token=${secret}`],
  ['a harmless parameter', (secret: string) => `/api/posts?filter=${secret}`],
  ['a parameter without a name', (secret: string) => `/home?${secret}`],
  ['the path of a page', (secret: string) => `/new-password/${secret}`],
  ['the start of a path', (secret: string) => `/${secret}`],
  ['a path that is encoded', (secret: string) => `/reset/%20${secret}/x`],
  ['an id', (secret: string) => `/api/users/${secret}`],
  ['a path of the API', (secret: string) => `/api/auth/reset/${secret}`],
  ['a file', (secret: string) => `/media/photos/${secret}`],
  ['a file with an ending', (secret: string) => `/media/photos/${secret}.jpg`],
  ['a path of admins', (secret: string) => `/cleanup/${secret}`],
  ['an address that is malformed', (secret: string) => `/%zz/${secret}?token=${secret}`],
  ['an address that is too long', (secret: string) => `/api/posts/${'x'.repeat(130)}${secret}`],
] as const;

it.each(places)('a secret in %s reaches neither log, audit nor metrics', async (_place, pathOf) => {
  for (const secret of secrets) {
    for (const caller of callers) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const from = {
          referer: `${harness.url}/reset/${secret}`,
          'user-agent': secret,
          'x-forwarded-for': secret,
        };
        const response = await caller.fetch(pathOf(secret), { method, headers: from });
        expect(response.status).not.toBe(500);
      }
    }
    await sendRaw(`GET ${pathOf(secret)} HTTP/1.1\r\nHost: ${secret}\r\nConnection: close\r\n\r\n`);
  }
  const kept = await traces();
  for (const secret of secrets) expect(kept.includes(secret), secret).toBe(false);
});

it('what somebody sends reaches none of them where it cannot be read', async () => {
  const json = { 'content-type': 'application/json' };
  for (const secret of secrets) {
    for (const body of [
      secret,
      `"${secret}`,
      `{"password": ${secret}}`,
      `{"${secret}": 1, `,
      `{"__proto__": "${secret}"}`,
    ]) {
      for (const caller of callers) {
        const response = await caller.fetch('/api/auth/login', { method: 'POST', headers: json, body });
        expect(response.status).not.toBe(500);
      }
    }
    await harness.guest.send('accounts.login', { username: secret, password: secret });
    await harness.guest.send('accounts.register', {
      username: 'other',
      email: 'x',
      password: secret,
      setupCode: secret,
    });
    await harness.guest.send('accounts.usePasswordLink', { code: secret, password: secret });
    await harness.guest
      .fetch(`/api/auth/login`, { method: secret.replaceAll(/\W/g, ''), body: secret })
      .catch(() => {});
    await harness.guest.fetch('/api/posts', {
      headers: { authorization: `Bearer ${secret}`, 'if-match': secret },
    });
    await harness.guest.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': secret.replaceAll(/\W/g, '/') },
      body: secret,
    });
    for (const head of [`GET /x?${secret} HTTP/9`, `${secret} / HTTP/1.1`, `GET / HTTP/1.1\r\n${secret}`])
      await sendRaw(`${head}\r\n\r\n`);
  }
  for (const block of [
    { type: secrets[0], data: 3 },
    { type: 'paragraph', data: { text: { [secrets[0] ?? '']: 1 } } },
  ]) {
    for (const content of [{ blocks: [block] }, JSON.stringify({ blocks: [block] })])
      await callers[2]?.send('posts.publish', { content, [secrets[0] ?? '']: 1 });
  }
  const kept = await traces();
  for (const secret of secrets) expect(kept.includes(secret), secret).toBe(false);
});
