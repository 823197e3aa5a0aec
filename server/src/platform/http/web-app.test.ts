import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTinyServer, type TinyServer } from '../../../test/tiny-server.ts';
import { WebFile } from './web-files.ts';

const link = (name: string, of: string) => `<link rel="modulepreload" href="/assets/${name}.js" ${of}>`;
const shell = [
  '<html><head>',
  link('en', 'data-language="en"'),
  link('ro', 'data-language="ro"'),
  link('login', 'data-address="/login"'),
  link('post', 'data-address="/post/"'),
  '</head><body></body></html>',
].join('');

let server: TinyServer;
beforeAll(async () => {
  server = await createTinyServer({
    table: {},
    handlers: {},
    webApp: {
      files: new Map([
        ['/index.html', new WebFile('/index.html', async () => ({ bytes: Buffer.from(shell) }))],
      ]),
      head: async () => '',
    },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

it.each([
  ['/home', 'en', ['en']],
  ['/home', 'ro', ['ro']],
  ['/login?from=x', 'en', ['en', 'login']],
  ['/post/0199', 'en', ['en', 'post']],
  ['/posts', 'en', ['en']],
])('the page at %s in %s asks beforehand for %j', async (path, language, asked) => {
  const page = await (await server.fetch(path, { headers: { 'accept-language': language } })).text();
  expect([...page.matchAll(/assets\/(\w+)\.js/g)].map(([, name]) => name)).toEqual(asked);
});
