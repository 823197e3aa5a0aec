import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';

const other = 'Other!456';

let harness: Harness;
let ana: Person;
let dan: Person;
beforeAll(async () => {
  harness = await createHarness();
  ana = await harness.admin();
  dan = await harness.admin('dan_1');
});
afterAll(() => harness[Symbol.asyncDispose]());

const tagOf = async (id: string, caller: Client = ana) =>
  (await caller.call('accounts.user', { params: { id } })).headers.get('etag');
const save = (caller: Client, id: string, tag: string | null, body: object) =>
  caller.with({ 'if-match': tag ?? '' }).send('accounts.changeUser', body, { id });
const logIn = async (username: string, word: string) =>
  (await harness.guest.call('accounts.login', { body: { username, password: word } })).status;

describe('the entity tag of an account', () => {
  it('is answered to admins and to the person, and to nobody else', async () => {
    const eva = await harness.person('eva_1');
    const tag = await tagOf(eva.id);
    expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(await tagOf(eva.id, eva)).toBe(tag);
    expect((await eva.call('accounts.currentUser')).headers.get('etag')).toBe(tag);
    expect(await tagOf(eva.id, await harness.person('ion_1'))).toBeNull();
  });

  it('changes with role, password and deletion, not with preferences or a session', async () => {
    const eva = await harness.person('eva_2');
    const tags = [await tagOf(eva.id)];
    await eva.call('accounts.savePreferences', { body: { language: 'ro', notifications_push: true } });
    await harness.signIn('eva_2');
    expect(await tagOf(eva.id)).toBe(tags[0]);
    for (const body of [{ role: 'admin' }, { role: 'user' }, { password: other }]) {
      const { headers } = await ana.send('accounts.changeUser', body, { id: eva.id });
      tags.push(headers.get('etag'));
      expect(await tagOf(eva.id)).toBe(headers.get('etag'));
    }
    await ana.call('accounts.deleteUser', { params: { id: eva.id } });
    tags.push(await tagOf(eva.id));
    expect(tags[2]).toBe(tags[0]);
    expect(new Set(tags).size).toBe(4);
  });

  it('tells nothing of the password: the same one set again is another version', async () => {
    const [eva, ion] = [await harness.person('eva_3'), await harness.person('ion_3')];
    expect(await tagOf(eva.id)).not.toBe(await tagOf(ion.id));
    const before = await tagOf(eva.id);
    await ana.send('accounts.changeUser', { password }, { id: eva.id });
    expect(await tagOf(eva.id)).not.toBe(before);
  });
});

describe('changing an account with If-Match', () => {
  it('refuses what somebody changed meanwhile, with the account of now and its tag', async () => {
    const eva = await harness.person('eva_4');
    const tag = await tagOf(eva.id);
    expect((await save(dan, eva.id, tag, { password: other })).status).toBe(200);
    const { status, headers, body } = await save(ana, eva.id, tag, { role: 'admin' });
    expect([status, body.code]).toEqual([412, 'CHANGED_MEANWHILE']);
    expect(body.data).toEqual({ user: { ...eva.user }, passwordChanged: true });
    expect(headers.get('etag')).toBe(await tagOf(eva.id));
    expect((await save(ana, eva.id, headers.get('etag'), { role: 'admin' })).body.data.user.role).toBe(
      'admin',
    );
  });

  it('says that the password is the same where only the role was changed', async () => {
    const eva = await harness.person('eva_5');
    const tag = await tagOf(eva.id);
    await save(dan, eva.id, tag, { role: 'admin' });
    const { body } = await save(ana, eva.id, tag, { password: other });
    expect(body.data).toMatchObject({ user: { role: 'admin' }, passwordChanged: false });
    expect(await logIn('eva_5', password)).toBe(200);
  });

  it('lets exactly one of two win that arrive at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const eva = await harness.person(`eva_6${round}`);
      const tag = await tagOf(eva.id);
      const answers = await Promise.all([
        save(ana, eva.id, tag, { password: 'Anas!pass1' }),
        save(dan, eva.id, tag, { password: 'Dans!pass1' }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
      const won = answers[0].status === 200 ? 'Anas!pass1' : 'Dans!pass1';
      expect(await logIn(eva.user.username, won)).toBe(200);
    }
  });

  it('answers the repeat of a change whose answer was lost, and changes nothing by it', async () => {
    const eva = await harness.person('eva_7');
    const tag = await tagOf(eva.id);
    const first = await save(ana, eva.id, tag, { password: other, role: 'admin' });
    const phone = await harness.guest.call('accounts.login', {
      body: { username: 'eva_7', password: other },
    });
    const again = await save(ana, eva.id, tag, { password: other, role: 'admin' });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.body.data).toEqual(first.body.data);
    const bearer = harness.guest.with({ authorization: `Bearer ${phone.body.data.token}` });
    expect((await bearer.call('accounts.currentUser')).status).toBe(200);
    expect((await save(ana, eva.id, tag, { password: 'Third!789', role: 'admin' })).status).toBe(412);
  });

  it('holds for one’s own password too, and refuses a session that has ended', async () => {
    const eva = await harness.person('eva_8');
    const tag = await tagOf(eva.id, eva);
    expect((await save(eva, eva.id, tag, { password: other })).status).toBe(200);
    expect((await save(eva, eva.id, tag, { password: 'Third!789' })).status).toBe(412);
    await ana.send('accounts.changeUser', { password }, { id: eva.id });
    expect((await save(eva, eva.id, tag, { password: other })).status).toBe(401);
  });

  it('keeps the rules before it, and needs no such header', async () => {
    const eva = await harness.person('eva_9');
    expect((await save(eva, ana.id, '"old"', { password: other })).status).toBe(403);
    expect((await save(ana, ana.id, '"old"', { role: 'user' })).status).toBe(403);
    expect((await save(ana, 'unknown', '*', { role: 'user' })).status).toBe(404);
    expect((await save(ana, eva.id, 'abc', { role: 'admin' })).status).toBe(400);
    expect((await save(ana, eva.id, '*', { role: 'admin' })).status).toBe(200);
    expect((await ana.send('accounts.changeUser', { role: 'user' }, { id: eva.id })).status).toBe(200);
  });
});
