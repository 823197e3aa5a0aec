import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpoint } from '@duet/contract/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createTinyServer, type TinyServer } from '../../../test/tiny-server.ts';

const words = 'a day by the sea, '.repeat(100);
const row = (path: `/${string}`) =>
  endpoint({
    method: 'GET',
    path,
    access: 'anyone',
    does: 'Answers.',
    data: z.object({ words: z.string() }),
  });

let server: TinyServer;
beforeAll(async () => {
  server = await createTinyServer({
    table: { 'a.long': row('/api/long'), 'a.short': row('/api/short') },
    handlers: {
      'a.long': async () => ({ data: { words } }),
      'a.short': async () => ({ data: { words: 'sea' } }),
    },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

/** An answer as it came over the wire. */
const ask = (path: string, encodings: string) =>
  new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    get(server.url + path, { headers: { 'accept-encoding': encodings } }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      resolve({ headers: answer.headers, bytes: Buffer.concat(parts) });
    }).on('error', reject);
  });

it.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
] as const)('compresses a long answer for %s', async (accepted, encoding, open) => {
  const { headers, bytes } = await ask('/api/long', accepted);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
  expect(bytes.length).toBeLessThan(words.length / 10);
  expect(JSON.parse(open(bytes).toString()).data).toEqual({ words });
});

it('leaves an answer as it is for who asks for nothing else, and a short one', async () => {
  const plain = await ask('/api/long', 'identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(plain.bytes.toString()).data).toEqual({ words });
  expect((await ask('/api/short', 'br, gzip')).headers['content-encoding']).toBeUndefined();
});
