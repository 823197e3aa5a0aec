import { endpoint } from '@duet/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf, createTinyServer, type TinyServer } from '../../../test/tiny-server.ts';
import { WebFile } from './web-files.ts';

const table = {
  'a.ok': endpoint({
    method: 'GET',
    path: '/api/ok',
    access: 'anyone',
    does: 'Answers.',
    data: z.object({}),
  }),
  'a.broken': endpoint({
    method: 'GET',
    path: '/api/broken',
    access: 'anyone',
    does: 'Fails.',
    data: z.object({}),
  }),
};

const shell =
  '<html><head><meta name="csp-nonce" content=""><style nonce=""></style></head><body><script src="/assets/a-1.js"></script></body></html>';
const files = new Map(
  Object.entries({
    '/index.html': shell,
    '/assets/a-1.js': `/* ${'x'.repeat(2000)} */`,
    '/sw.js': 'self',
  }).map(([path, text]) => [path, new WebFile(path, async () => ({ bytes: Buffer.from(text) }))] as const),
);

const started = (publicUrl: string | null) =>
  createTinyServer({
    table,
    handlers: {
      'a.ok': async () => ({ data: {} }),
      'a.broken': async () => {
        throw new TypeError('secret detail');
      },
    },
    config: { publicUrl },
    webApp: { files, head: async (request) => `<meta name="x" content="${request.url}$&">` },
  });

let http: TinyServer;
let https: TinyServer;
beforeAll(async () => {
  [http, https] = await Promise.all([started(null), started('https://duet.example.org')]);
});
afterAll(async () => {
  await Promise.all([http[Symbol.asyncDispose](), https[Symbol.asyncDispose]()]);
});

/** All headers but those that HTTP itself needs. */
function securityHeaders(response: Response): Record<string, string> {
  const ignored = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);
  return Object.fromEntries([...response.headers].filter(([name]) => !ignored.has(name)));
}

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Origin',
  'access-control-expose-headers': 'Retry-After, ETag',
};
const api = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
};

describe('headers', () => {
  it.each([['/api/ok'], ['/api/broken'], ['/api/nothing'], ['/healthz'], ['/readyz']])(
    'of %s are exactly those of the API',
    async (path) => {
      expect(securityHeaders(await http.fetch(path))).toEqual({ ...common, ...api });
    },
  );

  it('of an address that cannot be read are those of the API', async () => {
    expect(securityHeaders(await http.fetch('/api/%zz'))).toMatchObject(api);
    expect(securityHeaders(await http.fetch('/api/%zz'))).toMatchObject({
      'x-content-type-options': 'nosniff',
    });
  });

  it('bind browsers to https only where the site has it', async () => {
    const name = 'strict-transport-security';
    expect((await http.fetch('/api/ok')).headers.get(name)).toBeNull();
    expect((await https.fetch('/api/ok')).headers.get(name)).toBe('max-age=63072000; includeSubDomains');
    expect((await https.fetch('/home')).headers.get(name)).toBe('max-age=63072000; includeSubDomains');
  });

  it('of the shell are exactly those of a page, with a fresh nonce each time', async () => {
    const response = await http.fetch('/post/1');
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    expect(securityHeaders(response)).toEqual({
      ...common,
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy':
        'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; frame-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default dompurify`,
    });
    const page = await response.text();
    expect(page).toContain(`<meta name="csp-nonce" content="${nonce}"><style nonce="${nonce}">`);
    expect(page).toContain('<meta name="x" content="/post/1$&"></head>');
    const again = await http.fetch('/post/1');
    expect(again.headers.get('content-security-policy')).not.toContain(nonce);
  });
});

describe('the web app', () => {
  it.each([['/'], ['/home'], ['/index.html'], ['/admin/users?page=2'], ['/cleanupstuff']])(
    'answers the shell at %s',
    async (path) => {
      const response = await http.fetch(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    },
  );

  it.each([
    ['/assets/none.js'],
    ['/api'],
    ['/api/x'],
    ['/media/x'],
    ['/cleanup/x'],
    ['/..%2f..%2fsecrets.json'],
  ])('does not at %s', async (path) => {
    const response = await http.fetch(path);
    expect(await answerOf(response)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('keeps hashed files for ever and asks again for the others', async () => {
    const hashed = await http.fetch('/assets/a-1.js', { headers: { 'accept-encoding': 'identity' } });
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const worker = await http.fetch('/sw.js');
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    const etag = worker.headers.get('etag') ?? '';
    for (const tags of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
      const again = await http.fetch('/sw.js', { headers: { 'if-none-match': tags } });
      expect([tags, again.status]).toEqual([tags, 304]);
    }
    expect((await http.fetch('/sw.js', { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
  });

  it.each([['br'], ['gzip']])('compresses with %s', async (encoding) => {
    const response = await http.fetch('/assets/a-1.js', { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(await response.text()).toBe((await files.get('/assets/a-1.js')?.content())?.bytes.toString());
  });

  it('says so where it has not been built', async () => {
    await using bare = await createTinyServer({
      table: {},
      handlers: {},
    });
    const response = await bare.fetch('/home');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      503,
      'text/plain; charset=utf-8',
    ]);
  });
});

describe('other origins', () => {
  const preflight = (server: TinyServer, origin: string) =>
    server.fetch('/api/ok', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  it.each([
    ['capacitor://localhost'],
    ['https://localhost'],
    ['http://localhost'],
    ['https://duet.example.org'],
  ])('are let in: %s', async (origin) => {
    const response = await preflight(https, origin);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-max-age')).toBe('600');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    const answered = await https.fetch('/api/ok', { headers: { origin } });
    expect(answered.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it.each([
    ['https://evil.example'],
    ['https://duet.example.org.evil.example'],
    ['http://duet.example.org'],
    ['null'],
  ])('are kept out: %s', async (origin) => {
    for (const response of [
      await preflight(https, origin),
      await https.fetch('/api/ok', { headers: { origin } }),
    ]) {
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('a fault of the program', () => {
  it('is told in one sentence without its cause', async () => {
    const response = await http.fetch('/api/broken');
    expect([response.status, await response.json()]).toEqual([
      500,
      { success: false, error: 'An unexpected error occurred', code: 'UNEXPECTED' },
    ]);
  });
});
