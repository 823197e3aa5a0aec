import { get, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { endpoint } from '@duet/contract/endpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTinyServer, recognize, type TinyServer } from '../../../test/tiny-server.ts';
import type { Handlers } from './handler.ts';
import type { Refusal } from './refusal.ts';

const data = z.object({ codes: z.array(z.string()), viewer: z.string().nullable(), n: z.number() });
const table = {
  'a.public': endpoint({ method: 'GET', path: '/api/public', access: 'anyone', does: 'Answers.', data }),
  'a.own': endpoint({ method: 'GET', path: '/api/own', access: 'signedIn', does: 'Answers.', data }),
} as const;

let made: number;
let server: TinyServer;

const handlers: Handlers<typeof table> = {
  'a.public': async (context, { viewer }) => ({ data: await show(context, viewer) }),
  'a.own': async (context, { viewer }) => ({ data: await show(context, viewer) }),
};

async function show(context: TinyServer['context'], viewer: { username: string } | null) {
  made += 1;
  const rows = await context.db.read
    .selectFrom('setup_codes')
    .select('code_hash')
    .orderBy('code_hash')
    .execute();
  return { codes: rows.map(({ code_hash }) => code_hash), viewer: viewer?.username ?? null, n: made };
}

const everyRow = { narrowing: () => ({}) };
const add = (code: string) =>
  server.context.db.write((tx) =>
    tx.insertInto('setup_codes').values({ code_hash: code, created_at: 0, expires_at: 0 }).execute(),
  );

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** An answer as it came over the wire. */
const ask = (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET', url = server.url) =>
  new Promise<Answer>((resolve, reject) => {
    get(url + path, { headers, method }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) });
    }).on('error', reject);
  });
const dataOf = ({ bytes }: Answer) => JSON.parse(bytes.toString()).data as z.output<typeof data>;

beforeEach(async () => {
  made = 0;
  server = await createTinyServer({ table, handlers, cached: { 'a.public': everyRow, 'a.own': everyRow } });
  // Long enough for compression.
  for (const letter of 'abcdefghij') await add(letter.repeat(200));
});
afterEach(() => server[Symbol.asyncDispose]());

describe('an answer that is cached', () => {
  it('is the same as the one that was made, headers included, until its rows change', async () => {
    const fresh = await ask('/api/public');
    const cached = await ask('/api/public');
    const { date: _one, ...ofFresh } = fresh.headers;
    const { date: _other, ...ofCached } = cached.headers;
    expect(made).toBe(1);
    expect(cached.bytes.equals(fresh.bytes)).toBe(true);
    expect(ofCached).toEqual({ ...ofFresh, 'access-control-expose-headers': undefined });
    await add('new');
    expect(dataOf(await ask('/api/public'))).toMatchObject({ n: 2, codes: expect.arrayContaining(['new']) });
  });

  it('is told apart by address and by person', async () => {
    const maria = { authorization: 'Bearer maria' };
    const admin = { authorization: 'Bearer admin' };
    const answers = [];
    for (const headers of [{}, maria, admin, {}, maria, admin])
      answers.push(dataOf(await ask('/api/public', headers)));
    expect(answers.map(({ viewer, n }) => [viewer, n])).toEqual([
      [null, 1],
      ['maria', 2],
      ['admin', 3],
      [null, 1],
      ['maria', 2],
      ['admin', 3],
    ]);
    expect(dataOf(await ask('/api/public?other')).n).toBe(4);
  });

  it('is for nobody whose token is dead, or who is not signed in where one has to be', async () => {
    await ask('/api/own', { authorization: 'Bearer maria' });
    await ask('/api/public');
    expect((await ask('/api/own')).status).toBe(401);
    const dead = await ask('/api/public', { authorization: 'Bearer nobody' });
    expect([dead.status, dead.headers['x-content-type-options']]).toEqual([401, 'nosniff']);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is compressed with %s, made or cached', async (encoding, open) => {
    const plain = await ask('/api/public');
    for (const _time of [1, 2]) {
      const { headers, bytes } = await ask('/api/public', { 'accept-encoding': encoding });
      expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(bytes.length) });
      expect(headers.vary).toContain('accept-encoding');
      expect(bytes.length).toBeLessThan(plain.bytes.length / 5);
      expect(open(bytes).equals(plain.bytes)).toBe(true);
    }
    expect(made).toBe(1);
  });

  it('is sent once to who has it: 304 until it changes', async () => {
    const { headers } = await ask('/api/public');
    const tag = headers.etag ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await ask('/api/public', { 'if-none-match': tag });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
    expect(again.headers['content-type']).toBeUndefined();
    expect((await ask('/api/public', { 'if-none-match': `"a", ${tag.slice(2)}` })).status).toBe(304);
    await add('new');
    expect((await ask('/api/public', { 'if-none-match': tag })).status).toBe(200);
  });

  it('has the same head when it is not sent again, whether it was made or cached', async () => {
    const everything = { 'if-none-match': '*' };
    const [made, cached] = [await ask('/api/public', everything), await ask('/api/public', everything)];
    const { date: _one, 'access-control-expose-headers': _exposed, ...ofMade } = made.headers;
    const { date: _other, ...ofCached } = cached.headers;
    expect([made.status, cached.status]).toEqual([304, 304]);
    expect(ofCached).toEqual(ofMade);
  });

  it('has no body for HEAD', async () => {
    const { headers } = await ask('/api/public');
    const head = await ask('/api/public', {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      headers['content-length'],
    ]);
  });

  it('may be read by the native app, and by no other origin', async () => {
    await ask('/api/public');
    const ours = await ask('/api/public', { origin: 'capacitor://localhost' });
    expect(ours.headers['access-control-allow-origin']).toBe('capacitor://localhost');
    const foreign = await ask('/api/public', { origin: 'https://evil.example' });
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
    expect(made).toBe(1);
  });
});

