import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Authenticator } from '../../test/authenticator.ts';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';
import { publicUrl, signInOptions, signInWithPasskey, withPasskey } from '../../test/passkeys.ts';
import { TestSmtpServer } from '../../test/smtp-server.ts';

const minute = 60_000;

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness({ config: { publicUrl } });
  await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

/** Turns the second step on. */
async function turnOn(person: Person): Promise<void> {
  const { secret } = (await person.call('totp.begin')).body.data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: harness.clock.now() });
  expect((await person.call('totp.confirm', { body: { code } })).status).toBe(200);
}

async function firstStep(username: string) {
  const { body } = await harness.guest.call('accounts.login', { body: { username, password } });
  return body.data;
}

describe('a passkey as the second step', () => {
  it('takes the place of the code, without asking for a finger again', async () => {
    const { person, authenticator } = await withPasskey(harness, 'ana_two');
    expect((await firstStep('ana_two')).next).toBeUndefined();
    await turnOn(person);
    const { next, passkeys, token } = await firstStep('ana_two');
    expect([next, passkeys]).toEqual(['totp', true]);
    expect(await signInOptions(harness, token)).toMatchObject({ userVerification: 'preferred' });
    expect((await signInOptions(harness, token)).allowCredentials).toHaveLength(1);
    const { status, body } = await signInWithPasskey(harness, authenticator, { verified: false }, token);
    expect([status, body.data.user]).toEqual([200, person.user]);
    const over = await harness.guest.call('passkeys.beginSignIn', { body: { token } });
    expect([over.status, over.body.code]).toEqual([401, 'SIGN_IN_OVER']);
  });

  it('is not asked for after a passkey that stands for both steps', async () => {
    const { person, authenticator } = await withPasskey(harness, 'ana_both');
    await turnOn(person);
    const { status, body } = await signInWithPasskey(harness, authenticator);
    expect([status, body.data.user]).toEqual([200, person.user]);
  });

  it('is of the same person, with a challenge made for it', async () => {
    const { person } = await withPasskey(harness, 'ana_mine');
    const thief = await withPasskey(harness, 'dan_thief');
    await turnOn(person);
    const { token } = await firstStep('ana_mine');
    const asked = await signInOptions(harness, token);
    const send = (credential: ReturnType<Authenticator['get']>, of?: string) =>
      harness.guest.call('passkeys.signIn', { body: { token: of, credential } });
    const theirs = thief.authenticator.get({ ...asked, allowCredentials: [] });
    expect((await send(theirs, token)).body.code).toBe('PASSKEY_REFUSED');
    const unbound = thief.authenticator.get(await signInOptions(harness));
    expect((await send(unbound, token)).body.code).toBe('PASSKEY_REFUSED');
    expect((await send(unbound)).body.code).toBe('PASSKEY_REFUSED');
  });
});

describe('a passkey as a proof', () => {
  it('holds for 15 minutes, for its own person alone', async () => {
    const { person, authenticator } = await withPasskey(harness, 'ana_again');
    const other = await withPasskey(harness, 'dan_again');
    harness.clock.forward(16 * minute);
    expect((await person.call('totp.begin')).body.code).toBe('PROOF_NEEDED');
    const asked = async () => (await person.call('passkeys.beginProof')).body.data.options;
    const prove = (credential: ReturnType<Authenticator['get']>) =>
      person.call('passkeys.prove', { body: { credential } });
    const theirs = other.authenticator.get({ ...(await asked()), allowCredentials: [] });
    expect((await prove(theirs)).body.code).toBe('PASSKEY_REFUSED');
    expect((await prove(authenticator.get(await asked(), { verified: false }))).status).toBe(403);
    const { status, body } = await prove(authenticator.get(await asked()));
    expect(status).toBe(200);
    expect(Date.parse(body.data.validUntil) - harness.clock.now()).toBeGreaterThan(14 * minute);
    expect((await person.call('totp.begin')).status).toBe(200);
  });
});

it('writes passkeys into the audit, and no key of them', async () => {
  const { person, authenticator, passkey } = await withPasskey(harness, 'ana_audit');
  await signInWithPasskey(harness, authenticator);
  await signInWithPasskey(harness, authenticator, { origin: 'https://evil.example' });
  await person.call('passkeys.remove', { params: { id: passkey._id } });
  const admin = await harness.signIn('admin');
  const { body } = await admin.call('audit.list', { query: { person: 'ana_audit', filter: 'all' } });
  expect(body.data.lines.map(({ action, details }) => [action, details]).slice(0, 4)).toEqual([
    ['passkey.remove', {}],
    ['login.failed', { passkey: true }],
    ['login', { how: 'passkey' }],
    ['passkey.add', {}],
  ]);
});

describe('a passkey whose owner gets a new password', () => {
  it('stays, ends no differently than before, and is told of by mail and answer', async () => {
    await using smtp = await new TestSmtpServer().start();
    await using site = await createHarness({ config: { publicUrl, mail: smtp.settings() } });
    const admin = await site.admin();
    const { person, authenticator } = await withPasskey(site, 'ana_mail');
    const plain = await site.person('ana_none');
    const reset = async (id: string) => {
      const made = await admin.call('accounts.makePasswordLink', { params: { id } });
      const body = { code: made.body.data.code, password: 'Fresh!456' };
      return (await site.guest.call('accounts.usePasswordLink', { body })).body.data;
    };
    expect([(await reset(person.id)).passkeys, (await reset(plain.id)).passkeys]).toEqual([true, undefined]);
    expect((await person.call('accounts.currentUser')).status).toBe(401);
    expect((await signInWithPasskey(site, authenticator)).status).toBe(200);
    const changed = (address: string) =>
      smtp.to(address).filter(({ subject }) => subject?.includes('was changed'));
    await eventually(() =>
      expect([changed('ana_mail@example.org').length, changed('ana_none@example.org').length]).toEqual([
        1, 1,
      ]),
    );
    expect(changed('ana_mail@example.org')[0]?.text).toContain('Your passkeys go on signing you in.');
    expect(changed('ana_none@example.org')[0]?.text).not.toContain('passkeys');

    // A copy of it is told of by mail too, once.
    await signInWithPasskey(site, authenticator, { counter: 1 });
    await signInWithPasskey(site, authenticator, { counter: 1 });
    const blocked = () =>
      smtp.to('ana_mail@example.org').filter(({ subject }) => subject?.includes('blocked'));
    await eventually(() => expect(blocked()).toHaveLength(1));
    expect(blocked()[0]?.text).toContain('Nobody can use it any more.');
    const { read } = site.context.db;
    const kinds = await read.selectFrom('mails').select('kind').execute();
    expect(kinds.filter(({ kind }) => kind === 'passkeyCloned')).toHaveLength(1);
  });
});
