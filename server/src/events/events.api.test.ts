import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventReader, openEvents } from '../../test/event-reader.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { draft, richText } from '../../test/posts.ts';
import { historyLimits } from './history.ts';

let harness: Harness;
let admin: Person;
let ana: Person;
let dan: Person;
let eva: Person;
beforeAll(async () => {
  harness = await createHarness();
  [admin, ana, dan, eva] = await Promise.all([
    harness.admin(),
    harness.person('anna'),
    harness.person('daniel'),
    harness.person('evelyn'),
  ]);
});
afterAll(() => harness[Symbol.asyncDispose]());

const send = async (from: Person, to: Person, message: string, clientId?: string) =>
  (await from.call('messages.send', { body: { recipientId: to.id, message, clientId } })).body.data.message;
const read = (reader: Person, partner: Person) =>
  reader.call('messages.conversation', { params: { id: partner.id } });
const texts = (reader: EventReader) => reader.dataOf('message').map(({ message }) => message.message);

/** Waits until everything published so far has been told: a message of one's own comes last. */
async function settled(reader: EventReader, owner: Person): Promise<void> {
  const mark = `mark ${Math.random()}`;
  await send(owner, owner.id === dan.id ? eva : dan, mark);
  await reader.until((each) => texts(each).includes(mark));
}
const withoutMarks = (reader: EventReader) =>
  reader.events.filter(
    (event) => !(event.name === 'message' && event.data.message.message.startsWith('mark')),
  );

