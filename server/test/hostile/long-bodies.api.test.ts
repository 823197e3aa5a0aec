import { type EndpointName, endpoints } from '@duet/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../client.ts';
import { createHarness, type Harness } from '../harness.ts';

let harness: Harness;
let callers: Record<'guest' | 'person' | 'admin', Client>;
beforeAll(async () => {
  harness = await createHarness();
  callers = { guest: harness.guest, admin: await harness.admin(), person: await harness.person('person') };
});
afterAll(() => harness[Symbol.asyncDispose]());

/**
 * The statuses of some calls, and the processor time of this thread, which is the server's, over the cheapest of them, in
 * milliseconds: what the process does beside a call, such as collecting garbage, only ever adds to it.
 */
async function costOf(name: EndpointName, body: unknown, client: Client) {
  const params = { id: '01a1f9cf-5c4f-7bda-8468-93f76c8ce627' };
  const statuses: number[] = [];
  let ms = Number.POSITIVE_INFINITY;
  for (let call = 0; call < 4; call += 1) {
    const before = process.threadCpuUsage();
    statuses.push((await client.send(name, body, params)).status);
    const { user, system } = process.threadCpuUsage(before);
    ms = Math.min(ms, (user + system) / 1000);
  }
  return { statuses, ms };
}

const marks = '\u0316\u0301'.repeat(15_000);

it.each([
  ['accounts.login', { username: 'nobody', password: marks }, 'guest', 401],
  [
    'accounts.register',
    { username: 'somebody', email: 'a@example.org', password: `A!${marks}` },
    'guest',
    400,
  ],
  ['accounts.usePasswordLink', { code: 'x', password: `A!${marks}` }, 'guest', 400],
  ['comments.create', { text: marks }, 'person', 400],
  ['messages.send', { message: marks }, 'person', 400],
  ['posts.publish', { caption: marks, postType: 'richText' }, 'admin', 400],
  ['posts.publish', { content: '<'.repeat(400_000), postType: 'richText' }, 'admin', 413],
  ['media.profilePicture', { imageData: Array(6_000_000).fill(0) }, 'person', 400],
  ['media.profilePicture', { imageData: Array(4_000_000).fill([]) }, 'person', 400],
] as const)('%s of a body as long as it may be does not hold up others', async (name, body, as, expected) => {
  expect(JSON.stringify(body).length).toBeLessThanOrEqual(
    ('bodyLimit' in endpoints[name] ? endpoints[name].bodyLimit : 65_536) as number,
  );
  const { statuses, ms } = await costOf(name, body, callers[as]);
  expect(new Set(statuses)).toEqual(new Set([expected]));
  // Sending and reading the body cost this thread as well.
  expect(ms).toBeLessThan(name === 'media.profilePicture' ? 1000 : 120);
});
