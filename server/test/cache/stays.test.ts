import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../client.ts';
import { createHarness, type Harness, type Person } from '../harness.ts';
import { richText } from '../posts.ts';

/** On SQLite alone: on PostgreSQL nothing is cached for longer than a second, which a busy machine may take. */
let harness: Harness;
let admin: Person;
let ana: Person;
let ben: Person;
/** A post to which something is done, and another one. */
let one: string;
let other: string;
let comment: string;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  [ana, ben] = await Promise.all([harness.person('anna'), harness.person('benn')]);
  one = (await richText(admin))._id;
  other = (await richText(admin))._id;
  const { body } = await ana.call('comments.create', { body: { postId: one, text: 'Hello' } });
  comment = body.data.comment._id;
});
afterAll(() => harness[Symbol.asyncDispose]());

/** Whether it is made anew when it is asked for. */
async function isMade(client: Client, path: string): Promise<boolean> {
  const before = harness.statements();
  expect((await client.fetch(path)).status).toBe(200);
  return harness.statements() > before;
}

it.each<[what: string, does: () => Promise<{ readonly status: number }>]>([
  ['a like', () => ana.call('posts.like', { body: { postId: one } })],
  ['a view', () => ana.call('views.record', { body: { postIds: [one] } })],
  ['a comment', () => ana.call('comments.create', { body: { postId: one, text: 'Again' } })],
  ['an edited comment', () => ana.call('comments.update', { params: { id: comment }, body: { text: 'So' } })],
  ['a reaction', () => ben.call('comments.like', { params: { id: comment }, body: { action: 'like' } })],
])('%s drops what is cached of its post, and leaves what is cached of others', async (_, does) => {
  const paths = (id: string) => [`/api/posts/${id}`, `/api/comments/post/${id}`];
  for (const path of [...paths(one), ...paths(other)]) await isMade(harness.guest, path);
  expect((await does()).status).toBe(200);
  const made = async (id: string) => {
    const all = [];
    for (const path of paths(id)) all.push(await isMade(harness.guest, path));
    return all;
  };
  expect(await made(one)).toContain(true);
  expect(await made(other)).toEqual([false, false]);
});

it.each<[what: string, path: string, does: () => Promise<{ readonly status: number }>]>([
  [
    'a message',
    '/api/messages/unread-count',
    () => admin.call('messages.send', { body: { recipientId: ben.id, message: 'Hello' } }),
  ],
  [
    'another name',
    '/api/auth/user',
    () => admin.call('accounts.changeUser', { params: { id: ben.id }, body: { displayName: 'Ben' } }),
  ],
])(
  '%s drops what is cached for whom it concerns, and leaves what is cached for others',
  async (_, path, does) => {
    for (const person of [ana, ben]) await isMade(person, path);
    expect((await does()).status).toBe(200);
    expect([await isMade(ben, path), await isMade(ana, path)]).toEqual([true, false]);
  },
);