describe('the stream', () => {
  it('is for signed-in people only', async () => {
    const guest = await harness.guest.fetch('/api/events');
    const failure = async (answer: Response) => ((await answer.json()) as { code: string }).code;
    expect([guest.status, await failure(guest)]).toEqual([401, 'SIGN_IN_REQUIRED']);
    const headers = { authorization: `Bearer duet_${'a'.repeat(43)}` };
    const dead = await harness.guest.fetch('/api/events', { headers });
    expect([dead.status, await failure(dead)]).toEqual([401, 'SESSION_ENDED']);
    expect((await ana.fetch('/api/events', { method: 'HEAD' })).status).toBe(404);
  });

  it('has the headers of a stream that nobody holds back, and begins with `resync`', async () => {
    await using stream = await openEvents(ana);
    const { status, headers } = stream.response;
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(headers.has('content-encoding')).toBe(false);
    await stream.until(({ events }) => events.length > 0);
    expect(stream.events).toEqual([
      { name: 'resync', id: expect.stringMatching(/^[0-9a-f-]{36}$/), data: {} },
    ]);
  });

  it('brings messages, what waits, and read marks to every screen of both [MSG-02]', async () => {
    await using one = await openEvents(ana);
    await using other = await openEvents(ana);
    await using theirs = await openEvents(dan);
    const message = await send(ana, dan, 'hello', 'c-1');
    for (const reader of [one, other]) {
      await reader.until((each) => texts(each).includes('hello'));
      expect(reader.dataOf('message').at(-1)).toEqual({ message });
      expect(reader.dataOf('unread')).toEqual([]);
    }
    await theirs.until((each) => each.dataOf('unread').length > 0);
    const { clientId, ...asDanSees } = message;
    expect([clientId, theirs.dataOf('message')]).toEqual(['c-1', [{ message: asDanSees }]]);
    expect(theirs.dataOf('unread')).toEqual([
      { unreadCount: 1, conversation: { partnerId: ana.id, unreadCount: 1 } },
    ]);

    const seen = (await read(dan, ana)).body.data.messages.at(-1)?.read_at;
    for (const reader of [one, other, theirs]) {
      await reader.until((each) => each.names().includes('read'));
      expect(reader.dataOf('read')).toEqual([
        {
          ...{ readerId: dan.id, partnerId: ana.id, upToId: message._id, read_at: seen },
          ...{ ids: [message._id], olderThan: null },
        },
      ]);
    }
    await theirs.until((each) => each.dataOf('unread').length > 1);
    expect(theirs.dataOf('unread').at(-1)).toEqual({
      unreadCount: 0,
      conversation: { partnerId: ana.id, unreadCount: 0 },
    });
    const ids = theirs.events.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  it('says a message once, however often it is sent, and nothing of what failed', async () => {
    const blocker = await harness.person('blocker');
    await blocker.call('messages.setBlock', { params: { userId: ana.id } });
    await using mine = await openEvents(ana);
    await using blockers = await openEvents(blocker);
    await Promise.all(Array.from({ length: 5 }, () => send(ana, eva, 'once', 'twice-1')));
    expect(
      (await ana.call('messages.send', { body: { recipientId: blocker.id, message: 'no' } })).status,
    ).toBe(403);
    await settled(mine, ana);
    expect(withoutMarks(mine).map(({ name }) => name)).toEqual(['resync', 'message']);
    await send(blocker, eva, 'a sign of life');
    await blockers.until(({ events }) => events.length > 1);
    expect(texts(blockers)).toEqual(['a sign of life']);
  });

  it('tells a third person and an admin nothing of what two write', async () => {
    await using third = await openEvents(eva);
    await using admins = await openEvents(admin);
    await send(ana, dan, 'between us');
    await read(dan, ana);
    await send(eva, admin, 'to the admin');
    await third.until((each) => texts(each).includes('to the admin'));
    await admins.until((each) => each.dataOf('unread').length > 0);
    expect(third.names()).toEqual(['resync', 'message']);
    expect(admins.names()).toEqual(['resync', 'message', 'unread']);
    expect(JSON.stringify([third.events, admins.events])).not.toContain('between us');
    await read(admin, eva);
  });
});

describe('posts and activity', () => {
  it('come to those who may see them [ACT-02]', async () => {
    await using users = await openEvents(ana);
    await using admins = await openEvents(admin);
    await draft(admin, 'richText');
    const secret = await richText(admin, '<p>for admins</p>', { adminOnlyVisibility: true });
    const open = await richText(admin, '<p>for all</p>');
    await ana.call('posts.like', { body: { postId: open._id } });
    // What waits is counted when it is told, which on a busy machine would be after the comment.
    await admins.until((each) => each.dataOf('activity').length >= 1);
    await ana.call('comments.create', { body: { postId: open._id, text: 'lovely' } });
    await users.until((each) => each.names().includes('post'));
    await admins.until((each) => each.dataOf('activity').length >= 2);
    await settled(users, ana);
    expect(users.dataOf('post')).toEqual([{ post: { _id: open._id, postType: 'richText' } }]);
    expect(users.names()).not.toContain('activity');
    expect(JSON.stringify(users.events)).not.toContain(secret._id);
    expect(admins.dataOf('post').map(({ post }) => post._id)).toEqual([secret._id, open._id]);
    expect(admins.dataOf('activity').map(({ unreadCount }) => unreadCount)).toEqual([1, 2]);
  });

  it('tell each admin what still waits for them, and when another screen has read it', async () => {
    const second = await harness.admin('second');
    await using one = await openEvents(admin);
    await using other = await openEvents(second);
    const post = await richText(admin);
    await ana.call('comments.create', { body: { postId: post._id, text: 'hello' } });
    await one.until((each) => each.dataOf('activity').length > 0);
    const before = one.dataOf('activity').length;
    await admin.call('activity.markRead');
    await one.until((each) => each.dataOf('activity').length > before);
    expect(one.dataOf('activity').at(-1)).toEqual({ unreadCount: 0 });
    await settled(other, second);
    expect(other.dataOf('activity').at(-1)?.unreadCount).toBeGreaterThan(0);
  });
});

describe('coming again', () => {
  onOneServer('brings what was missed, and nothing twice', async () => {
    const first = await openEvents(eva);
    await send(ana, eva, 'seen');
    await first.until((each) => texts(each).includes('seen') && each.names().includes('unread'));
    await first.cut();
    for (const text of ['missed 1', 'missed 2']) await send(ana, eva, text);
    await using again = await openEvents(eva, first.lastId);
    await again.until((each) => each.dataOf('unread').length === 2);
    expect(again.names()).toEqual(['message', 'unread', 'message', 'unread']);
    expect(texts(again)).toEqual(['missed 1', 'missed 2']);
  });

  it('after too long, or from elsewhere, begins with `resync`', async () => {
    const first = await openEvents(eva);
    await first.until(({ events }) => events.length > 0);
    await first.cut();
    await using meanwhile = await openEvents(eva);
    const last = historyLimits.events / 2;
    for (let n = 0; n <= last; n += 1) await send(ana, eva, `m${n}`);
    await meanwhile.until((each) => texts(each).includes(`m${last}`));
    for (const lastId of [first.lastId, harness.context.ids.next(), 'nonsense', "'; drop table messages"]) {
      await using again = await openEvents(eva, lastId);
      await again.until(({ events }) => events.length > 0);
      expect(again.names()).toEqual(['resync']);
    }
  });

  it('as somebody else does not bring what was theirs', async () => {
    await using theirs = await openEvents(eva);
    await send(ana, eva, 'for evelyn');
    await theirs.until((each) => texts(each).includes('for evelyn'));
    const stranger = await harness.person('stranger');
    await using mine = await openEvents(stranger, theirs.events[0]?.id);
    await send(stranger, ana, 'mine');
    await mine.until((each) => texts(each).includes('mine'));
    expect(mine.names()).toEqual(['resync', 'message']);
  });

  onOneServer('as somebody who is no admin any more does not bring what admins are told', async () => {
    const former = await harness.admin('former');
    const before = await openEvents(former);
    await before.until(({ events }) => events.length > 0);
    const { lastId } = before;
    const secret = await richText(admin, '<p>secret</p>', { adminOnlyVisibility: true });
    await before.until((each) => each.names().includes('post'));
    await admin.call('accounts.changeUser', { params: { id: former.id }, body: { role: 'user' } });
    await before.ended;
    const now = await harness.signIn('former');
    await using again = await openEvents(now, lastId);
    await send(now, ana, 'hi');
    await again.until((each) => texts(each).includes('hi'));
    expect(again.names()).toEqual(['message']);
    expect(JSON.stringify(again.events)).not.toContain(secret._id);
  });
});

describe('many streams', () => {
  onOneServer('of one person are 20; the first makes room', async () => {
    const crowd = await harness.person('crowded');
    const streams: EventReader[] = [];
    for (let n = 0; n < 21; n += 1) streams.push(await openEvents(crowd));
    await streams[0]?.ended;
    await send(crowd, ana, 'to all of mine');
    await Promise.all(streams.slice(1).map((each) => each.until((one) => texts(one).length === 1)));
    expect(texts(streams[0] as EventReader)).toEqual([]);
    await Promise.all(streams.map((each) => each.cut()));
  });

  it('keep nobody from calling', async () => {
    const busy = await harness.person('busybody');
    const streams = await Promise.all(Array.from({ length: 20 }, () => openEvents(busy)));
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => busy.call('messages.unreadCount').then(({ status }) => status)),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    await Promise.all(streams.map((each) => each.cut()));
  });

  it('end when the server stops, at once', async () => {
    const site = await createHarness();
    const person = await site.person('somebody');
    const streams = await Promise.all(Array.from({ length: 5 }, () => openEvents(person)));
    await Promise.all(streams.map((each) => each.until(({ events }) => events.length > 0)));
    const began = performance.now();
    await site[Symbol.asyncDispose]();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(performance.now() - began).toBeLessThan(3000);
  });
});
