import { endpoint } from '@duet/contract/endpoint';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createTinyServer } from '../../../test/tiny-server.ts';

const row = (path: `/${string}`) =>
  endpoint({ method: 'GET', path, access: 'anyone', does: 'Answers.', data: z.object({}) });

it('lets requests in flight finish and takes no new ones', async () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
  const server = await createTinyServer({
    table: { 'a.slow': row('/api/slow') },
    handlers: {
      'a.slow': async () => {
        reach();
        await mayEnd;
        return { data: {} };
      },
    },
  });
  const slow = server.fetch('/api/slow');
  await reached;
  const stopped = server.stop();
  await expect(fetch(`${server.url}/api/quick`, { headers: { connection: 'close' } })).rejects.toThrow();
  letEnd();
  expect((await slow).status).toBe(200);
  await stopped;
  await server[Symbol.asyncDispose]();
});

it('answers what still arrives on open connections in its own form', async () => {
  const stopping = new AbortController();
  await using server = await createTinyServer({
    table: { 'a.quick': row('/api/quick') },
    handlers: { 'a.quick': async () => ({ data: {} }) },
    stopping: stopping.signal,
  });
  expect((await server.fetch('/api/quick')).status).toBe(200);
  stopping.abort();
  const late = await server.fetch('/api/quick');
  expect([late.status, late.headers.get('retry-after'), late.headers.get('connection')]).toEqual([
    503,
    '5',
    'close',
  ]);
  expect(await late.json()).toMatchObject({ success: false, code: 'STOPPING' });
  expect((await server.fetch('/readyz')).status).toBe(503);
  expect((await server.fetch('/healthz')).status).toBe(200);
});
