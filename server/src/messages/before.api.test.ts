import type { Message } from '@duet/contract/messages/shapes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';

let harness: Harness;
let ana: Person;
let dan: Person;
let people = 0;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  people += 1;
  [ana, dan] = await Promise.all([harness.person(`ana_${people}`), harness.person(`dan_${people}`)]);
});

const send = async (from: Person, to: Person, message: string): Promise<Message> =>
  (await from.call('messages.send', { body: { recipientId: to.id, message } })).body.data.message;

/** `m<from>` … `m<to>`, taking turns. */
async function sendSome(from: number, to: number): Promise<Message[]> {
  const sent: Message[] = [];
  for (let n = from; n <= to; n++)
    sent.push(await (n % 2 ? send(ana, dan, `m${n}`) : send(dan, ana, `m${n}`)));
  return sent;
}

const texts = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => `m${from + at}`);

async function read(reader: Person, partner: Person, query: Record<string, string>) {
  const { data } = (await reader.call('messages.conversation', { params: { id: partner.id }, query })).body;
  return {
    texts: data.messages.map(({ message }) => message),
    oldest: data.messages[0]?._id ?? '',
    pagination: data.pagination,
  };
}

it('answers what is older than a message, oldest first, and whether there is more [MSG-24, MSG-34]', async () => {
  const sent = await sendSome(1, 30);
  const before = sent[27]?._id ?? '';
  const page = await read(ana, dan, { before });
  expect(page.texts).toEqual(texts(3, 27));
  expect(page.pagination).toEqual({ page: 1, limit: 25, totalCount: 30, hasMore: true });
  const rest = await read(ana, dan, { before: page.oldest });
  expect([rest.texts, rest.pagination.hasMore]).toEqual([texts(1, 2), false]);
  expect((await read(ana, dan, { before: rest.oldest })).texts).toEqual([]);
  // Exactly as many as are asked for are not more.
  expect((await read(ana, dan, { before: sent[2]?._id ?? '', limit: '2' })).pagination.hasMore).toBe(false);
});

it('is not shifted by what is sent meanwhile', async () => {
  await sendSome(1, 12);
  const seen: string[] = [];
  let page = await read(ana, dan, { limit: '4' });
  for (let sent = 13; page.texts.length > 0 && sent < 25; sent += 3) {
    seen.unshift(...page.texts);
    await sendSome(sent, sent + 2);
    page = await read(ana, dan, { limit: '4', before: page.oldest });
  }
  expect(seen).toEqual(texts(1, 12));
});

it('counts pages from that message on', async () => {
  const sent = await sendSome(1, 10);
  const before = sent[8]?._id ?? '';
  const second = await read(ana, dan, { before, page: '2', limit: '5' });
  expect(second.texts).toEqual(texts(1, 3));
  expect(second.pagination).toEqual({ page: 2, limit: 5, totalCount: 10, hasMore: false });
});

it('marks nothing read', async () => {
  for (const text of ['m1', 'm2', 'm3']) await send(dan, ana, text);
  const { messages } = (await dan.call('messages.conversation', { params: { id: ana.id } })).body.data;
  await read(ana, dan, { before: messages[2]?._id ?? '' });
  expect((await ana.call('messages.unreadCount')).body.data.unreadCount).toBe(3);
});

it('refuses a message that is not there, one of another conversation, and none', async () => {
  const other = await harness.person(`eva_${people}`);
  await sendSome(1, 2);
  const elsewhere = await send(dan, other, 'between two others');
  for (const before of ['nothing', elsewhere._id]) {
    const { status, body } = await ana.call('messages.conversation', {
      params: { id: dan.id },
      query: { before },
    });
    expect([status, body.code, body.error]).toEqual([404, 'MESSAGE_NOT_FOUND', 'Message not found']);
  }
  const empty = await ana.call('messages.conversation', { params: { id: dan.id }, query: { before: '' } });
  expect([empty.status, Object.keys(empty.body.fields ?? {})]).toEqual([400, ['before']]);
  const romanian = await ana
    .with({ 'accept-language': 'ro' })
    .call('messages.conversation', { params: { id: dan.id }, query: { before: 'nothing' } });
  expect(romanian.body.error).toBe('Mesajul nu a fost găsit');
});
