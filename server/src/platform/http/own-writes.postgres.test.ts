import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type DeafServer, openDeafServer } from '../../../test/deaf-server.ts';
import { createHarness, type Harness, type Person } from '../../../test/harness.ts';
import { richText } from '../../../test/posts.ts';

let parts: AsyncDisposableStack;
let first: Harness;
let second: DeafServer;
let admin: Person;
let ana: Person;
beforeAll(async () => {
  parts = new AsyncDisposableStack();
  first = parts.use(await createHarness());
  admin = await first.admin();
  ana = await first.person('anna');
  second = parts.use(
    await openDeafServer(first, (server) => (server ? server.person(ana) : ana).call('posts.feed')),
  );
});
afterAll(() => parts.disposeAsync());
beforeEach(() => second.undeafen());

/** The same person at the server that does not hear. */
const there = (person: Person, cacheControl?: string) =>
  second.person(person).with(cacheControl === undefined ? {} : { 'cache-control': cacheControl });

it('whoever has just written through one server and says so finds it at another that has not heard of it', async () => {
  const post = await richText(admin);
  const likes = async (cacheControl?: string) =>
    (await there(ana, cacheControl).call('posts.detail', { params: { id: post._id } })).body.data.post
      .totalLikes;
  await expect.poll(() => likes()).toBe(0);
  second.deafen();
  expect(await likes()).toBe(0);
  const { status } = await ana.call('posts.like', { body: { postId: post._id } });
  expect(status).toBe(200);
  // Cached, and of before: there is something that must not be told.
  expect(await likes('max-age=0')).toBe(0);
  expect(await likes('no-cache')).toBe(1);
  // What was made for her is there for all.
  expect(await likes()).toBe(1);
});

it('also who they are, and how the site is, counts as it is then', async () => {
  const name = async (cacheControl?: string) =>
    (await there(admin, cacheControl).call('site.show')).body.data.site.name;
  const status = async (cacheControl?: string) =>
    (await there(ana, cacheControl).call('accounts.currentUser')).status;
  second.undeafen();
  await expect.poll(async () => [await name(), await status()]).toEqual(['Duet', 200]);
  second.deafen();
  await admin.call('site.change', { body: { name: 'Ana & Dan' } });
  await ana.call('accounts.logout');
  expect([await name(), await status()]).toEqual(['Duet', 200]);
  expect([await name('no-cache'), await status('no-cache')]).toEqual(['Ana & Dan', 401]);
});
