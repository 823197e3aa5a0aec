import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { endpoint } from '@duet/contract/endpoint';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createTinyServer, type TinyServer } from '../../../test/tiny-server.ts';

const table = {
  'a.write': endpoint({
    method: 'POST',
    path: '/api/write',
    access: 'anyone',
    does: 'Takes a text.',
    body: z.object({ text: z.string() }),
    data: z.object({}),
  }),
  'a.secret': endpoint({
    method: 'POST',
    path: '/api/secret',
    access: 'signedIn',
    does: 'Takes a text of somebody who is signed in.',
    body: z.object({ text: z.string() }),
    data: z.object({}),
  }),
  'a.upload': endpoint({
    method: 'POST',
    path: '/api/upload',
    access: 'anyone',
    does: 'Takes bytes.',
    bodyKind: 'octets',
    bodyLimit: 1_000_000,
    data: z.object({ size: z.number() }),
  }),
};

const open = (): Promise<TinyServer> =>
  createTinyServer({
    table,
    handlers: {
      'a.write': async () => ({ data: {} }),
      'a.secret': async () => ({ data: {} }),
      'a.upload': async (_context, { request }) => {
        let size = 0;
        for await (const chunk of request.raw) size += (chunk as Buffer).length;
        return { data: { size } };
      },
    },
  });

interface Dripping {
  readonly socket: Socket;
  /** What the server has said so far. */
  heard: string;
  /** Milliseconds until the server was rid of the connection; null while it is open. */
  cutAfter: number | null;
}

/** Of each kind, from eight addresses in turn; `DUET_SLOW_REQUESTS=77` makes a thousand connections. */
const copies = Number(process.env.DUET_SLOW_REQUESTS ?? 1);

/** Sends a text, then bytes one at a time for as long as the connection takes them, and never closes by itself. */
function drip(server: TinyServer, text: string, localAddress: string): Dripping {
  const began = performance.now();
  const port = Number(new URL(server.url).port);
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  const dripping: Dripping = { socket, heard: '', cutAfter: null };
  const timer = setInterval(() => socket.write('a'), 500);
  socket.on('data', (chunk) => {
    dripping.heard += chunk;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    dripping.cutAfter = performance.now() - began;
  });
  socket.write(text);
  return dripping;
}

const withBody = (start: string, bytes: number | 'chunked' = 10_000): string =>
  [
    `${start} HTTP/1.1`,
    'host: duet',
    'content-type: application/json',
    bytes === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${bytes}`,
    '',
    bytes === 'chunked' ? '7fff\r\n' : '{',
  ].join('\r\n');

const openConnections = (server: TinyServer): Promise<number> =>
  new Promise((resolve, reject) =>
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

// These two wait for 14 s, by the clock: at the same time.
it.concurrent('cuts whoever sends a request byte by byte, found or not, let in or not', async ({
  expect,
}) => {
  await using server = await open();
  const kinds: Readonly<Record<string, readonly [text: string, status: number | null]>> = {
    'a body to an unknown path': [withBody('POST /api/nothing'), 404],
    'a body in chunks to an unknown path': [withBody('POST /api/nothing', 'chunked'), 404],
    'a body to a page': [withBody('POST /post/1'), 404],
    'a body that nobody asked for': [withBody('GET /healthz'), 200],
    'a body to an address that is none': [withBody('POST /api/%'), 400],
    'a body by a wrong method': [withBody('PUT /api/write'), 405],
    'a body of somebody who is not signed in': [withBody('POST /api/secret'), 401],
    'a body that is too large': [withBody('POST /api/write', 1_000_000), 413],
    'a body that is taken': [withBody('POST /api/write'), null],
    'a body in chunks that is taken': [withBody('POST /api/write', 'chunked'), null],
    'an upload': [withBody('POST /api/upload', 500_000), null],
    headers: ['GET /healthz HTTP/1.1\r\nx-drip: ', 408],
    'no request': ['NONSENSE\r\n\r\n', 400],
  };
  const all = Array.from({ length: copies }, (_, n) =>
    Object.entries(kinds).map(([kind, [text, status]]) => ({
      kind,
      status,
      is: drip(server, text, `127.0.1.${1 + (n % 8)}`),
    })),
  ).flat();
  await Promise.all(all.map(({ is }) => once(is.socket, 'connect')));
  await expect.poll(() => openConnections(server)).toBeGreaterThan(0);
  await expect
    .poll(() => openConnections(server), { timeout: 16_000, interval: 200 })
    .toBe(0)
    .catch(() => {});
  // A client that does not close by itself hears of it with its next byte.
  await expect
    .poll(() => all.every(({ is }) => is.cutAfter !== null), { timeout: 2000 })
    .toBe(true)
    .catch(() => {});
  for (const { is } of all) is.socket.destroy();
  const seen = all.map(({ kind, is }) => {
    const [, heard] = /^HTTP\/1\.1 (\d+)/.exec(is.heard) ?? [];
    return { kind, status: heard === undefined ? null : Number(heard), cut: is.cutAfter !== null };
  });
  expect(seen).toEqual(all.map(({ kind, status }) => ({ kind, status, cut: true })));
}, 30_000);

it.concurrent('leaves a slow phone alone that sends a photo at 5 KiB/s', async ({ expect }) => {
  await using server = await open();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  const size = 14 * 5 * 1024;
  socket.write(
    `POST /api/upload HTTP/1.1\r\nhost: duet\r\ncontent-type: image/jpeg\r\ncontent-length: ${size}\r\n\r\n`,
  );
  // By the time that has passed, so that a busy machine makes no slower phone.
  const began = performance.now();
  for (let sent = 0; sent < size; ) {
    const due = Math.min(size, Math.ceil((performance.now() - began) / 500) * 5 * 512);
    socket.write(Buffer.alloc(due - sent));
    sent = due;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await expect.poll(() => heard).toContain(`"size":${size}`);
  socket.destroy();
}, 30_000);

it('answers a call that it refuses while the body still comes, and keeps the connection of who sends it soon', async () => {
  await using server = await open();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.write(withBody('POST /api/nothing', 100));
  await expect.poll(() => heard).toContain('404');
  socket.write('a'.repeat(99));
  socket.write('GET /healthz HTTP/1.1\r\nhost: duet\r\nconnection: close\r\n\r\n');
  await once(socket, 'close');
  expect(heard).toContain('HTTP/1.1 200 OK');
});

it('holds nothing on a kept connection of refused calls whose bodies came after their answers', async () => {
  await using server = await open();
  const sockets: Socket[] = [];
  server.app.server.on('connection', (socket: Socket) => sockets.push(socket));
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let answers = 0;
  socket.on('data', (chunk) => {
    answers += String(chunk).split('HTTP/1.1 404').length - 1;
  });
  const listeners = () => sockets[0]?.listenerCount('close') ?? 0;
  const ask = async (n: number) => {
    socket.write(withBody('POST /api/nothing', 1000));
    await expect.poll(() => answers, { interval: 2 }).toBe(n);
    socket.write('a'.repeat(999));
  };
  await ask(1);
  const first = listeners();
  for (let n = 2; n <= 20; n += 1) await ask(n);
  expect(first).toBeGreaterThan(0);
  await expect.poll(listeners).toBeLessThanOrEqual(first);
  socket.destroy();
});
