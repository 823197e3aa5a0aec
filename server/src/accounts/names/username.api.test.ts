import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { openEvents } from '../../../test/event-reader.ts';
import { createHarness, type Harness, password } from '../../../test/harness.ts';

const dayMs = 24 * 3_600_000;

let site: Harness;
beforeAll(async () => {
  site = await createHarness();
});
afterAll(() => site[Symbol.asyncDispose]());

const rename = (by: Client, username: string) => by.call('identity.changeUsername', { body: { username } });
const signIn = (username: string) => site.guest.call('accounts.login', { body: { username, password } });
const register = (username: string) =>
  site.guest.call('accounts.register', {
    body: { username, email: `${username}_mail@example.org`, password },
  });

describe('a change of the username', () => {
  it('holds everywhere at once; links by id go on, the former name signs in no more and stays theirs', async () => {
    const ana = await site.person('ana_old');
    const other = await site.person('watcher');
    const changed = await rename(ana, 'Ana_New');
    expect([changed.status, changed.body.data.user.username]).toEqual([200, 'Ana_New']);
    expect((await ana.call('accounts.currentUser')).body.data.user.username).toBe('Ana_New');
    const seen = await other.call('accounts.user', { params: { id: ana.id } });
    expect([seen.status, seen.body.data.user.username]).toEqual([200, 'Ana_New']);
    expect((await signIn('ana_new')).body.data.user?._id).toBe(ana.id);
    expect((await signIn('ana_old')).body.code).toBe('LOGIN_FAILED');
    expect((await register('ANA_OLD')).body.code).toBe('USERNAME_TAKEN');
    expect((await rename(other, 'ana_old')).body.code).toBe('USERNAME_TAKEN');
    expect((await rename(ana, 'ana_old')).status).toBe(200);
    expect((await rename(other, 'ana_new')).body.code).toBe('USERNAME_TAKEN');
  });

  it('is told to open pages, as is another display name', async () => {
    const ana = await site.person('told_old');
    const watcher = await site.person('told_to');
    await using events = await openEvents(watcher);
    await rename(ana, 'told_new');
    await ana.call('accounts.changeUser', { params: { id: ana.id }, body: { displayName: 'Told' } });
    await events.until(({ events: all }) => all.filter(({ name }) => name === 'person').length === 2);
    expect(events.dataOf('person')).toEqual([
      { person: { _id: ana.id, username: 'told_new', displayName: '' } },
      { person: { _id: ana.id, username: 'told_new', displayName: 'Told' } },
    ]);
  });

  it('takes place three times in 30 days; the same name again is none', async () => {
    const ana = await site.person('often_0');
    for (const name of ['often_1', 'often_1', 'Often_1', 'often_0'])
      expect((await rename(ana, name)).status).toBe(200);
    const refused = await rename(ana, 'often_4');
    expect([refused.status, refused.body.code]).toEqual([409, 'USERNAME_CHANGED_OFTEN']);
    expect((await rename(ana, 'often_0')).status).toBe(200);
    await using later = await createHarness();
    const dora = await later.person('late_0');
    for (const name of ['late_1', 'late_2', 'late_3']) await rename(dora, name);
    later.clock.forward(30 * dayMs);
    const again = await later.guest.call('accounts.login', { body: { username: 'late_3', password } });
    const back = later.guest.with({ authorization: `Bearer ${again.body.data.token}` });
    expect((await rename(back, 'late_4')).status).toBe(200);
  });

  it('follows the rules of a registration, and needs a session and a proof', async () => {
    const ana = await site.person('rules_1');
    for (const name of ['', 'abc', 'a'.repeat(21), 'with space', 'ștefan', 'a@b.org', 7, null]) {
      const { status, body } = await ana.send('identity.changeUsername', { username: name });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['username']]);
    }
    expect((await rename(site.guest, 'rules_2')).status).toBe(401);
    await using later = await createHarness();
    const dora = await later.person('dora_1');
    later.clock.forward(16 * 60_000);
    expect((await rename(dora, 'dora_2')).body.code).toBe('PROOF_NEEDED');
  });

  it('of two who ask for a name at once gives it to one, and to nobody who registers with it', async () => {
    const people = [await site.person('race_1'), await site.person('race_2')];
    const answers = await Promise.all([
      ...people.map((person) => rename(person, 'race_won')),
      register('race_won'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});
