import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Endpoint, fillPath } from '@duet/contract/endpoint';
import { endpoints } from '@duet/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness } from '../harness.ts';
import { type Address, addressesOf, detoursOf } from './addresses.ts';
import { Fixtures } from './fixtures.ts';
import { type Kind, kindsOf, refusalOf } from './kinds.ts';
import { leaksIn, marks } from './secrets.ts';

let harness: Harness;
let fixtures: Fixtures;
let kinds: Kind[];
let addresses: Address[];
beforeAll(async () => {
  const page = '<!doctype html><html><head><title>Duet</title></head><body></body></html>';
  harness = await createHarness({ web: { 'index.html': page } });
  fixtures = await Fixtures.open(harness);
  kinds = await kindsOf(fixtures);
  addresses = await addressesOf(fixtures);
});
afterAll(() => harness[Symbol.asyncDispose]());

/** Over node:http, which sends a path as it stands. */
function get(path: string, token: string | null): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(harness.url);
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  // Pages are for browsers.
  const headers = { accept: path.startsWith('/post/') ? 'text/html' : '*/*', ...authorization };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, agent: false }, (response) => {
      text(response).then((body) => {
        const head = JSON.stringify(response.headers);
        resolve({ status: response.statusCode ?? 0, text: `${head}${body}` });
      }, reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

it.each([
  ['everybody', false],
  ['members', true],
] as const)(
  'what is no call of the contract, on a site for %s, is answered as it may be',
  async (reading, isPrivate) => {
    await fixtures.ioana.call('site.change', { body: { reading } });
    const failures: string[] = [];
    let count = 0;
    for (const kind of kinds) {
      for (const { name, path, answered } of addresses) {
        count += 1;
        const answer = await get(path, kind.client.token);
        const wanted = answered(kind, isPrivate);
        if (!wanted.includes(answer.status)) {
          failures.push(`${kind.name}: ${name}: ${answer.status} and not ${wanted}`);
        }
        // Pages and files know no token; who asks for one is a guest.
        const isDocument = !path.startsWith('/api/') && !path.startsWith('/feed');
        const who = isDocument ? { role: 'guest' as const, username: null } : kind;
        const leaks = leaksIn(answer.text, who, isPrivate, fixtures.secrets());
        if (leaks.length > 0) failures.push(`${kind.name}: ${name} finds ${leaks}`);
      }
    }
    console.log(`${count} cells of addresses, ${failures.length} failures`);
    // What is looked for is found where it may be.
    const page = addresses.find(({ name }) => name === 'page of a public post');
    expect((await get(page?.path ?? '', null)).text.includes(marks.post)).toBe(!isPrivate);
    expect(failures.join('\n')).toBe('');
  },
  120_000,
);

it('no other way to write a path leads past what its call asks of whom', async () => {
  await fixtures.ioana.call('site.change', { body: { reading: 'members' } });
  const failures: string[] = [];
  let count = 0;
  const rows = Object.values(endpoints).filter(({ method }) => method === 'GET') as Endpoint[];
  for (const kind of kinds.filter(({ name }) =>
    ['a guest', 'a user', 'a former admin with an old token'].includes(name),
  )) {
    for (const row of rows.filter((each) => refusalOf(kind, each, true) !== null)) {
      const path = fillPath(row.path, { id: fixtures.bogdan.id, userId: fixtures.bogdan.id });
      for (const detour of detoursOf(path)) {
        count += 1;
        const { status, text: answer } = await get(detour, kind.client.token);
        const isPage = answer.includes('<!doctype html>');
        if (status < 400 && !isPage) failures.push(`${kind.name}: ${detour} is ${status}`);
        if (status >= 500) failures.push(`${kind.name}: ${detour} is ${status}`);
        const leaks = leaksIn(answer, { role: 'guest', username: null }, true, fixtures.secrets());
        if (leaks.length > 0) failures.push(`${kind.name}: ${detour} finds ${leaks}`);
      }
    }
  }
  console.log(`${count} detours, ${failures.length} failures`);
  expect(failures.join('\n')).toBe('');
}, 120_000);
