import { afterEach, beforeEach, expect, it } from 'vitest';
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

it('a message that another server commits below the newest, after the list was read, stays unread', async () => {
  const { context } = site;
  const { db } = context;
  await send(dan, ana, 'first');
  const id = context.ids.next();
  await send(ana, dan, 'answer');
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
  const { messages } = await readConversation({ ...context, db: between }, ana.id, dan.id, {
    page: 1,
    limit: 50,
  });
  expect(messages.map(({ message }) => message)).toEqual(['first', 'answer']);
  expect(await unreadOf(ana)).toBe(1);
  const { data } = (await readPage('50')).body;
  expect(data.messages.map(({ message }) => message)).toEqual(['first', 'late', 'answer']);
  expect(await unreadOf(ana)).toBe(0);
});

it("the newest page marks what is before it as well, also where all of it is one's own", async () => {
  for (let n = 0; n < 3; n += 1) await send(dan, ana, `before ${n}`);
  for (let n = 0; n < 2; n += 1) await send(ana, dan, `own ${n}`);
  expect(await unreadOf(ana)).toBe(3);
  await readPage('2');
  expect(await unreadOf(ana)).toBe(0);
});
