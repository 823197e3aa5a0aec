import { limits } from '@duet/contract/limits';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, Person, password } from '../../test/harness.ts';

const minute = 60_000;
const step = limits.secondStep.periodMs;

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
  await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

/** What an authenticator app shows, `steps` from now. */
const codeOf = (secret: string, steps = 0, site = harness): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.clock.now() + steps * step });

const begin = async (person: Person) => (await person.call('totp.begin')).body.data;

/** Somebody with a second step. The code of the present time step is taken then. */
async function withSecondStep(username: string, site = harness) {
  const person = await site.person(username);
  const { secret } = await begin(person);
  const { status, body } = await person.call('totp.confirm', {
    body: { code: codeOf(secret, 0, site) },
  });
  expect(status).toBe(200);
  return { person, secret, recoveryCodes: body.data.recoveryCodes };
}

async function enter(username: string, site = harness): Promise<string> {
  const { status, body } = await site.guest.call('accounts.login', { body: { username, password } });
  expect([status, body.data.next]).toEqual([200, 'totp']);
  return body.data.token;
}

const second = (token: string, code: string, site = harness) =>
  site.guest.call('totp.signIn', { body: { token, code } });

describe('turning codes on', () => {
  it('gives a secret and its address, and nothing changes before a code of it is confirmed', async () => {
    const ana = await harness.person('ana_on');
    const { secret, uri } = await begin(ana);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(address.pathname)).toBe('/Duet:ana_on');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      secret,
      issuer: 'Duet',
      period: '30',
      digits: '6',
    });
    expect((await ana.call('totp.status')).body.data).toEqual({
      on: false,
      since: null,
      recoveryCodesLeft: 0,
    });
    await harness.signIn('ana_on');
    for (const code of [codeOf(secret, 40), '12345ș', '١٢٣٤٥٦', '🙂🙂🙂', '12345', 'words']) {
      const wrong = await ana.call('totp.confirm', { body: { code } });
      expect([code, wrong.status, wrong.body.code]).toEqual([code, 403, 'WRONG_CODE']);
    }
    const { status, body } = await ana.call('totp.confirm', { body: { code: codeOf(secret) } });
    expect(status).toBe(200);
    expect(new Set(body.data.recoveryCodes).size).toBe(limits.secondStep.recoveryCodes);
    expect((await ana.call('totp.status')).body.data).toMatchObject({ on: true, recoveryCodesLeft: 10 });
  });

  it('wants a proof, and is not begun anew while it is on', async () => {
    const { person } = await withSecondStep('ana_proof');
    expect((await person.call('totp.begin')).body.code).toBe('WRONG_STATE');
    expect((await person.call('totp.confirm', { body: { code: '123456' } })).body.code).toBe('WRONG_STATE');
    harness.clock.forward(16 * minute);
    const refused = await Promise.all([
      person.call('totp.begin'),
      person.call('totp.confirm', { body: { code: '123456' } }),
      person.call('totp.remove'),
      person.call('totp.recoveryCodes'),
    ]);
    for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 'PROOF_NEEDED']);
    expect((await person.call('totp.status')).body.data.on).toBe(true);
  });

  it('stores neither the secret nor a recovery code as it is', async () => {
    const { person, secret, recoveryCodes } = await withSecondStep('ana_stored');
    const { read } = harness.context.db;
    const rows = await read.selectFrom('totp_secrets').selectAll().where('user_id', '=', person.id).execute();
    const codes = await read
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute();
    const stored = JSON.stringify([rows, codes]).toLowerCase();
    expect([rows.length, codes.length]).toEqual([1, 10]);
    expect(stored).not.toContain(secret.toLowerCase());
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replace('-', ''));
  });
});

