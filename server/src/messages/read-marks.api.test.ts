import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { readConversation } from './conversation.ts';
import { insertMessage } from './store.ts';
import { threadOf } from './thread.ts';

let site: Harness;
let ana: Person;
let dan: Person;
beforeEach(async () => {
  site = await createHarness();
  [ana, dan] = [await site.person('anna'), await site.person('daniel')];
});
afterEach(() => site[Symbol.asyncDispose]());

const send = (from: Person, to: Person, message: string) =>
  from.call('messages.send', { body: { recipientId: to.id, message } });
const unreadOf = async (who: Person) => (await who.call('messages.unreadCount')).body.data.unreadCount;
const readPage = (limit: string) =>
  ana.call('messages.conversation', { params: { id: dan.id }, query: { limit } });

/** Ana reads the newest page, and another server commits a message of an older id after it was listed and before it is marked. */
async function readWhileStored(id: string) {
  const { context } = site;
  const { db } = context;
  const commitLate = () =>
    db.write((tx) =>
      insertMessage(tx, {
        ...{ id, thread: threadOf(ana.id, dan.id), sender_id: dan.id, recipient_id: ana.id },
        ...{ text: 'late', client_id: null, created_at: context.clock.now(), read_at: null },
      }),
    );
  const between: typeof db = {
    ...{ dialect: db.dialect, read: db.read, scan: db.scan, commits: db.commits },
    readRecorded: (record) => db.readRecorded(record),
    lookForOtherPrograms: () => db.lookForOtherPrograms(),
    syncOtherPrograms: () => db.syncOtherPrograms(),
    async write(work, options) {
      await commitLate();
      return db.write(work, options);
    },
    ping: () => db.ping(),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  };
  return readConversation({ ...context, db: between }, ana.id, dan.id, { page: 1, limit: 50 });
}

it('a message that another server commits below the newest, after the list was read, stays unread', async () => {
  await send(dan, ana, 'first');
  const id = site.context.ids.next();
  await send(ana, dan, 'answer');
  const { messages } = await readWhileStored(id);
  expect(messages.map(({ message }) => message)).toEqual(['first', 'answer']);
  expect(await unreadOf(ana)).toBe(1);
  const { data } = (await readPage('50')).body;
  expect(data.messages.map(({ message }) => message)).toEqual(['first', 'late', 'answer']);
  expect(await unreadOf(ana)).toBe(0);
});

it('a message that stays unread is not told as read to its sender', async () => {
  await using events = await openEvents(dan);
  const late = site.context.ids.next();
  const { _id } = (await send(dan, ana, 'first')).body.data.message;
  const { messages } = await readWhileStored(late);
  expect(messages.map(({ message }) => message)).toEqual(['first']);
  await events.until((each) => each.names().includes('read'));
  expect(events.dataOf('read')).toMatchObject([{ upToId: _id, ids: [_id], olderThan: null }]);
  await readPage('50');
  await events.until((each) => each.dataOf('read').length > 1);
  expect(events.dataOf('read').at(-1)).toMatchObject({ ids: [late], olderThan: null });
});

it("the newest page marks what is before it as well, also where all of it is one's own", async () => {
  for (let n = 0; n < 3; n += 1) await send(dan, ana, `before ${n}`);
  for (let n = 0; n < 2; n += 1) await send(ana, dan, `own ${n}`);
  expect(await unreadOf(ana)).toBe(3);
  await using events = await openEvents(dan);
  const oldest = (await readPage('2')).body.data.messages[0]?._id;
  expect(await unreadOf(ana)).toBe(0);
  await events.until((each) => each.names().includes('read'));
  expect(events.dataOf('read')).toMatchObject([{ ids: [], olderThan: oldest }]);
});
