import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';

let harness: Harness;
let admin: Person;
let lia: Person;
let stefan: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  lia = await harness.person('lianne');
  stefan = await harness.person('stef_90');
  await rename(stefan, 'Unchiul Ștefan Ionuț');
});
afterAll(() => harness[Symbol.asyncDispose]());

const rename = (person: Person, displayName: string) =>
  person.call('accounts.changeUser', { params: { id: person.id }, body: { displayName } });
const found = async (person: Person, search?: string) => {
  const { status, body } = await person.call('messages.recipients', {
    query: search === undefined ? {} : { search },
  });
  expect(status).toBe(200);
  return body.data.people.map(({ username }) => username);
};

it('are found by parts of names, without regard to case and accents', async () => {
  for (const search of ['stefan', 'ȘTEFAN', ' ștef ', 'ionut', 'unchiul s', 'STEF_9', 'EF_9']) {
    expect([search, await found(lia, search)]).toEqual([search, ['stef_90']]);
  }
  expect(await found(lia, 'nobody')).toEqual([]);
});

it('say who they are and nothing else', async () => {
  const { body } = await lia.call('messages.recipients', { query: { search: 'stefan' } });
  expect(body.data.people).toEqual([
    { _id: stefan.id, username: 'stef_90', displayName: 'Unchiul Ștefan Ionuț', profilePictureUrl: null },
  ]);
});

it('are the admins where nothing is looked for, and never oneself', async () => {
  expect(await found(lia)).toEqual(['admin']);
  expect(await found(lia, '  ')).toEqual(['admin']);
  expect(await found(admin)).toEqual([]);
  expect(await found(stefan, 'stefan')).toEqual([]);
});

it('take the signs of a pattern as letters', async () => {
  expect([await found(lia, '%'), await found(lia, 'stef%'), await found(lia, '\\')]).toEqual([[], [], []]);
  expect(await found(lia, '_90')).toEqual(['stef_90']);
});

it('begin with those of whom a word begins with it, and are 20 at most', async () => {
  for (const name of ['anamaria', 'diana_x', 'ana_1']) await harness.person(name);
  expect(await found(lia, 'ana')).toEqual(['ana_1', 'anamaria', 'diana_x']);
  for (let n = 10; n < 32; n += 1) await harness.person(`crowd_${n}`);
  expect(await found(lia, 'crowd')).toHaveLength(20);
});

it('are nobody who was deleted or waits', async () => {
  const gone = await harness.person('goner');
  expect(await found(lia, 'goner')).toEqual(['goner']);
  await admin.call('accounts.deleteUser', { params: { id: gone.id } });
  expect(await found(lia, 'goner')).toEqual([]);
  await admin.call('site.change', { body: { joining: 'approval' } });
  await harness.guest.call('accounts.register', {
    body: { username: 'waiter', email: 'waiter@example.org', password: 'Secret!123' },
  });
  expect(await found(lia, 'waiter')).toEqual([]);
});

it('are told to those who are signed in, and not without end', async () => {
  expect((await harness.guest.call('messages.recipients', { query: {} })).status).toBe(401);
  await using limited = await createHarness({ config: { rateLimit: 1 } });
  const person = await limited.admin();
  const statuses: number[] = [];
  for (let n = 0; n < 61; n += 1)
    statuses.push((await person.call('messages.recipients', { query: {} })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});
