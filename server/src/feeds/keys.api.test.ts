import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { gallery, richText } from '../../test/posts.ts';

const origin = 'https://us.example.org';

let harness: Harness;
let admin: Person;
let ana: Person;
let pictureUrl: string;

beforeAll(async () => {
  harness = await createHarness({ config: { publicUrl: origin } });
  admin = await harness.admin();
  ana = await harness.person('anamaria');
  await richText(admin, '<p>of the family</p>');
  pictureUrl = (await gallery(admin, 1)).imageUrl ?? '';
});
afterAll(() => harness[Symbol.asyncDispose]());

const read = async (address: string, caller = harness.guest) => {
  const answer = await caller.fetch(address.replace(origin, ''));
  return { status: answer.status, text: await answer.text() };
};
const addresses = async (person: Person) => (await person.call('feeds.show')).body.data.feeds;

it('the feeds are open to everybody while the site is, and need no key', async () => {
  expect(await addresses(ana)).toEqual({
    atom: `${origin}/feed.atom`,
    json: `${origin}/feed.json`,
    secret: false,
  });
  expect((await harness.guest.call('feeds.show')).status).toBe(401);
});

it('the feeds are read with the key of a member where not everybody reads', async () => {
  await admin.call('site.change', { body: { reading: 'members' } });
  const own = await addresses(ana);
  expect(own.secret).toBe(true);
  for (const address of [own.atom, own.json]) {
    const { status, text } = await read(address);
    expect(status).toBe(200);
    expect(text).toContain('of the family');
    // The picture opens for who has the feed, and for nobody who has its bare address.
    const [signed = ''] = /https:\/\/us\.example\.org\/media\/[^"\\<]+?s=[\w-]+/.exec(text) ?? [];
    const picture = signed.replaceAll('&amp;amp;', '&').replaceAll('&amp;', '&');
    expect(picture).toContain(`${origin}${pictureUrl}?`);
    expect((await read(picture)).status).toBe(200);
    expect((await read(pictureUrl)).status).toBe(404);
    expect((await read(address.replace(/\?.*/, ''))).status).toBe(401);
    expect((await read(address.replace(/\?.*/, ''), ana)).status).toBe(200);
  }
});

it("the feeds answer nothing to a key that is nobody's, of another person, or cut", async () => {
  const { json } = await addresses(ana);
  const key = new URL(json).searchParams.get('key') ?? '';
  const [userId = '', mac = ''] = key.split('.');
  for (const wrong of [
    '',
    userId,
    `${userId}.`,
    `${userId}.${mac.slice(1)}`,
    `${admin.id}.${mac}`,
    `nobody.${mac}`,
    `${userId}.${mac}x`,
    `${userId}.${'A'.repeat(43)}`,
  ]) {
    const { status, text } = await read(`/feed.json?key=${encodeURIComponent(wrong)}`);
    expect([wrong, status, JSON.parse(text).code]).toEqual([wrong, 401, 'SIGN_IN_REQUIRED']);
  }
  expect((await read(`/feed.json?key=${key}&key=${key}`)).status).toBe(401);
});

it('the feeds go to another address when the person says so; the former one reads no further', async () => {
  const before = await addresses(ana);
  const other = await addresses(admin);
  const renewed = (await ana.call('feeds.renew')).body.data.feeds;
  expect(renewed.json).not.toBe(before.json);
  expect(await addresses(ana)).toEqual(renewed);
  expect((await read(before.json)).status).toBe(401);
  expect((await read(renewed.json)).status).toBe(200);
  expect((await read(other.json)).status).toBe(200);
  const again = (await ana.call('feeds.renew')).body.data.feeds;
  expect(new Set([before.json, renewed.json, again.json]).size).toBe(3);
});

it('the keys of feeds end with the account, and stay guest cuts for admins too', async () => {
  const { json } = await addresses(ana);
  const hidden = await richText(admin, '<p>for us two</p>', { adminOnlyVisibility: true });
  const ofAdmin = await read((await addresses(admin)).json);
  expect(ofAdmin.text).not.toContain(hidden._id);
  await admin.call('accounts.deleteUser', { params: { id: ana.id } });
  expect((await read(json)).status).toBe(401);
});
