import type { Joining } from '@duet/contract/site/shapes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';
import { hashOf } from '../accounts/sessions/token.ts';

let harness: Harness;
let admin: Person;
beforeEach(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterEach(() => harness[Symbol.asyncDispose]());

const set = (joining: Joining) => admin.call('site.change', { body: { joining } });
const register = (username: string, more: object = {}) =>
  harness.guest.send('accounts.register', { username, email: `${username}@example.org`, password, ...more });
const logIn = (username: string, word = password) =>
  harness.guest.call('accounts.login', { body: { username, password: word } });
const invite = async (body: object = {}) =>
  (await admin.send('invitations.create', body)).body.data.invitation.code ?? '';
const waiting = async () =>
  (await admin.call('accounts.users', { query: { onlyWaiting: 'true' } })).body.data.users;
const unread = async () => (await admin.call('activity.unreadCount')).body.data.unreadCount;
const approve = (id: string, by: Pick<Person, 'call'> = admin) =>
  by.call('accounts.approveUser', { params: { id } });
const decline = (id: string, by: Pick<Person, 'call'> = admin) =>
  by.call('accounts.declineUser', { params: { id } });

describe('how people join', () => {
  it('is open by default, and an invitation gives its role all the same', async () => {
    expect((await register('open_1')).status).toBe(200);
    const invited = await register('open_2', { invitation: await invite({ role: 'admin' }) });
    expect(invited.body.data.user.role).toBe('admin');
  });

  it('is by invitation alone where that is chosen', async () => {
    await set('invitation');
    const refused = await register('uninvited');
    expect([refused.status, refused.body.code]).toEqual([403, 'REGISTRATION_CLOSED']);
    expect((await register('invited', { invitation: await invite() })).status).toBe(200);
  });

  it('is closed to everybody, also with an invitation; an admin still adds people', async () => {
    const code = await invite();
    await set('closed');
    for (const more of [{}, { invitation: code }]) {
      const refused = await register('nobody_1', more);
      expect([refused.status, refused.body.code]).toEqual([403, 'REGISTRATION_CLOSED']);
    }
    expect((await harness.guest.send('invitations.lookUp', { invitation: code })).status).toBe(403);
    expect((await admin.send('accounts.createUser', { username: 'added_1' })).status).toBe(200);
  });

  it('is as the environment says where that is set', async () => {
    await using site = await createHarness({ config: { registration: 'closed' } });
    const boss = await site.admin();
    const { code } = (await boss.send('invitations.create', {})).body.data.invitation;
    const body = { username: 'late_1', email: 'late@example.org', password, invitation: code };
    expect((await site.guest.send('accounts.register', body)).body.code).toBe('REGISTRATION_CLOSED');
  });
});

describe('approval', () => {
  beforeEach(() => set('approval'));

  it('keeps a new account waiting, without a session, until an admin approves', async () => {
    const before = await unread();
    const { status, body } = await register('maria_1');
    expect([status, body.data.next, 'token' in body.data]).toEqual([200, 'approval', false]);
    expect(body.data.user).toMatchObject({ username: 'maria_1', role: 'user', waiting: true });
    const refused = await logIn('maria_1');
    expect([refused.status, refused.body.code]).toEqual([403, 'ACCOUNT_WAITING']);
    expect((await logIn('maria_1', 'Wrong!123')).status).toBe(401);
    expect(await unread()).toBe(before + 1);
    expect(await waiting()).toMatchObject([{ username: 'maria_1', waiting: true }]);

    const approved = await approve(body.data.user._id);
    expect([approved.status, approved.body.data.user.username]).toEqual([200, 'maria_1']);
    expect(approved.body.data.user).not.toHaveProperty('waiting');
    expect((await approve(body.data.user._id)).status).toBe(200);
    expect(await unread()).toBe(before);
    expect(await waiting()).toEqual([]);
    expect((await logIn('maria_1')).status).toBe(200);
  });

  it('declines an account, whose names are free again; one that was let in stays', async () => {
    const { _id } = (await register('maria_1')).body.data.user;
    expect((await register('MARIA_1')).body.code).toBe('USERNAME_TAKEN');
    expect((await decline(_id)).status).toBe(200);
    expect((await decline(_id)).body.code).toBe('USER_NOT_FOUND');
    expect((await logIn('maria_1')).status).toBe(401);
    const again = (await register('maria_1')).body.data.user;
    await approve(again._id);
    const late = await decline(again._id);
    expect([late.status, late.body.code]).toEqual([409, 'WRONG_STATE']);
    expect((await logIn('maria_1')).status).toBe(200);
    expect((await decline(admin.id)).status).toBe(409);
  });

  it('of two admins who decide at once, one decides', async () => {
    const second = await harness.admin('second_1').catch(() => null);
    expect(second).toBeNull();
    const { _id } = (await register('maria_1')).body.data.user;
    const answers = await Promise.all([approve(_id), decline(_id), approve(_id), decline(_id)]);
    const there = (await admin.call('accounts.user', { params: { id: _id } })).status === 200;
    const declined = answers.filter(({ status }, n) => n % 2 === 1 && status === 200).length;
    const approved = answers.filter(({ status }, n) => n % 2 === 0 && status === 200).length;
    expect([declined > 0, approved > 0]).toEqual([!there, there]);
  });

  it('is not asked of who was invited, or made by an admin', async () => {
    expect((await register('invited', { invitation: await invite() })).body.data.token).toMatch(/^duet_/);
    const { passwordLink } = (await admin.send('accounts.createUser', { username: 'added_1' })).body.data;
    const used = await harness.guest.call('accounts.usePasswordLink', {
      body: { code: passwordLink.code, password },
    });
    expect(used.status).toBe(200);
  });

  it('hides a waiting person from everybody but admins, and gives them no way around it', async () => {
    const invited = await register('dan_1', { invitation: await invite() });
    const dan = harness.guest.with({ authorization: `Bearer ${invited.body.data.token}` });
    const { _id } = (await register('maria_1')).body.data.user;
    expect((await dan.call('accounts.user', { params: { id: _id } })).status).toBe(404);
    const message = await dan.call('messages.send', { body: { recipientId: _id, message: 'hello' } });
    expect(message.status).toBe(404);
    for (const call of ['messages.block', 'messages.setBlock', 'messages.liftBlock'] as const) {
      expect([call, (await dan.call(call, { params: { userId: _id } })).status]).toEqual([call, 404]);
    }
    expect((await dan.call('messages.blocks')).body.data.blocks).toEqual([]);
    expect((await admin.call('accounts.user', { params: { id: _id } })).status).toBe(200);
    const link = await admin.call('accounts.makePasswordLink', { params: { id: _id } });
    expect([link.status, link.body.code]).toEqual([409, 'WRONG_STATE']);
    for (const [who, status] of [
      [dan, 403],
      [harness.guest, 401],
    ] as const) {
      expect((await approve(_id, who as unknown as Person)).status).toBe(status);
      expect((await decline(_id, who as unknown as Person)).status).toBe(status);
    }
  });

  it('lets nobody in by a link that is there before they are approved', async () => {
    const { _id } = (await register('maria_1')).body.data.user;
    const code = 'c'.repeat(43);
    const now = harness.clock.now();
    await harness.context.db.write(async (tx) => {
      const link = { code_hash: hashOf(code), user_id: _id, created_at: now, expires_at: now + 60_000 };
      await tx.insertInto('password_links').values(link).execute();
    });
    const use = () =>
      harness.guest.call('accounts.usePasswordLink', { body: { code, password: 'Chosen!123' } });
    const early = await use();
    expect([early.status, early.body.code]).toEqual([403, 'ACCOUNT_WAITING']);
    await approve(_id);
    expect((await use()).status).toBe(200);
  });

  it('declines nobody who has made something', async () => {
    const { user, token } = (await register('maria_1', { invitation: await invite() })).body.data;
    const maria = harness.guest.with({ authorization: `Bearer ${token}` });
    await maria.call('messages.send', { body: { recipientId: admin.id, message: 'hello' } });
    await harness.context.db.write(async (tx) => {
      const waiting_since = harness.clock.now();
      await tx.updateTable('users').set({ waiting_since }).where('id', '=', user._id).execute();
    });
    const refused = await decline(user._id);
    expect([refused.status, refused.body.code]).toEqual([409, 'WRONG_STATE']);
    expect((await approve(user._id)).status).toBe(200);
  });

  it('counts a waiting admin as none', async () => {
    const { _id } = (await register('maria_1')).body.data.user;
    await admin.call('accounts.changeUser', { params: { id: _id }, body: { role: 'admin' } });
    const alone = await admin.call('accounts.deleteMe', { body: { password } });
    expect([alone.status, alone.body.code]).toEqual([409, 'LAST_ADMIN']);
  });

  it('lets those in who waited before joining was opened only by an admin', async () => {
    const { _id } = (await register('maria_1')).body.data.user;
    await set('open');
    expect((await logIn('maria_1')).status).toBe(403);
    await approve(_id);
    expect((await logIn('maria_1')).status).toBe(200);
  });
});
