import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';

let harness: Harness;
let ana: Person;
let dan: Person;
let admin: Person;

beforeAll(async () => {
  harness = await createHarness();
  [admin, ana, dan] = await Promise.all([harness.admin(), harness.person('anna'), harness.person('daniel')]);
});
afterAll(() => harness[Symbol.asyncDispose]());

let people = 0;
/** Two people who have never written to each other. */
const strangers = async (): Promise<[Person, Person]> => {
  people += 2;
  return Promise.all([harness.person(`one_${people}`), harness.person(`two_${people}`)]);
};

const send = async (from: Person, to: Person, message: string, clientId?: string) =>
  from.call('messages.send', { body: { recipientId: to.id, message, clientId } });
const thread = async (reader: Person, partner: Person, query = {}) =>
  (await reader.call('messages.conversation', { params: { id: partner.id }, query })).body.data;
const inbox = async (reader: Person) => (await reader.call('messages.conversations')).body.data.conversations;
const unread = async (reader: Person) => (await reader.call('messages.unreadCount')).body.data.unreadCount;

describe('sending', () => {
  it('answers the message with all its fields [MSG-01] [MSG-35] [MSG-42] [MSG-43] [MSG-44] [MSG-45] [MSG-46] [MSG-47] [MSG-48]', async () => {
    const { status, body } = await send(ana, dan, '  I <3 you & <b>all</b>\n');
    expect(status).toBe(200);
    expect(body.data.message).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      sender_id: ana.id,
      senderId: ana.id,
      sender: { username: 'anna', displayName: '', profilePictureUrl: null },
      recipientId: dan.id,
      message: 'I <3 you & <b>all</b>',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      read_at: null,
      isTemp: false,
    });
  });

  it('takes 1 to 1000 characters after trimming [MSG-27] [MSG-28] [MSG-29]', async () => {
    for (const text of ['', '   ', '\n', '\u200b']) {
      const { status, body } = await send(ana, dan, text);
      expect([status, body.fields]).toEqual([400, { message: 'Please write a message.' }]);
    }
    const long = await send(ana, dan, 'a'.repeat(1001));
    expect([long.status, long.body.fields]).toEqual([
      400,
      { message: 'A message can have at most 1000 characters.' },
    ]);
    for (const text of [` ${'a'.repeat(1000)} `, '👍'.repeat(1000)]) {
      const { status, body } = await send(ana, dan, text);
      expect([status, body.data.message.message]).toEqual([200, text.trim()]);
    }
  });

  it('refuses a body without a recipient or a message, and one that says who sends', async () => {
    for (const [body, field] of [
      [{ message: 'hi' }, 'recipientId'],
      [{ recipientId: dan.id }, 'message'],
      [{ recipientId: dan.id, message: 7 }, 'message'],
      [{ recipientId: dan.id, message: 'hi', senderId: admin.id }, 'senderId'],
    ] as const) {
      const { status, body: answer } = await ana.send('messages.send', body);
      expect([status, Object.keys(answer.fields ?? {})]).toEqual([400, [field]]);
    }
  });

  it('reaches nobody where there is nobody: unknown, deleted, oneself', async () => {
    const [gone] = await strangers();
    await send(ana, gone, 'before');
    await admin.call('accounts.deleteUser', { params: { id: gone.id } });
    const unknown = await ana.send('messages.send', { recipientId: 'nobody', message: 'hi' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    const deleted = await send(ana, gone, 'after');
    expect([deleted.status, deleted.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    expect((await thread(ana, gone)).messages.map((each) => each.message)).toEqual(['before']);
    const own = await send(ana, ana, 'me');
    expect([own.status, own.body.error]).toEqual([400, 'You cannot write to yourself.']);
  });

  it('stores a message once for a clientId, however often and fast it is sent', async () => {
    const [one, two] = await strangers();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(one, two, 'once', 'c-1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.message._id)).size).toBe(1);
    const again = await send(one, two, 'once', 'c-1');
    expect(again.body.data.message).toEqual(answers[0]?.body.data.message);
    expect(again.body.data.message.clientId).toBe('c-1');
    expect((await thread(two, one)).messages.map((each) => [each.message, each.clientId])).toEqual([
      ['once', undefined],
    ]);
    // It is each sender's own, for each recipient.
    expect((await send(two, one, 'mine', 'c-1')).body.data.message.message).toBe('mine');
    expect((await send(one, ana, 'hers', 'c-1')).body.data.message.message).toBe('hers');
  });
});

describe('a thread', () => {
  it('answers pages of 25, the newest first, each in the order of writing [MSG-34] [MSG-37] [MSG-38] [MSG-40]', async () => {
    const [one, two] = await strangers();
    for (let n = 1; n <= 60; n++) await send(n % 2 ? one : two, n % 2 ? two : one, `m${n}`);
    const texts = async (page: number) => {
      const { messages, pagination } = await thread(one, two, { page: String(page), limit: '25' });
      return { texts: messages.map((each) => each.message), pagination };
    };
    const span = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `m${from + at}`);
    const pagination = { limit: 25, totalCount: 60 };
    expect(await texts(1)).toEqual({
      texts: span(36, 60),
      pagination: { ...pagination, page: 1, hasMore: true },
    });
    expect((await texts(2)).texts).toEqual(span(11, 35));
    expect(await texts(3)).toEqual({
      texts: span(1, 10),
      pagination: { ...pagination, page: 3, hasMore: false },
    });
    expect((await texts(4)).texts).toEqual([]);
    expect((await thread(one, two)).messages).toHaveLength(25);
  });

  it('keeps the order of ids when many are sent at once', async () => {
    const [one, two] = await strangers();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? send(one, two, `m${n}`) : send(two, one, `m${n}`))),
    );
    const ids = (await thread(one, two)).messages.map((each) => each._id);
    expect(ids).toHaveLength(20);
    expect(ids).toEqual(ids.toSorted());
    expect((await inbox(one))[0]?.lastMessage).toBe((await thread(one, two)).messages.at(-1)?.message);
  });

  it('names the partner, also before the first message [MSG-39] [MSG-56] [MSG-57] [MSG-58]', async () => {
    const [one, two] = await strangers();
    expect(await thread(one, two)).toEqual({
      messages: [],
      partner: {
        id: two.id,
        username: two.user.username,
        displayName: '',
        profilePicture: null,
        deleted: false,
      },
      pagination: { page: 1, limit: 25, totalCount: 0, hasMore: false },
    });
    const nobody = await one.call('messages.conversation', { params: { id: 'nobody' } });
    expect([nobody.status, nobody.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    const nonsense = await one.call('messages.conversation', {
      params: { id: two.id },
      query: { page: '0' },
    });
    expect(nonsense.status).toBe(400);
  });

  it('is read by reading its first page, for the sender to see [MSG-02]', async () => {
    const [one, two] = await strangers();
    for (let n = 1; n <= 3; n++) await send(one, two, `m${n}`);
    expect(await unread(two)).toBe(3);
    await thread(two, one, { page: '2', limit: '1' });
    await thread(one, two);
    expect(await unread(two)).toBe(3);
    expect((await thread(one, two)).messages.map((each) => each.read_at)).toEqual([null, null, null]);

    const seen = await thread(two, one, { limit: '1' });
    expect(seen.messages.map((each) => each.message)).toEqual(['m3']);
    expect(await unread(two)).toBe(0);
    const [first, ...others] = (await thread(one, two)).messages.map((each) => each.read_at);
    expect(first).toBe(seen.messages[0]?.read_at);
    expect(Date.parse(first ?? '')).toBeGreaterThan(0);
    expect(others).toEqual([first, first]);

    await send(one, two, 'm4');
    expect(await unread(two)).toBe(1);
    expect((await thread(one, two)).messages.map((each) => each.read_at)).toEqual([
      first,
      first,
      first,
      null,
    ]);
  });
});

describe('the inbox', () => {
  it('has one line for each partner, the newest first [MSG-36] [MSG-50] [MSG-51] [MSG-52] [MSG-53] [MSG-54] [MSG-55]', async () => {
    const [me, one] = await strangers();
    const [two, three] = await strangers();
    expect(await inbox(me)).toEqual([]);
    for (const text of ['a', 'b']) await send(one, me, text);
    await send(me, two, 'c');
    for (const text of ['d', 'e', 'f']) await send(three, me, text);
    await send(one, me, 'g');
    const lines = await inbox(me);
    expect(lines.map((line) => [line.partnerId, line.lastMessage, line.unreadCount])).toEqual([
      [one.id, 'g', 3],
      [three.id, 'f', 3],
      [two.id, 'c', 0],
    ]);
    const last = (await thread(two, me)).messages.at(-1);
    expect(lines[2]).toEqual({
      partnerId: two.id,
      partnerUsername: two.user.username,
      partnerDisplayName: '',
      partnerProfilePicture: null,
      lastMessage: 'c',
      lastMessageTime: last?.created_at,
      unreadCount: 0,
    });
  });

  it('adds up to the unread count [MSG-41]', async () => {
    const [me, one] = await strangers();
    const [two] = await strangers();
    for (let n = 0; n < 2; n++) await send(one, me, 'x');
    for (let n = 0; n < 3; n++) await send(two, me, 'x');
    await send(me, two, 'x');
    expect((await inbox(me)).reduce((sum, line) => sum + line.unreadCount, 0)).toBe(5);
    expect(await unread(me)).toBe(5);
    await thread(me, one);
    expect(await unread(me)).toBe(3);
    expect(await unread(two)).toBe(1);
  });
});

describe('who may', () => {
  it('guests may nothing [MSG-04] [MSG-05] [MSG-06] [MSG-07]', async () => {
    const { guest } = harness;
    const answers = await Promise.all([
      guest.call('messages.send', { body: { recipientId: dan.id, message: 'hi' } }),
      guest.call('messages.conversations'),
      guest.call('messages.conversation', { params: { id: dan.id } }),
      guest.call('messages.unreadCount'),
      guest.call('messages.block', { params: { userId: dan.id } }),
      guest.call('messages.setBlock', { params: { userId: dan.id } }),
      guest.call('messages.liftBlock', { params: { userId: dan.id } }),
    ]);
    for (const { status, body } of answers) {
      expect([status, body.success, body.code]).toEqual([401, false, 'SIGN_IN_REQUIRED']);
      expect(body.data).toBeUndefined();
    }
  });

  it('a third person and an admin see nothing of what two write [MSG-03]', async () => {
    const [one, two] = await strangers();
    const [third] = await strangers();
    await send(one, two, 'between us');
    for (const other of [third, admin]) {
      for (const partner of [one, two]) {
        const { messages, pagination } = await thread(other, partner);
        expect([messages, pagination.totalCount]).toEqual([[], 0]);
      }
      expect((await inbox(other)).map((line) => line.partnerId)).not.toContain(one.id);
    }
    expect(await unread(two)).toBe(1);
    // An admin writes as everybody does.
    expect((await send(admin, one, 'hello')).status).toBe(200);
    expect((await thread(admin, one)).messages.map((each) => each.message)).toEqual(['hello']);
  });

  it('no call of an admin reaches messages of others', async () => {
    const [one, two] = await strangers();
    await send(one, two, 'a secret of two');
    for (const path of [
      `/api/admin/messages`,
      `/api/admin/messages/${one.id}`,
      `/api/messages/conversation/${one.id}?userId=${two.id}`,
      `/api/messages/conversations?userId=${one.id}`,
      `/api/users/${one.id}`,
      '/api/admin/activity?filter=all',
    ]) {
      expect(await (await admin.fetch(path)).text()).not.toContain('a secret of two');
    }
  });
});

describe('a block', () => {
  it('stops both from writing until it is lifted, and is the blocker’s own to know', async () => {
    const [one, two] = await strangers();
    await send(two, one, 'before');
    const params = { userId: two.id };
    expect((await one.call('messages.block', { params })).body.data).toEqual({ blocked: false });
    for (let n = 0; n < 2; n++) {
      expect((await one.call('messages.setBlock', { params })).body.data).toEqual({ blocked: true });
    }
    expect((await one.call('messages.block', { params })).body.data).toEqual({ blocked: true });
    expect((await two.call('messages.block', { params: { userId: one.id } })).body.data.blocked).toBe(false);

    const refused = await send(two, one, 'after');
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      403,
      'BLOCKED',
      'This person does not take messages from you.',
    ]);
    expect((await send(one, two, 'after')).body.code).toBe('BLOCKED_BY_YOU');
    expect((await thread(one, two)).messages.map((each) => each.message)).toEqual(['before']);

    expect((await one.call('messages.liftBlock', { params })).body.data).toEqual({ blocked: false });
    expect((await send(two, one, 'again')).status).toBe(200);
  });

  it('are listed for who made them, by name', async () => {
    await using site = await createHarness();
    const [one, zoe, bob] = [
      await site.person('anna'),
      await site.person('zoe_1'),
      await site.person('Bob_1'),
    ];
    for (const { id } of [zoe, bob]) await one.call('messages.setBlock', { params: { userId: id } });
    const listOf = async (person: Person) => (await person.call('messages.blocks')).body.data.blocks;
    expect(await listOf(one)).toEqual(
      [bob, zoe].map(({ id, user }) => ({
        _id: id,
        username: user.username,
        displayName: '',
        profilePictureUrl: null,
        created_at: expect.stringMatching(/Z$/),
      })),
    );
    expect(await listOf(zoe)).toEqual([]);
    await one.call('messages.liftBlock', { params: { userId: bob.id } });
    expect((await listOf(one)).map(({ username }) => username)).toEqual(['zoe_1']);
    expect((await site.guest.call('messages.blocks')).status).toBe(401);
  });

  it('is on somebody else who is there', async () => {
    const own = await ana.call('messages.setBlock', { params: { userId: ana.id } });
    expect([own.status, own.body.code]).toEqual([400, 'BLOCK_SELF']);
    const nobody = await ana.call('messages.setBlock', { params: { userId: 'nobody' } });
    expect([nobody.status, nobody.body.code]).toEqual([404, 'USER_NOT_FOUND']);
  });

  it('is refused in Romanian to who reads Romanian', async () => {
    const [one, two] = await strangers();
    await one.call('messages.setBlock', { params: { userId: two.id } });
    const { body } = await two
      .with({ 'accept-language': 'ro' })
      .call('messages.send', { body: { recipientId: one.id, message: 'x' } });
    expect(body.error).toBe('Această persoană nu primește mesaje de la tine.');
  });
});
