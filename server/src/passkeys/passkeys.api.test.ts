import { limits } from '@duet/contract/limits';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator, type Behaviour } from '../../test/authenticator.ts';
import { createHarness, type Harness, Person, password } from '../../test/harness.ts';
import {
  publicUrl,
  registerPasskey,
  signInOptions,
  signInWithPasskey,
  withPasskey,
} from '../../test/passkeys.ts';

const minute = 60_000;

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness({ config: { publicUrl } });
  await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const codesOf = async (answers: readonly Promise<{ status: number; body: { code: string } }>[]) =>
  (await Promise.all(answers)).map(({ status, body }) => [status, body.code]);

describe('a passkey', () => {
  it('is made, listed, named, used without a password, and removed', async () => {
    const { person, authenticator, passkey } = await withPasskey(harness, 'ana_key');
    expect(passkey).toMatchObject({ last_used_at: null, synced: false });
    const listed = async () => (await person.call('passkeys.list')).body.data.passkeys;
    expect(await listed()).toEqual([passkey]);
    const renamed = await person.call('passkeys.rename', {
      params: { id: passkey._id },
      body: { name: '  Telefonul Anei ' },
    });
    expect(renamed.body.data.passkey.name).toBe('Telefonul Anei');

    const { status, body } = await signInWithPasskey(harness, authenticator);
    expect([status, body.data.user]).toEqual([200, person.user]);
    const signedIn = new Person(harness.url, body.data.token, body.data.user, password);
    expect((await signedIn.call('accounts.currentUser')).status).toBe(200);
    expect((await listed())[0]?.last_used_at).not.toBeNull();

    expect((await person.call('passkeys.remove', { params: { id: passkey._id } })).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await signInWithPasskey(harness, authenticator)).body.code).toBe('PASSKEY_REFUSED');
    const again = await person.call('passkeys.remove', { params: { id: passkey._id } });
    expect([again.status, again.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await signedIn.call('accounts.currentUser')).status).toBe(200);
  });

  it('is for the address of the site, or the one under which it was reached', async () => {
    expect(await signInOptions(harness)).toMatchObject({
      rpId: 'duet.example.org',
      userVerification: 'required',
    });
    await using site = await createHarness();
    const person = await site.person('ana_host');
    const { body } = await person.call('passkeys.begin');
    expect(body.data.options.rp).toEqual({ name: 'Duet', id: new URL(site.url).hostname });
    const authenticator = new Authenticator(site.url);
    const credential = authenticator.create(body.data.options);
    expect((await person.call('passkeys.register', { body: { credential } })).status).toBe(200);
  });

  it('knows its person by a random handle, always the same, and is offered once to a device', async () => {
    const { person, authenticator, passkey } = await withPasskey(harness, 'ana_handle');
    const { user, excludeCredentials } = (await person.call('passkeys.begin')).body.data.options;
    expect(user.name).toBe('ana_handle');
    expect(Buffer.from(user.id, 'base64url')).toHaveLength(limits.passkey.handleBytes);
    expect([authenticator.keys[0]?.userHandle]).toEqual([user.id]);
    expect(user.id).not.toContain(person.id);
    expect(excludeCredentials).toHaveLength(1);
    const [key] = authenticator.keys;
    expect(excludeCredentials[0]).toEqual({
      id: key?.id.toString('base64url'),
      type: 'public-key',
      transports: ['internal'],
    });
    expect(passkey.name).not.toBe('');
  });

  it('wants a proof of the last 15 minutes to be made and removed, and its own name to be changed', async () => {
    const { person, passkey } = await withPasskey(harness, 'ana_proof');
    const other = await harness.person('ana_other');
    const begun = (await person.call('passkeys.begin')).body.data.options;
    const credential = new Authenticator(publicUrl).create(begun);
    harness.clock.forward(16 * minute);
    const params = { id: passkey._id };
    expect(
      await codesOf([
        person.call('passkeys.begin'),
        person.call('passkeys.register', { body: { credential } }),
        person.call('passkeys.remove', { params }),
      ]),
    ).toEqual(Array(3).fill([403, 'PROOF_NEEDED']));
    const fresh = await harness.signIn('ana_other');
    expect(
      await codesOf([
        fresh.call('passkeys.remove', { params }),
        other.call('passkeys.rename', { params, body: { name: 'Mine' } }),
      ]),
    ).toEqual([
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ]);
    expect((await person.call('passkeys.list')).body.data.passkeys).toEqual([passkey]);
  });

  it('is refused where the account waits or is deleted, as the password is', async () => {
    const gone = await withPasskey(harness, 'ana_gone');
    expect((await gone.person.call('accounts.deleteMe', { body: { password } })).status).toBe(200);
    const refused = await signInWithPasskey(harness, gone.authenticator);
    expect([refused.status, refused.body.code]).toEqual([403, 'PASSKEY_REFUSED']);

    const waiting = await withPasskey(harness, 'ana_waits');
    await harness.context.db.write((tx) =>
      tx
        .updateTable('users')
        .set({ waiting_since: harness.clock.now() })
        .where('id', '=', waiting.person.id)
        .execute(),
    );
    const waits = await signInWithPasskey(harness, waiting.authenticator);
    expect([waits.status, waits.body.code]).toEqual([403, 'ACCOUNT_WAITING']);
  });

  it('is one of 20 at most, and of one person', async () => {
    const { person, authenticator } = await withPasskey(harness, 'ana_many');
    const other = await harness.person('ana_second');
    const [key] = authenticator.keys;
    const begun = (await other.call('passkeys.begin')).body.data.options;
    const thief = new Authenticator(publicUrl);
    const made = thief.create(begun);
    // The same credential a second time: its answer to the first challenge is taken, the key is known.
    expect((await other.call('passkeys.register', { body: { credential: made } })).status).toBe(200);
    const replayed = await other.call('passkeys.register', { body: { credential: made } });
    expect([replayed.status, replayed.body.code]).toEqual([403, 'PASSKEY_REFUSED']);
    expect(key).toBeDefined();
    for (let n = 1; n < limits.passkey.perUser; n += 1) {
      expect((await registerPasskey(person, new Authenticator(publicUrl))).status).toBe(200);
    }
    const many = await person.call('passkeys.begin');
    expect([many.status, many.body.code]).toEqual([409, 'TOO_MANY_PASSKEYS']);
  });
});

