import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { endpoint } from '@duet/contract/endpoint';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createTinyServer, type TinyServer } from '../../../test/tiny-server.ts';

const row = (path: `/${string}`) =>
  endpoint({
    method: 'GET',
    path,
    access: 'anyone',
    does: 'Answers.',
    data: z.object({ words: z.string() }),
  });
const table = {
  'a.cached': row('/api/cached'),
  'a.made': row('/api/made'),
  'a.large': row('/api/large'),
} as const;
const everyRow = { narrowing: () => ({}) };
/** Two such answers are more than the two ends of a connection hold between them. */
const largeBytes = 4_500_000;

let server: TinyServer;
beforeAll(async () => {
  server = await createTinyServer({
    table,
    handlers: {
      'a.cached': async () => ({ data: { words: 'cached' } }),
      'a.made': async () => ({ data: { words: 'made' } }),
      'a.large': async () => ({ data: { words: 'x'.repeat(largeBytes) } }),
    },
    cached: { 'a.cached': everyRow, 'a.large': everyRow },
  });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.fetch('/api/cached'));

async function opened() {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** What comes back for these bytes until the server closes the connection. */
async function exchanged(bytes: string): Promise<string> {
  const socket = await opened();
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return heard;
}

const get = (path: string, ...headers: string[]) =>
  ['GET', path, `HTTP/1.1\r\nhost: duet\r\n${headers.map((each) => `${each}\r\n`).join('')}\r\n`].join(' ');
const closing = 'connection: close';
const countedLarge = async () =>
  Number(
    /duet_request_seconds_count\{method="GET",route="\/api\/large",status="200"\} (\d+)/.exec(
      await (await server.fetch('/metrics')).text(),
    )?.[1],
  );

it.each([
  ['HTTP/1.0', 'GET /api/cached HTTP/1.0\r\n\r\n'],
  ['a request that closes', get('/api/cached', closing)],
])('a cached answer to %s ends its connection', async (_name, request) => {
  const answer = await exchanged(request);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\nConnection: close\r\n/);
  expect(answer).toMatch(/\r\ncontent-length: 42\r\n/);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ data: { words: 'cached' } });
});

it('cached answers and others go out in the order of their requests', async () => {
  const unchanged = get('/api/cached', 'if-none-match: *');
  const answers = await exchanged(
    [get('/api/made'), get('/api/cached'), unchanged, get('/api/made'), get('/api/cached', closing)].join(''),
  );
  const told = [...answers.matchAll(/HTTP\/1\.1 (\d+)|"words":"(\w+)"/g)].map(([, a, b]) => a ?? b);
  expect(told).toEqual(['200', 'made', '200', 'cached', '304', '200', 'made', '200', 'cached']);
});

it('a connection lives on between cached answers, and is told for how long', async () => {
  const answers = await exchanged(get('/api/cached') + get('/api/cached', closing));
  expect(answers.match(/\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5, max=1000\r\n/g)).toHaveLength(1);
  expect(answers.match(/\r\nDate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/g)).toHaveLength(2);
});

it('a cached answer that never got out is not counted as answered', async () => {
  await (await server.fetch('/api/large')).text();
  const before = await countedLarge();
  const { cache } = server.context;
  const { hits } = cache.metrics();
  const socket = await opened();
  // Nobody reads the first one, and the other one waits behind it.
  socket.pause();
  socket.write(get('/api/large') + get('/api/large'));
  await expect.poll(() => cache.metrics().hits).toBe(hits + 2);
  const { server: http } = server.app;
  const open = promisify((heard: (error: Error | null, count: number) => void) => http.getConnections(heard));
  const others = (await open()) - 1;
  socket.destroy();
  await expect.poll(() => open()).toBe(others);
  expect(await countedLarge()).toBe(before);
});