describe('a sign-in with a second step', () => {
  it('answers `next` and a token that can do nothing else', async () => {
    await withSecondStep('ana_next');
    const { status, body } = await harness.guest.call('accounts.login', {
      body: { username: 'ana_next', password },
    });
    expect(status).toBe(200);
    expect(Object.keys(body.data).sort()).toEqual(['expires_at', 'next', 'token']);
    expect(body.data.next).toBe('totp');
    const left = Date.parse(body.data.expires_at ?? '') - harness.clock.now();
    expect(left).toBeGreaterThan(4 * minute);
    expect(left).toBeLessThanOrEqual(5 * minute);
    const bearer = harness.guest.with({ authorization: `Bearer ${body.data.token}` });
    const tried = await Promise.all([
      bearer.call('accounts.currentUser'),
      bearer.call('accounts.prove', { body: { password } }),
      bearer.call('accounts.sessions'),
      bearer.call('totp.status'),
      bearer.call('totp.remove'),
      bearer.call('accounts.logout'),
    ]);
    expect(tried.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 401]);
  });

  it('is ended by a code, once', async () => {
    const { person, secret } = await withSecondStep('ana_code');
    const token = await enter('ana_code');
    const code = codeOf(secret, 1);
    const { status, body } = await second(token, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect([status, body.data.user]).toEqual([200, person.user]);
    expect(body.data.token).not.toBe(token);
    const signedIn = new Person(harness.url, body.data.token, body.data.user, password);
    expect((await signedIn.call('accounts.currentUser')).status).toBe(200);
    const again = await second(token, codeOf(secret, 1));
    expect([again.status, again.body.code]).toEqual([401, 'SIGN_IN_OVER']);
  });

  it('refuses a code that was taken, and every earlier one', async () => {
    const { secret } = await withSecondStep('ana_replay');
    const refused = async (code: string) => (await second(await enter('ana_replay'), code)).body.code;
    // That of turning it on.
    expect(await refused(codeOf(secret))).toBe('SECOND_STEP_FAILED');
    harness.clock.forward(5 * step);
    const code = codeOf(secret);
    expect((await second(await enter('ana_replay'), code)).status).toBe(200);
    expect(await refused(code)).toBe('SECOND_STEP_FAILED');
    expect(await refused(codeOf(secret, -1))).toBe('SECOND_STEP_FAILED');
    expect((await second(await enter('ana_replay'), codeOf(secret, 1))).status).toBe(200);
  });

  it('takes a code for one of two who send it at the same time', async () => {
    const { secret } = await withSecondStep('ana_race');
    const tokens = [await enter('ana_race'), await enter('ana_race')];
    const code = codeOf(secret, 1);
    const answers = await Promise.all(tokens.map((token) => second(token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('takes a clock that is %d steps off: %d', async (steps, expected) => {
    const name = `ana_drift_${steps + 2}`;
    const { secret } = await withSecondStep(name);
    harness.clock.forward(10 * step);
    expect((await second(await enter(name), codeOf(secret, steps))).status).toBe(expected);
  });

  it('goes on waiting after a wrong code, and ends after 5 minutes', async () => {
    const { secret } = await withSecondStep('ana_wait');
    const token = await enter('ana_wait');
    const wrong = await second(token, codeOf(secret, 20));
    expect([wrong.status, wrong.body.code, Object.keys(wrong.body.fields ?? {})]).toEqual([
      401,
      'SECOND_STEP_FAILED',
      ['code'],
    ]);
    expect((await second(token, codeOf(secret, 1))).status).toBe(200);
    const late = await enter('ana_wait');
    harness.clock.forward(5 * minute);
    const { status, body } = await second(late, codeOf(secret));
    expect([status, body.code]).toEqual([401, 'SIGN_IN_OVER']);
  });

  it('ends when the password is another one, or the account is gone', async () => {
    const { person, secret } = await withSecondStep('ana_ends');
    const token = await enter('ana_ends');
    await person.call('accounts.changeUser', { params: { id: person.id }, body: { password: 'Other!456' } });
    expect((await second(token, codeOf(secret, 1))).body.code).toBe('SIGN_IN_OVER');
    const gone = await withSecondStep('ana_gone');
    const other = await enter('ana_gone');
    expect((await gone.person.call('accounts.deleteMe', { body: { password } })).status).toBe(200);
    expect((await second(other, codeOf(gone.secret, 1))).body.code).toBe('SIGN_IN_OVER');
  });

  it('knows no token that it did not make', async () => {
    const { person, secret } = await withSecondStep('ana_token');
    for (const token of ['x', `duet_${'a'.repeat(43)}`, person.token ?? '']) {
      expect((await second(token, codeOf(secret, 1))).body.code).toBe('SIGN_IN_OVER');
    }
    const { status, body } = await second('', '');
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['token', 'code']]);
  });
});

describe('the second step', () => {
  it('is asked for after a password link too, which then cannot be used again', async () => {
    const { person, secret } = await withSecondStep('ana_link');
    const admin = await harness.signIn('admin');
    const made = await admin.call('accounts.makePasswordLink', { params: { id: person.id } });
    const use = () =>
      harness.guest.call('accounts.usePasswordLink', {
        body: { code: made.body.data.code, password: 'Fresh!456' },
      });
    const { status, body } = await use();
    expect([status, body.data.next, body.data.user]).toEqual([200, 'totp', undefined]);
    expect((await use()).body.code).toBe('PASSWORD_LINK_INVALID');
    expect((await second(body.data.token, codeOf(secret, 1))).status).toBe(200);
  });

  it('is off again after it was removed, also the second time', async () => {
    const { person } = await withSecondStep('ana_off');
    expect((await person.call('totp.remove')).status).toBe(200);
    expect((await person.call('totp.remove')).status).toBe(200);
    expect((await person.call('totp.status')).body.data).toEqual({
      on: false,
      since: null,
      recoveryCodesLeft: 0,
    });
    await harness.signIn('ana_off');
    expect((await person.call('totp.recoveryCodes')).body.code).toBe('WRONG_STATE');
  });

  it('stands in the audit', async () => {
    const { person, secret } = await withSecondStep('ana_audit');
    await second(await enter('ana_audit'), codeOf(secret, 1));
    await second(await enter('ana_audit'), codeOf(secret, 1));
    await person.call('totp.remove');
    const admin = await harness.signIn('admin');
    const { body } = await admin.call('audit.list', { query: { person: 'ana_audit', filter: 'all' } });
    expect(body.data.lines.map(({ action, details }) => [action, details]).slice(0, 4)).toEqual([
      ['secondStep.off', {}],
      ['login.failed', { secondStep: true }],
      ['login', { how: 'totp' }],
      ['secondStep.on', {}],
    ]);
  });
});

describe('a recovery code', () => {
  it('takes the place of a code, once each, however it is written', async () => {
    const { person, recoveryCodes } = await withSecondStep('ana_recover');
    const [one = '', two = ''] = recoveryCodes;
    expect(one).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
    expect((await second(await enter('ana_recover'), one)).status).toBe(200);
    expect((await second(await enter('ana_recover'), one)).body.code).toBe('SECOND_STEP_FAILED');
    const written = ` ${two.toUpperCase().replace('-', ' ').replace(/0/g, 'O').replace(/1/g, 'I')}`;
    expect((await second(await enter('ana_recover'), written)).status).toBe(200);
    expect((await person.call('totp.status')).body.data.recoveryCodesLeft).toBe(8);
  });

  it('is worth nothing after new ones were made, nor for somebody else', async () => {
    const { person, recoveryCodes } = await withSecondStep('ana_renew');
    await withSecondStep('ana_else');
    const { status, body } = await person.call('totp.recoveryCodes');
    expect([status, body.data.recoveryCodes.length]).toEqual([200, 10]);
    const [former = ''] = recoveryCodes;
    const [fresh = ''] = body.data.recoveryCodes;
    expect((await second(await enter('ana_renew'), former)).status).toBe(401);
    expect((await second(await enter('ana_else'), fresh)).status).toBe(401);
    expect((await second(await enter('ana_renew'), fresh)).status).toBe(200);
  });
});

describe('limits of the second step', () => {
  it('make wait after five wrong codes, also whoever is right then, and with a new sign-in', async () => {
    await using site = await createHarness({ config: { rateLimit: 1 } });
    const { secret } = await withSecondStep('ana_limit', site);
    const token = await enter('ana_limit', site);
    for (let n = 0; n < 5; n++) {
      expect((await second(token, codeOf(secret, 20 + n), site)).status).toBe(401);
    }
    const waits = await second(await enter('ana_limit', site), codeOf(secret, 1, site), site);
    expect([waits.status, waits.body.code]).toEqual([429, 'TOO_OFTEN']);
    expect(Number(waits.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('count an account from all addresses', async () => {
    const counted: [string, string][] = [];
    const limiter = {
      async consume(name: string, key: string) {
        counted.push([name, key]);
      },
      backoff: { async check() {}, async fail() {}, async reset() {} },
    };
    await using site = await createHarness({ overrides: { limiter } });
    const { person, secret } = await withSecondStep('ana_account', site);
    await second(await enter('ana_account', site), codeOf(secret, 1, site), site);
    expect(counted).toContainEqual(['secondStep', person.id]);
    expect(limits.secondStep.signInMs).toBe(5 * minute);
  });
});
