import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../test/client.ts';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { publishPost } from '../../test/published-post.ts';

const other = 'Other!456';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const change = (by: Client, id: string, body: object) => by.send('accounts.changeUser', body, { id });
const logIn = async (username: string, word: string) =>
  (await harness.guest.call('accounts.login', { body: { username, password: word } })).status;
const isLive = async (person: Client) => (await person.call('accounts.currentUser')).status === 200;

describe('one’s own password', () => {
  it('is changed by oneself, and every other session ends [PROF-13, PROF-21, USERS-58]', async () => {
    const ana = await harness.person('anna_1');
    const phone = await harness.signIn('anna_1');
    const { status, body } = await change(ana, ana.id, { password: other });
    expect(status).toBe(200);
    expect(body.data.user).toEqual(ana.user);
    expect(await isLive(ana)).toBe(true);
    expect(await isLive(phone)).toBe(false);
    expect(await logIn('anna_1', password)).toBe(401);
    expect(await logIn('anna_1', other)).toBe(200);
  });

  it('is changed by an admin for themselves as well [PROF-14]', async () => {
    const boss = await harness.admin('boss_1');
    expect((await change(boss, boss.id, { password: other })).status).toBe(200);
    expect(await isLive(boss)).toBe(true);
    expect(await logIn('boss_1', other)).toBe(200);
  });

  it.each([
    ['Ab!1x', 'Password must be at least 6 characters'],
    ['abcdef!', 'Password must contain at least one capital letter'],
    ['Abcdef1', 'Password must contain at least one special character (!@#$%^&*()_+-=[]{};\':"\\|,.<>/?`~)'],
    ['', 'Password is required'],
  ])('must be a good one, also from an admin: %j [PROF-18..20, USERS-37..39]', async (word, sentence) => {
    const dan = await harness.person(`dan_${harness.clock.now() % 1e9}`);
    for (const by of [dan, admin]) {
      const { status, body } = await change(by, dan.id, { password: word });
      expect(status).toBe(400);
      expect([body.error, body.fields]).toEqual([sentence, { password: sentence }]);
    }
    expect(await isLive(dan)).toBe(true);
  });

  it('is not changed by guests [PROF-15]', async () => {
    const ana = await harness.person('anna_2');
    const { status, body } = await change(harness.guest, ana.id, { password: other });
    expect([status, body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
    expect(await logIn('anna_2', password)).toBe(200);
  });

  onOneServer('is not changed by a session that ends while it is being hashed', async () => {
    const ana = await harness.person('anna_3');
    const thief = await harness.signIn('anna_3');
    const { passwords } = harness.context;
    const hash = passwords.hash.bind(passwords);
    const { promise: hashing, resolve: begin } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (word) => {
      begin();
      await ended;
      return hash(word);
    });
    const stealing = change(thief, ana.id, { password: 'Stolen!789' });
    await hashing;
    expect((await ana.call('accounts.endOtherSessions')).status).toBe(200);
    end();
    expect((await stealing).status).toBe(401);
    expect(await logIn('anna_3', password)).toBe(200);
  });
});

describe('what people may not change', () => {
  it('of themselves: email and name are refused, and stay [ENT-05]', async () => {
    const ana = await harness.person('anna_4');
    for (const [field, value] of [
      ['email', 'new@example.org'],
      ['username', 'new_name'],
      ['language', 'ro'],
      ['profilePictureUrl', '/media/x'],
    ] as const) {
      const { status, body } = await change(ana, ana.id, { password: other, [field]: value });
      expect(status).toBe(400);
      expect(body.fields).toEqual({ [field]: 'This field cannot be set here.' });
    }
    expect((await ana.call('accounts.currentUser')).body.data.user).toEqual(ana.user);
    expect(await logIn('anna_4', password)).toBe(200);
  });

  it('of themselves: the role, with or without a password', async () => {
    const ana = await harness.person('anna_5');
    for (const body of [{ role: 'admin' }, { role: 'user' }, { role: 'admin', password: other }]) {
      const refused = await change(ana, ana.id, body);
      expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await ana.call('accounts.currentUser')).body.data.user.role).toBe('user');
    expect(await logIn('anna_5', password)).toBe(200);
  });

  it('of themselves: nothing at all', async () => {
    const ana = await harness.person('anna_6');
    const { status, body } = await change(ana, ana.id, {});
    expect([status, body.error]).toEqual([400, 'Password is required']);
  });

  it('of somebody else: anything, whether there is such a person or not [USERS-06]', async () => {
    const [ana, dan] = await Promise.all([harness.person('anna_7'), harness.person('dan_7')]);
    for (const id of [dan.id, admin.id, 'nobody']) {
      for (const body of [{ password: other }, { role: 'admin' }, {}]) {
        const refused = await change(ana, id, body);
        expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
      }
    }
    expect(await logIn('dan_7', password)).toBe(200);
  });

  it('as guests: anything [USERS-07]', async () => {
    const { status } = await change(harness.guest, admin.id, { role: 'user' });
    expect(status).toBe(401);
  });
});

