import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

it.each([
  ['passkeys', '/api/auth/passkeys/sign-in/begin'],
  ['an invitation', '/api/admin/invitations'],
])('a host that is none is no address for %s', async (_what, path) => {
  const { hostname, port } = new URL(harness.url);
  const { token } = await harness.admin();
  const authorization = path === '/api/admin/invitations' ? { authorization: `Bearer ${token}` } : {};
  const headers = { host: 'a b', 'content-type': 'application/json', ...authorization };
  const asking = request({ hostname, port, path, method: 'POST', headers }).end('{}');
  const [answer] = await once(asking, 'response');
  expect([answer.statusCode, await json(answer)]).toEqual([
    400,
    expect.objectContaining({ code: 'INVALID' }),
  ]);
});