describe('a new passkey is refused', () => {
  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['whose device asked for no finger, face or PIN', { verified: false }],
    ['that answers another challenge', { challenge: 'AAAA' }],
    [
      'with certificates that nobody asked for',
      {
        attestation: {
          fmt: 'packed',
          statement: new Map<string, number | Uint8Array | readonly Uint8Array[]>([
            ['alg', -7],
            ['sig', Buffer.alloc(70)],
            ['x5c', [Buffer.alloc(100)]],
          ]),
        },
      },
    ],
    ['of an unknown kind of attestation', { attestation: { fmt: 'fido-u2f', statement: new Map() } }],
  ] satisfies [string, Behaviour][])('%s', async (_, behaviour) => {
    const person = await harness.signIn('admin');
    const { status, body } = await registerPasskey(person, new Authenticator(publicUrl), behaviour);
    expect([status, body.code]).toEqual([403, 'PASSKEY_REFUSED']);
    expect((await person.call('passkeys.list')).body.data.passkeys).toEqual([]);
  });

  it('with a challenge of somebody else, or after 5 minutes', async () => {
    const [ana, dan] = [await harness.person('ana_theirs'), await harness.person('dan_theirs')];
    const ofDan = new Authenticator(publicUrl).create((await dan.call('passkeys.begin')).body.data.options);
    const late = new Authenticator(publicUrl).create((await ana.call('passkeys.begin')).body.data.options);
    const add = (credential: typeof late) => ana.call('passkeys.register', { body: { credential } });
    expect((await add(ofDan)).body.code).toBe('PASSKEY_REFUSED');
    harness.clock.forward(5 * minute);
    expect((await add(late)).body.code).toBe('PASSKEY_REFUSED');
  });

  it('as what it cannot be', async () => {
    const person = await harness.person('ana_shape');
    const { status, body } = await person.send('passkeys.register', { credential: { id: 'a b' } });
    expect([status, body.code]).toEqual([400, 'INVALID']);
  });
});