describe('an admin', () => {
  it('sets somebody’s password, which ends all of their sessions', async () => {
    const ana = await harness.person('anna_8');
    const phone = await harness.signIn('anna_8');
    expect((await change(admin, ana.id, { password: other })).status).toBe(200);
    expect([await isLive(ana), await isLive(phone)]).toEqual([false, false]);
    expect(await logIn('anna_8', other)).toBe(200);
    expect(await isLive(admin)).toBe(true);
  });

  it('makes somebody an admin and takes it back; sessions end each time [USERS-55, USERS-56, USERS-59]', async () => {
    const ana = await harness.person('anna_9');
    const made = await change(admin, ana.id, { role: 'admin' });
    expect([made.status, made.body.data.user.role]).toEqual([200, 'admin']);
    expect(await isLive(ana)).toBe(false);
    const promoted = await harness.signIn('anna_9');
    expect((await promoted.call('accounts.users')).status).toBe(200);
    const taken = await change(admin, ana.id, { role: 'user' });
    expect([taken.status, taken.body.data.user.role]).toEqual([200, 'user']);
    expect(await isLive(promoted)).toBe(false);
    expect((await (await harness.signIn('anna_9')).call('accounts.users')).status).toBe(403);
  });

  it('changes nothing with what is already so; sessions stay [USERS-36]', async () => {
    const ana = await harness.person('anna_10');
    for (const body of [{}, { role: 'user' }]) {
      const { status, body: answer } = await change(admin, ana.id, body);
      expect([status, answer.data.user]).toEqual([200, ana.user]);
    }
    expect(await isLive(ana)).toBe(true);
  });

  it.each(['x', 'ADMIN', '', null, true])('cannot give the role %j [USERS-42]', async (role) => {
    const dan = await harness.person(`role_${harness.clock.now() % 1e9}`);
    const { status, body } = await change(admin, dan.id, { role });
    expect([status, body.fields]).toEqual([400, { role: 'Role must be user or admin' }]);
    expect((await dan.call('accounts.currentUser')).body.data.user.role).toBe('user');
  });

  it('cannot change their own role', async () => {
    for (const role of ['user', 'admin']) {
      const { status, body } = await change(admin, admin.id, { role });
      expect([status, body.error]).toEqual([403, 'Cannot edit your own account']);
    }
    expect((await admin.call('accounts.currentUser')).body.data.user.role).toBe('admin');
  });

  it('gets 404 for nobody', async () => {
    const { status, body } = await change(admin, 'nobody', { role: 'admin' });
    expect([status, body.error]).toEqual([404, 'User not found']);
  });
});

