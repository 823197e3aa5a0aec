import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { endpoint } from '@duet/contract/endpoint';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createTinyServer, recognize, type TinyServer } from '../../../test/tiny-server.ts';
import { isExempt, lastingPressure } from './pressure.ts';

const MB = 1024 * 1024;
const row = (path: `/${string}`) =>
  endpoint({ method: 'GET', path, access: 'anyone', does: 'Answers.', data: z.object({}) });
const table = {
  'a.read': row('/api/read'),
  'a.quick': row('/api/quick'),
  'a.hash': row('/api/hash'),
  'a.large': endpoint({
    method: 'POST',
    path: '/api/large',
    access: 'anyone',
    does: 'Takes much.',
    body: z.object({}),
    bodyLimit: 30 * MB,
    data: z.object({}),
  }),
} as const;

/** Machines are busy at times. */
const patiently = { timeout: 10_000 };

const quick = async () => ({ data: {} });

/** A server whose rows `read` and `hash` answer only when they are let go. */
async function createSlowServer() {
  const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
  const started = { read: 0, hash: 0 };
  const slow = (name: keyof typeof started) => async () => {
    started[name] += 1;
    await mayEnd;
    return { data: {} };
  };
  const server = await createTinyServer({
    table,
    work: { 'a.hash': 'password' },
    handlers: { 'a.read': slow('read'), 'a.hash': slow('hash'), 'a.quick': quick, 'a.large': quick },
  });
  return { server, started, letEnd };
}

const statuses = (server: TinyServer, path: string, count: number, init?: RequestInit) =>
  Array.from({ length: count }, async () => (await server.fetch(path, init)).status);

it('lets readers in while everybody who hashes a password waits', async () => {
  const { server, started, letEnd } = await createSlowServer();
  await using _stop = server;
  const hashing = statuses(server, '/api/hash', 70);
  await expect.poll(() => started.hash, patiently).toBe(2);
  expect(await Promise.all(statuses(server, '/api/quick', 20))).toEqual(Array(20).fill(200));
  letEnd();
  const all = await Promise.all(hashing);
  expect([
    all.filter((status) => status === 200).length,
    all.filter((status) => status === 503).length,
  ]).toEqual([66, 4]);
});

it('lets people who are signed in go before guests, also where the queue is full of them', async () => {
  const { server, started, letEnd } = await createSlowServer();
  await using _stop = server;
  const guests = statuses(server, '/api/read', 16 + 128);
  await expect.poll(() => started.read, patiently).toBe(16);
  await expect.poll(() => server.context.admission.refuses('read', 1), patiently).toBe(true);
  const person = server.fetch('/api/quick', { headers: { authorization: 'Bearer maria' } });
  const refused = await Promise.race(guests);
  expect(refused).toBe(503);
  letEnd();
  expect((await person).status).toBe(200);
  const all = await Promise.all(guests);
  expect(all.filter((status) => status === 503)).toHaveLength(1);
});

/** Announces a body and sends none of it. */
async function announce(
  server: TinyServer,
  bytes: number,
): Promise<{ socket: Socket; answer: () => string }> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.on('data', (data) => (text += data));
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST /api/large HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\nauthorization: Bearer maria\r\n\r\n{`,
  );
  return { socket, answer: () => text };
}

it('reads no more large bodies at a time than there is memory for', async () => {
  const { server } = await createSlowServer();
  await using _stop = server;
  const { bodies } = server.context.admission;
  const first = await announce(server, 30 * MB);
  const second = await announce(server, 30 * MB);
  await expect.poll(() => bodies.taken, patiently).toBe(60 * MB);
  const third = await announce(server, 30 * MB);
  await expect.poll(third.answer, patiently).toMatch(/^HTTP\/1.1 503 .*retry-after: 5.*OVERLOADED/s);
  expect(third.answer()).toMatch(/connection: close/i);
  await expect.poll(() => third.socket.readableEnded || third.socket.destroyed, patiently).toBe(true);
  const small = await server.json('POST', '/api/large', {});
  expect(small.status).toBe(200);
  first.socket.destroy();
  await expect.poll(() => bodies.taken, patiently).toBe(30 * MB);
  second.socket.destroy();
  await expect.poll(() => bodies.taken, patiently).toBe(0);
});

it('holds no memory for a body whose sender left while it was asked who that is', async () => {
  const { promise: known, resolve: tell } = Promise.withResolvers<void>();
  const asked: string[] = [];
  await using server = await createTinyServer({
    table,
    handlers: { 'a.read': quick, 'a.hash': quick, 'a.quick': quick, 'a.large': quick },
    authenticate: async (context, token) => {
      asked.push(token);
      await known;
      return recognize(context, token);
    },
  });
  const { socket } = await announce(server, 30 * MB);
  await expect.poll(() => asked, patiently).toHaveLength(1);
  socket.destroy();
  const { server: http } = server.app;
  const open = promisify((heard: (error: Error | null, count: number) => void) => http.getConnections(heard));
  await expect.poll(() => open(), patiently).toBe(0);
  tell();
  expect((await server.json('POST', '/api/large', {})).status).toBe(200);
  expect(server.context.admission.bodies.taken).toBe(0);
});

it.each([
  ['/api/posts', undefined, 300, false],
  ['/api/posts', 'Bearer x', 300, true],
  ['/api/posts', 'Bearer x', 1000, false],
  ['/media/a.jpg', undefined, 300, false],
  ['/home', undefined, 5000, true],
  ['/healthz', undefined, 5000, true],
])('under pressure %s (%s, late by %i ms) is let in: %s', (url, authorization, delayMs, spared) => {
  expect(isExempt({ url, headers: { authorization } }, delayMs)).toBe(spared);
});

it.each([
  ['once', [0], false],
  ['in the second after one late look', [0, 300, 1100], false],
  ['in the second after a further one', [0, 900, 1600], true],
  ['again long after', [0, 900, 1600, 7000], false],
  ['by loops of some seconds', [0, 3000], true],
] as const)('pressure that is seen %s, at %j ms, is lasting: %s', (_, seenAtMs, lasting) => {
  const isLasting = lastingPressure();
  expect(seenAtMs.map((atMs) => isLasting(atMs)).at(-1)).toBe(lasting);
});

it('says that it is not ready, and refuses guests, while the event loop is late, and no longer when it is not', async () => {
  await using server = await createTinyServer({ table: {}, handlers: {}, shedLoad: true });
  const ready = async () => (await server.fetch('/readyz')).status;
  const unknown = async () => (await server.fetch('/api/nothing')).status;
  expect(await ready()).toBe(200);
  // Late for longer than the pause between two looks at the loop.
  const hold = () => {
    const until = performance.now() + 600;
    while (performance.now() < until);
  };
  const holding = setInterval(hold, 1);
  await expect.poll(ready, patiently).toBe(503);
  await expect.poll(unknown, patiently).toBe(503);
  clearInterval(holding);
  await expect.poll(ready, patiently).toBe(200);
  await expect.poll(unknown, patiently).toBe(404);
}, 60_000);