it('counts what is cached by the limits too', async () => {
  await using limited = await createTinyServer({
    table,
    handlers,
    cached: { 'a.public': everyRow },
    config: { rateLimit: 0.01 },
  });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await limited.fetch('/api/public')).status);
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(429);
});

it('is refused beyond the limit as every other answer is, logged, measured and told', async () => {
  const told: Refusal[] = [];
  await using limited = await createTinyServer({
    table,
    handlers,
    cached: { 'a.public': everyRow },
    config: { rateLimit: 0.01 },
    recognize,
    onRefusal: (refusal) => told.push(refusal),
  });
  const asked = (path: string, headers: OutgoingHttpHeaders = {}) => ask(path, headers, 'GET', limited.url);
  const romanian = { 'accept-language': 'ro' };
  // Two more than the limit of guests and of a person are, at a hundredth.
  for (let n = 0; n < 5; n += 1) await asked('/api/public');
  for (let n = 0; n < 17; n += 1) await asked('/api/public', { authorization: 'Bearer maria' });
  told.length = 0;
  for (const headers of [{}, { authorization: 'Bearer maria' }, romanian]) {
    const cached = await asked('/api/public', headers);
    const made = await asked('/api/public?made', headers);
    const { date: _one, 'access-control-expose-headers': _exposed, vary: _vary, ...ofMade } = made.headers;
    const { date: _other, vary: _too, ...ofCached } = cached.headers;
    expect([cached.status, cached.bytes.toString()]).toEqual([429, made.bytes.toString()]);
    expect(ofCached).toEqual(ofMade);
    expect(Number(ofCached['retry-after'])).toBeGreaterThan(0);
  }
  expect(told.map(({ viewerId, ...rest }) => rest)).toEqual(
    Array(6).fill({ code: 'TOO_OFTEN', method: 'GET', route: '/api/public', address: '127.0.0.1' }),
  );
  expect(new Set(told.map(({ viewerId }) => viewerId)).size).toBe(2);
  const metrics = (await asked('/metrics')).bytes.toString();
  expect(metrics).toMatch(/duet_request_seconds_count\{method="GET",route="\/api\/public",status="429"\} \d/);
});

it('is counted for each client behind a proxy that is believed', async () => {
  await using proxied = await createTinyServer({
    table,
    handlers,
    cached: { 'a.public': everyRow },
    config: { rateLimit: 0.01, trustProxy: ['127.0.0.1', '::1'] },
  });
  const statusOf = async (client: string) =>
    (await proxied.fetch('/api/public', { headers: { 'x-forwarded-for': client } })).status;
  for (let n = 0; n < 12; n += 1) await statusOf('192.0.2.1');
  expect([await statusOf('192.0.2.1'), await statusOf('192.0.2.2')]).toEqual([429, 200]);
});

it('is measured and logged as every answer', async () => {
  for (const _time of [1, 2, 3]) await ask('/api/public');
  const metrics = (await ask('/metrics')).bytes.toString();
  expect(metrics).toContain('duet_request_seconds_count{method="GET",route="/api/public",status="200"} 3\n');
  expect(metrics).toMatch(/^duet_cache_hits_total 2$/m);
});

it('is given to nobody once the server stops', async () => {
  await ask('/api/public');
  const stopping = new AbortController();
  await using ending = await createTinyServer({
    table,
    handlers,
    cached: { 'a.public': everyRow },
    stopping: stopping.signal,
  });
  expect((await ending.fetch('/api/public')).status).toBe(200);
  stopping.abort();
  expect((await ending.fetch('/api/public')).status).toBe(503);
});