describe('a sign-in with a passkey is refused', () => {
  it.each([
    ['of another origin', 'ana_origin', { origin: 'https://evil.example' }],
    ['of another domain', 'ana_domain', { rpId: 'evil.example' }],
    ['whose device asked for no finger, face or PIN', 'ana_finger', { verified: false }],
    ['with a challenge that nobody made', 'ana_made', { challenge: Buffer.alloc(32).toString('base64url') }],
  ] satisfies [string, string, Behaviour][])('%s', async (_, username, behaviour) => {
    const { authenticator } = await withPasskey(harness, username);
    const { status, body } = await signInWithPasskey(harness, authenticator, behaviour);
    expect([status, body.code, body.data]).toEqual([403, 'PASSKEY_REFUSED', undefined]);
  });

  it('that was sent before, also where it was refused then', async () => {
    const { authenticator } = await withPasskey(harness, 'ana_replay');
    const send = (credential: ReturnType<Authenticator['get']>) =>
      harness.guest.call('passkeys.signIn', { body: { credential } });
    const sent = authenticator.get(await signInOptions(harness));
    expect((await send(sent)).status).toBe(200);
    expect((await send(sent)).body.code).toBe('PASSKEY_REFUSED');

    const asked = await signInOptions(harness);
    expect((await send(authenticator.get(asked, { origin: 'https://evil.example' }))).status).toBe(403);
    expect((await send(authenticator.get(asked))).body.code).toBe('PASSKEY_REFUSED');
  });

  it('of two who send the same at once', async () => {
    const { authenticator } = await withPasskey(harness, 'ana_race');
    const credential = authenticator.get(await signInOptions(harness));
    const answers = await Promise.all(
      [1, 2].map(() => harness.guest.call('passkeys.signIn', { body: { credential } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('after 5 minutes, or with a challenge for something else', async () => {
    const { person, authenticator } = await withPasskey(harness, 'ana_late');
    const late = authenticator.get(await signInOptions(harness));
    harness.clock.forward(5 * minute);
    const send = (credential: typeof late) => harness.guest.call('passkeys.signIn', { body: { credential } });
    expect((await send(late)).body.code).toBe('PASSKEY_REFUSED');
    const forProof = (await person.call('passkeys.beginProof')).body.data.options;
    expect((await send(authenticator.get(forProof))).body.code).toBe('PASSKEY_REFUSED');
  });

  it.each([2, 1, 0])(
    'by a copy of the authenticator, whose count is behind: %d, and by the other from then on',
    async (counter) => {
      const { person, authenticator, passkey } = await withPasskey(harness, `ana_clone${counter}`);
      expect((await signInWithPasskey(harness, authenticator)).status).toBe(200);
      expect((await signInWithPasskey(harness, authenticator)).status).toBe(200);
      for (const count of [counter, 9, 10]) {
        const { status, body } = await signInWithPasskey(harness, authenticator, { counter: count });
        expect([count, status, body.code]).toEqual([count, 403, 'PASSKEY_REFUSED']);
      }
      const [listed] = (await person.call('passkeys.list')).body.data.passkeys;
      expect(listed).toMatchObject({ _id: passkey._id, cloned_at: expect.any(String) });
      expect((await person.call('passkeys.beginProof')).body.data.options.allowCredentials).toEqual([]);
      const admin = await harness.signIn('admin');
      const { body } = await admin.call('audit.list', {
        query: { person: `ana_clone${counter}`, filter: 'all' },
      });
      const cloned = body.data.lines.filter(({ action }) => action === 'passkey.cloned');
      expect(cloned).toMatchObject([{ subject: { _id: person.id } }]);
      // The device makes a new one, whose owner has not been locked out.
      const again = await registerPasskey(person, authenticator);
      expect(again.status).toBe(200);
      expect((await signInWithPasskey(harness, authenticator)).status).toBe(200);
    },
  );

  it('that was signed before the last one and comes after it, which tells of no copy', async () => {
    const { authenticator } = await withPasskey(harness, 'ana_order');
    const [early, later] = [await signInOptions(harness), await signInOptions(harness)];
    const send = (credential: ReturnType<Authenticator['get']>) =>
      harness.guest.call('passkeys.signIn', { body: { credential } });
    const first = authenticator.get(early);
    harness.clock.forward(10);
    expect((await send(authenticator.get(later))).status).toBe(200);
    expect((await send(first)).body.code).toBe('PASSKEY_REFUSED');
    expect((await signInWithPasskey(harness, authenticator)).status).toBe(200);
  });

  it('is asked for as a second step no more once there is a copy of the only one', async () => {
    const { authenticator, person } = await withPasskey(harness, 'ana_only');
    await signInWithPasskey(harness, authenticator);
    await signInWithPasskey(harness, authenticator, { counter: 1 });
    const { secret } = (await person.call('totp.begin')).body.data;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: harness.clock.now() });
    await person.call('totp.confirm', { body: { code } });
    const { body } = await harness.guest.call('accounts.login', { body: { username: 'ana_only', password } });
    expect([body.data.next, body.data.passkeys]).toEqual(['totp', undefined]);
  });

  it('of two signatures with the same count at once', async () => {
    const { authenticator } = await withPasskey(harness, 'ana_twins');
    const twins = [
      authenticator.get(await signInOptions(harness), { counter: 7 }),
      authenticator.get(await signInOptions(harness), { counter: 7 }),
    ];
    const answers = await Promise.all(
      twins.map((credential) => harness.guest.call('passkeys.signIn', { body: { credential } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('never where the authenticator does not count at all', async () => {
    const { authenticator } = await withPasskey(harness, 'ana_zero');
    expect((await signInWithPasskey(harness, authenticator, { counter: 0 })).status).toBe(200);
    expect((await signInWithPasskey(harness, authenticator, { counter: 0 })).status).toBe(200);
  });

  it('for another account than its own', async () => {
    const [ana, dan] = [await withPasskey(harness, 'ana_swap'), await withPasskey(harness, 'dan_swap')];
    const credential = ana.authenticator.get(await signInOptions(harness));
    const { userHandle } = dan.authenticator.get(await signInOptions(harness)).response;
    const { body } = await harness.guest.call('passkeys.signIn', {
      body: { credential: { ...credential, response: { ...credential.response, userHandle } } },
    });
    expect(body.code).toBe('PASSKEY_REFUSED');
  });
});

it('counts what is tried with passkeys by address', async () => {
  const counted: string[] = [];
  const limiter = {
    async consume(name: string) {
      counted.push(name);
    },
    backoff: { async check() {}, async fail() {}, async reset() {} },
  };
  await using site = await createHarness({ overrides: { limiter } });
  await site.guest.call('passkeys.beginSignIn', { body: {} });
  await site.guest.send('passkeys.signIn', {});
  expect(counted.filter((name) => name === 'passkeys')).toHaveLength(2);
});

it('keeps no challenge that nobody answered in time', async () => {
  await signInOptions(harness);
  harness.clock.forward(6 * minute);
  await signInOptions(harness);
  const { read } = harness.context.db;
  const left = await read.selectFrom('passkey_challenges').select('expires_at').execute();
  expect(left.every(({ expires_at }) => expires_at > harness.clock.now())).toBe(true);
  expect(left).toHaveLength(1);
});
