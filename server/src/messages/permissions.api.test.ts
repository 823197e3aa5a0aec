import type { EndpointName } from '@duet/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';

/** What two people wrote to each other; nobody else may get a word of it, or a number that it changes. */
const secret = 'between the two of us';

let harness: Harness;
let one: Person;
let two: Person;
let third: Person;
let admin: Person;
let blocked: Person;
let deleted: Person;

beforeAll(async () => {
  harness = await createHarness();
  [admin, one, two, third, blocked, deleted] = await Promise.all([
    harness.admin(),
    harness.person('one_'),
    harness.person('two_'),
    harness.person('third'),
    harness.person('blocked'),
    harness.person('deleted'),
  ]);
  for (const text of [secret, `${secret}, again`]) {
    await one.call('messages.send', { body: { recipientId: two.id, message: text } });
  }
  // What these two wrote before.
  for (const each of [blocked, deleted]) {
    await each.call('messages.send', { body: { recipientId: two.id, message: 'before' } });
  }
  await two.call('messages.setBlock', { params: { userId: blocked.id } });
  await admin.call('accounts.deleteUser', { params: { id: deleted.id } });
});
afterAll(() => harness[Symbol.asyncDispose]());

type Caller = 'guest' | 'third' | 'admin' | 'blocked' | 'deleted';
const callerOf = (name: Caller) => ({ guest: harness.guest, third, admin, blocked, deleted })[name];

type Calls = readonly (readonly [EndpointName, () => object])[];
/** Every call about messages, each about the one that two others write with. */
const calls = [
  ['messages.send', () => ({ body: { recipientId: two.id, message: 'hello' } })],
  ['messages.conversations', () => ({})],
  ['messages.conversation', () => ({ params: { id: two.id } })],
  ['messages.unreadCount', () => ({})],
  ['messages.block', () => ({ params: { userId: two.id } })],
  ['messages.setBlock', () => ({ params: { userId: two.id } })],
  ['messages.liftBlock', () => ({ params: { userId: two.id } })],
] as const satisfies Calls;

/** The statuses of the calls above, in their order. */
const statuses: Readonly<Record<Caller, readonly number[]>> = {
  guest: [401, 401, 401, 401, 401, 401, 401],
  deleted: [401, 401, 401, 401, 401, 401, 401],
  third: [200, 200, 200, 200, 200, 200, 200],
  admin: [200, 200, 200, 200, 200, 200, 200],
  blocked: [403, 200, 200, 200, 200, 200, 200],
};

describe('every call about messages', () => {
  for (const [name, expected] of Object.entries(statuses) as [Caller, readonly number[]][]) {
    it(`answers ${name} as it should, and nothing of what two others write [MSG-04..07]`, async () => {
      const before = await state();
      const found: number[] = [];
      for (const [call, request] of calls) {
        const { status, body } = await callerOf(name).call(call, request() as never);
        found.push(status);
        expect(JSON.stringify(body)).not.toContain(secret);
        expect(body.success).toBe(status === 200);
        if (status !== 200) expect(body).not.toHaveProperty('data');
      }
      expect(found).toEqual(expected);
      expect(await state()).toEqual(before);
    });
  }

  it('about somebody who is not there is 404, also for admins', async () => {
    for (const who of [third, admin]) {
      for (const id of ['nobody', harness.context.ids.next(), `${one.id}:${two.id}`, '%', "' or 1=1"]) {
        const asked = [
          who.send('messages.send', { recipientId: id, message: 'x' }),
          who.call('messages.conversation', { params: { id } }),
          who.call('messages.block', { params: { userId: id } }),
          who.call('messages.setBlock', { params: { userId: id } }),
          who.call('messages.liftBlock', { params: { userId: id } }),
        ];
        for (const { status, body } of await Promise.all(asked)) {
          expect([status, body.code]).toEqual([404, 'USER_NOT_FOUND']);
        }
      }
    }
  });

  it('about a deleted person: what was written can be read, nothing can be sent, nobody else learns of it', async () => {
    const params = { id: deleted.id };
    const sent = await two.call('messages.send', { body: { recipientId: deleted.id, message: 'x' } });
    expect([sent.status, sent.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    expect((await two.call('messages.conversation', { params })).body.data.messages).toHaveLength(1);
    for (const who of [third, admin]) {
      const { status, body } = await who.call('messages.conversation', { params });
      expect([status, body.code]).toEqual([404, 'USER_NOT_FOUND']);
    }
  });

  it('does not let the blocked learn of the block before they write', async () => {
    const asBlocked = await blocked.call('messages.conversation', { params: { id: two.id } });
    const asThird = await third.call('messages.conversation', { params: { id: two.id } });
    expect(asBlocked.body.data.partner).toEqual(asThird.body.data.partner);
    expect((await blocked.call('messages.block', { params: { userId: two.id } })).body.data).toEqual({
      blocked: false,
    });
    expect((await two.call('messages.block', { params: { userId: blocked.id } })).body.data.blocked).toBe(
      true,
    );
  });
});

/** Whatever others can see of the two: their thread, what waits, and the inbox lines about each other. */
async function state() {
  const { read } = harness.context.db;
  const rows = await read.selectFrom('messages').selectAll().where('text', 'like', `${secret}%`).execute();
  const inbox = (await one.call('messages.conversations')).body.data.conversations;
  return { rows, inbox: inbox.filter(({ partnerId }) => partnerId === two.id) };
}

describe('counts', () => {
  it('are one’s own: nobody else’s change with a message, nor tell that there was one', async () => {
    const numbersOf = async (who: Person) => {
      const inbox = (await who.call('messages.conversations')).body.data.conversations;
      const unread = (await who.call('messages.unreadCount')).body.data;
      const pages = await Promise.all(
        [one, two].map(async ({ id }) => {
          const { data } = (await who.call('messages.conversation', { params: { id } })).body;
          return [data.messages.map(({ message }) => message), data.pagination];
        }),
      );
      return { inbox, unread, pages };
    };
    const others = [third, admin, blocked];
    const before = await Promise.all(others.map(numbersOf));
    const streams = await Promise.all(others.map((who) => openEvents(who)));
    const waits = (await two.call('messages.unreadCount')).body.data.unreadCount;
    await one.call('messages.send', { body: { recipientId: two.id, message: `${secret} once more` } });
    expect((await two.call('messages.unreadCount')).body.data.unreadCount).toBe(waits + 1);
    await two.call('messages.conversation', { params: { id: one.id } });
    expect(await Promise.all(others.map(numbersOf))).toEqual(before);
    for (const [index, stream] of streams.entries()) {
      const who = others[index] as Person;
      await who.call('messages.send', { body: { recipientId: one.id, message: `last of ${index}` } });
      await stream.until((each) =>
        each.dataOf('message').some(({ message }) => message.message === `last of ${index}`),
      );
      expect(stream.names()).toEqual(['resync', 'message']);
      await stream.cut();
    }
  });

  it('reading a thread marks what was written to the reader, never what the reader wrote', async () => {
    await one.call('messages.send', { body: { recipientId: two.id, message: 'unread' } });
    await one.call('messages.conversation', { params: { id: two.id } });
    const { messages } = (await one.call('messages.conversation', { params: { id: two.id } })).body.data;
    expect(messages.at(-1)).toMatchObject({ message: 'unread', read_at: null });
  });
});
