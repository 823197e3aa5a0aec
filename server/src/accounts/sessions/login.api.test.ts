import { argon2Sync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person, password } from '../../../test/harness.ts';
import { onOneServer } from '../../../test/on-one-server.ts';
import { formatPhc, parsePhc } from '../passwords/phc.ts';

let harness: Harness;
let admin: Person;
let ana: Person;

beforeAll(async () => {
  harness = await createHarness();
  [admin, ana] = await Promise.all([harness.admin(), harness.person('Anna_1')]);
});
afterAll(() => harness[Symbol.asyncDispose]());

const login = (username: string, word = password) =>
  harness.guest.call('accounts.login', { body: { username, password: word } });

describe('signing in', () => {
  it('answers success, a token and the person [AUTH-07] [AUTH-08] [AUTH-09] [AUTH-10] [AUTH-15]', async () => {
    const { status, body } = await login('Anna_1');
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.data.token).toMatch(/^duet_[\w-]{43}$/);
    expect(body.data.user).toEqual(ana.user);
  });

  it.each(['anna_1', 'ANNA_1', ' Anna_1 ', 'anna_1@example.org', 'ANNA_1@EXAMPLE.ORG'])(
    'takes the name or the email without regard to case: %j',
    async (name) => expect((await login(name)).body.data.user?._id).toBe(ana.id),
  );

  it('gives a new token each time, and each one works', async () => {
    const [one, two] = await Promise.all([harness.signIn('Anna_1'), harness.signIn('Anna_1')]);
    expect(one.token).not.toBe(two.token);
    for (const person of [one, two, ana]) {
      expect((await person.call('accounts.currentUser')).status).toBe(200);
    }
  });

  it('wants both fields [AUTH-05] [AUTH-06]', async () => {
    const { status, body } = await login('', '');
    expect(status).toBe(400);
    expect(body.error).toBe('This field is required');
    expect(body.fields).toEqual({ username: 'This field is required', password: 'This field is required' });
  });
});

describe('a sign-in that fails', () => {
  const refused = { success: false, error: 'Login failed', code: 'LOGIN_FAILED' };

  it('says the same of a wrong password and a wrong name [AUTH-11]', async () => {
    for (const [name, word] of [
      ['Anna_1', 'Secret!124'],
      ['Anna_1', 'secret!123'],
      ['Anna_1', 'x'.repeat(60_000)],
      ['nobody', password],
      ['nobody@example.org', password],
      ['x'.repeat(60_000), password],
      [' ', password],
      ["' or 1=1 --", password],
    ] as const) {
      const { status, body } = await login(name, word);
      expect(status).toBe(401);
      expect(body).toEqual(refused);
    }
  });

  it('says the same of a deleted account [USERS-52]', async () => {
    const gone = await harness.person('gone_1');
    await admin.call('accounts.deleteUser', { params: { id: gone.id } });
    const { status, body } = await login('gone_1');
    expect(status).toBe(401);
    expect(body).toEqual(refused);
  });

  it('speaks the caller’s language', async () => {
    const guest = harness.guest.with({ 'accept-language': 'ro' });
    const { body } = await guest.call('accounts.login', { body: { username: 'nobody', password } });
    expect(body.error).not.toBe('Login failed');
    expect(body.code).toBe('LOGIN_FAILED');
  });

  onOneServer('costs one hash, whoever is asked for', async () => {
    const gone = await harness.person('gone_2');
    await admin.call('accounts.deleteUser', { params: { id: gone.id } });
    for (const name of ['Anna_1', 'nobody', 'gone_2']) {
      const before = harness.context.passwords.computed;
      await login(name, 'Wrong!123');
      expect(harness.context.passwords.computed - before).toBe(1);
    }
  });
});

describe('a stored hash of former settings', () => {
  it('is replaced at the next sign-in, and the password stays the same', async () => {
    const bob = await harness.person('bob_1');
    const stored = async () =>
      (
        await harness.context.db.read
          .selectFrom('users')
          .select('password_hash')
          .where('id', '=', bob.id)
          .executeTakeFirstOrThrow()
      ).password_hash;
    const modern = await stored();
    const phc = parsePhc(modern);
    if (!phc) throw new Error('no hash');
    const former = { ...phc, memory: 19_456, passes: 2, keyId: null };
    const tag = argon2Sync('argon2id', {
      message: password,
      nonce: former.salt,
      memory: former.memory,
      passes: former.passes,
      parallelism: former.parallelism,
      tagLength: 32,
    });
    await harness.context.db.write((tx) =>
      tx
        .updateTable('users')
        .set({ password_hash: formatPhc({ ...former, tag }) })
        .where('id', '=', bob.id)
        .execute(),
    );
    expect((await login('bob_1', 'Wrong!123')).status).toBe(401);
    expect((await login('bob_1')).status).toBe(200);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1,keyid=/);
    expect((await login('bob_1')).status).toBe(200);
  });
});