describe('deleting and restoring', () => {
  const remove = (by: Client, id: string) => by.call('accounts.deleteUser', { params: { id } });
  const restore = (by: Client, id: string) => by.call('accounts.restoreUser', { params: { id } });

  it('keeps the data, ends the sessions at once, and undoes all but those [USERS-52..54, USERS-60, USERS-61]', async () => {
    const ana = await harness.person('anna_20');
    const { _id: postId } = await publishPost(admin);
    await ana.call('comments.create', { body: { postId, text: 'Mine' } });
    await ana.call('messages.send', { body: { recipientId: admin.id, message: 'From me' } });
    const removed = await remove(admin, ana.id);
    expect(removed.status).toBe(200);
    expect(removed.body.data.user).toEqual({ ...ana.user, deleted: true });
    expect(await isLive(ana)).toBe(false);
    expect(await logIn('anna_20', password)).toBe(401);
    const { comments } = (await harness.guest.call('comments.list', { params: { id: postId } })).body.data;
    expect(comments.map(({ text, username }) => [text, username])).toEqual([['Mine', 'anna_20']]);
    const { messages } = (await admin.call('messages.conversation', { params: { id: ana.id } })).body.data;
    expect(messages.map(({ message }) => message)).toEqual(['From me']);

    const restored = await restore(admin, ana.id);
    expect([restored.status, restored.body.data.user]).toEqual([200, ana.user]);
    expect(await isLive(ana)).toBe(false);
    expect(await logIn('anna_20', password)).toBe(200);
  });

  it('keeps name and email taken', async () => {
    const ana = await harness.person('anna_21');
    await remove(admin, ana.id);
    const { status, body } = await harness.guest.call('accounts.register', {
      body: { username: 'Anna_21', email: 'Anna_21@example.org', password },
    });
    expect([status, body.error]).toEqual([409, 'Username already exists']);
  });

  it('twice is the same as once', async () => {
    const ana = await harness.person('anna_22');
    for (const [call, deleted] of [
      [remove, true],
      [remove, true],
      [restore, false],
      [restore, false],
    ] as const) {
      const { status, body } = await call(admin, ana.id);
      expect([status, body.data.user.deleted]).toEqual([200, deleted]);
    }
  });

  it('is refused on oneself', async () => {
    for (const call of [remove, restore]) {
      const { status, body } = await call(admin, admin.id);
      expect([status, body.error]).toEqual([403, 'Cannot modify your own account']);
    }
    expect(await isLive(admin)).toBe(true);
  });

  it('gets 404 for nobody', async () => {
    for (const call of [remove, restore]) expect((await call(admin, 'nobody')).status).toBe(404);
  });
});

describe('the last admin', () => {
  const admins = async (site: Harness) =>
    (
      await site.context.db.read
        .selectFrom('users')
        .select('username')
        .where('role', '=', 'admin')
        .where('deleted_at', 'is', null)
        .execute()
    ).length;

  it.each([
    ['demote', (by: Client, id: string) => change(by, id, { role: 'user' })],
    ['delete', (by: Client, id: string) => by.call('accounts.deleteUser', { params: { id } })],
  ] as const)('stays when two %s each other at once', async (_, act) => {
    await using site = await createHarness();
    const one = await site.admin('one_1');
    const two = await site.admin('two_2');
    const answers = await Promise.all([act(one, two.id), act(two, one.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([401, 409]).toContain(answers.find(({ status }) => status !== 200)?.status);
    expect(await admins(site)).toBe(1);
  });

  it('stays when everybody goes at everybody at once', async () => {
    await using site = await createHarness();
    const everybody: Person[] = [];
    for (const name of ['one_1', 'two_2', 'tre_3', 'four_4']) everybody.push(await site.admin(name));
    await Promise.all(
      everybody.flatMap((by) =>
        everybody.filter((each) => each !== by).map((each) => change(by, each.id, { role: 'user' })),
      ),
    );
    expect(await admins(site)).toBeGreaterThanOrEqual(1);
  });

  it('cannot delete their own account either', async () => {
    await using site = await createHarness();
    const boss = await site.admin('boss_1');
    const { status, body } = await boss.call('accounts.deleteMe', { body: { password } });
    expect([status, body.code]).toEqual([409, 'LAST_ADMIN']);
    expect(await isLive(boss)).toBe(true);
  });
});

describe('deleting one’s own account', () => {
  it('asks for the password again and ends every session', async () => {
    const ana = await harness.person('anna_30');
    const phone = await harness.signIn('anna_30');
    const wrong = await ana.call('accounts.deleteMe', { body: { password: other } });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'WRONG_PASSWORD']);
    expect(await isLive(ana)).toBe(true);
    expect((await ana.call('accounts.deleteMe', { body: { password } })).status).toBe(200);
    expect([await isLive(ana), await isLive(phone)]).toEqual([false, false]);
    expect(await logIn('anna_30', password)).toBe(401);
  });
});
