import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, password } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { startupNotices } from '../accounts/new-accounts/setup-link.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

const body = (username: string, more: object = {}) => ({
  username,
  email: `${username}@example.org`,
  password,
  ...more,
});
const register = (person: object, client = harness.guest) => client.send('accounts.register', person);

describe('registering', () => {
  it('answers like signing in [AUTH-16, AUTH-23, ENT-01..04, ENT-07..10]', async () => {
    const before = Date.now();
    const { status, body: answer } = await register(body('maria_1'));
    expect(status).toBe(200);
    const { token, user } = answer.data;
    expect(token).toMatch(/^duet_[\w-]{43}$/);
    expect(user).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      id: user._id,
      username: 'maria_1',
      displayName: '',
      email: 'maria_1@example.org',
      role: 'user',
      language: 'en',
      profilePictureUrl: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      deleted: false,
    });
    expect(Date.parse(user.created_at)).toBeGreaterThanOrEqual(before);
    const current = await harness.guest
      .with({ authorization: `Bearer ${token}` })
      .call('accounts.currentUser');
    expect(current.body.data.user).toEqual(user);
  });

  it('keeps the caller’s language, and a chosen one before it', async () => {
    const romanian = harness.guest.with({ 'accept-language': 'ro-RO,en;q=0.5' });
    expect((await register(body('limba_1'), romanian)).body.data.user.language).toBe('ro');
    expect((await register(body('limba_2', { language: 'en' }), romanian)).body.data.user.language).toBe(
      'en',
    );
  });

  it('tells nobody the password, not even in the database', async () => {
    await register(body('quiet_1', { password: 'Unseen!Word1' }));
    const rows = await harness.context.db.read.selectFrom('users').selectAll().execute();
    const audit = await harness.context.db.read.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify([rows, audit])).not.toContain('Unseen!Word1');
  });
});

describe('registering what cannot be', () => {
  it.each([
    ['password', '', 'Password is required'],
    ['password', 'Ab!1x', 'Password must be at least 6 characters'],
    ['password', 'abcdef!', 'Password must contain at least one capital letter'],
    [
      'password',
      'Abcdef1',
      'Password must contain at least one special character (!@#$%^&*()_+-=[]{};\':"\\|,.<>/?`~)',
    ],
    ['username', '', 'This field is required'],
    ['username', 'abc', 'Username must be 4 to 20 characters'],
    ['username', 'a'.repeat(21), 'Username must be 4 to 20 characters'],
    ['username', 'ab-cd', 'Username may contain only letters, digits and underscores'],
    ['email', '', 'This field is required'],
    ['email', 'foo', 'Please enter a valid email'],
  ])('refuses the %s %j [AUTH-25..34]', async (field, value, sentence) => {
    const { status, body: answer } = await register(body('fresh_1', { [field]: value }));
    expect(status).toBe(400);
    expect(answer).toEqual({
      success: false,
      error: sentence,
      code: 'INVALID',
      fields: { [field]: sentence },
    });
  });

  it('refuses a role, and makes no account', async () => {
    const { status, body: answer } = await register(body('sneaky_1', { role: 'admin' }));
    expect(status).toBe(400);
    expect(Object.keys(answer.fields ?? {})).toEqual(['role']);
    expect((await register(body('sneaky_1'))).body.data.user.role).toBe('user');
  });

  it('refuses a name that is taken, in any case [AUTH-41]', async () => {
    await register(body('taken_1'));
    const again = { ...body('TAKEN_1'), email: 'somebody.else@example.org' };
    const { status, body: answer } = await register(again);
    expect(status).toBe(409);
    expect(answer).toEqual({
      success: false,
      error: 'Username already exists',
      code: 'USERNAME_TAKEN',
      fields: { username: 'Username already exists' },
    });
  });

  it('keeps an email that was pasted without what cannot be seen of it, and finds it so', async () => {
    const pasted = '\u202apasted_1@example.org\u202c';
    const { status, body: answer } = await register({ ...body('pasted_1'), email: pasted });
    expect([status, answer.data.user.email]).toEqual([200, 'pasted_1@example.org']);
    for (const username of ['pasted_1@example.org', pasted]) {
      const signedIn = await harness.guest.call('accounts.login', { body: { username, password } });
      expect(signedIn.status).toBe(200);
    }
    expect((await register({ ...body('pasted_2'), email: 'pasted_1@exam\u200bple.org' })).body.code).toBe(
      'EMAIL_TAKEN',
    );
  });

  it('refuses an email that is taken, in any case [AUTH-42]', async () => {
    await register(body('taken_2'));
    const { status, body: answer } = await register({ ...body('other_2'), email: 'TAKEN_2@example.org' });
    expect(status).toBe(409);
    expect(answer).toEqual({
      success: false,
      error: 'Email already registered',
      code: 'EMAIL_TAKEN',
      fields: { email: 'Email already registered' },
    });
  });

  it('says so of both when the same person registers twice [AUTH-41]', async () => {
    await register(body('taken_4'));
    const { body: answer } = await register(body('taken_4'));
    expect(answer).toEqual({
      success: false,
      error: 'Username already exists',
      code: 'USERNAME_TAKEN',
      fields: { username: 'Username already exists', email: 'Email already registered' },
    });
  });

  it('lets one of many have a name that all ask for at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => register({ ...body('race_1'), email: `race_${n}@example.org` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});

describe('a site that is closed', () => {
  it('makes no accounts, but the first admin’s', async () => {
    await using closed = await createHarness({ config: { registration: 'closed' } });
    const { status, body: answer } = await closed.guest.call('accounts.register', { body: body('late_1') });
    expect(status).toBe(403);
    expect(answer.code).toBe('REGISTRATION_CLOSED');
    expect((await closed.admin()).user.role).toBe('admin');
  });
});

describe('the set-up link', () => {
  const codeOf = (notices: string[]) =>
    new URL(notices[0]?.split(' ').at(-1) ?? '').searchParams.get('setup');
  const setUp = (at: Harness, username: string, setupCode: string | null) =>
    at.guest.send('accounts.register', { ...body(username), setupCode });

  it('is one line with an address of this site and a code of 256 bits', async () => {
    await using site = await createHarness();
    const [line, ...more] = await startupNotices(site.context, 'https://duet.example.org');
    expect(line).toMatch(/^Set up the first admin: https:\/\/duet\.example\.org\/register\?setup=[\w-]{43}$/);
    expect(more).toEqual([]);
  });

  it('makes one admin, once; a wrong code makes nothing', async () => {
    await using site = await createHarness();
    const code = codeOf(await startupNotices(site.context, site.url));
    for (const wrong of ['x'.repeat(43), '', 'y']) {
      const refused = await setUp(site, 'boss_1', wrong);
      expect([refused.status, refused.body.code]).toEqual([403, 'SETUP_CODE_INVALID']);
    }
    const made = await setUp(site, 'boss_1', code);
    expect([made.status, made.body.data.user.role]).toEqual([200, 'admin']);
    const again = await setUp(site, 'boss_2', code);
    expect([again.status, again.body.code]).toEqual([403, 'SETUP_CODE_INVALID']);
    expect((await site.guest.send('accounts.register', body('boss_2'))).body.data.user.role).toBe('user');
    expect(await startupNotices(site.context, site.url)).toEqual([]);
  });

  it('stays good when the name is refused', async () => {
    await using site = await createHarness();
    const code = codeOf(await startupNotices(site.context, site.url));
    await site.person('taken_3');
    expect((await setUp(site, 'taken_3', code)).body.code).toBe('USERNAME_TAKEN');
    expect((await setUp(site, 'boss_3', code)).status).toBe(200);
  });

  it('makes one admin when two use it at once', async () => {
    await using site = await createHarness();
    const code = codeOf(await startupNotices(site.context, site.url));
    const answers = await Promise.all([setUp(site, 'boss_1', code), setUp(site, 'boss_2', code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  onOneServer('dies after a day, and with the next start', async () => {
    await using site = await createHarness();
    const first = codeOf(await startupNotices(site.context, site.url));
    const second = codeOf(await startupNotices(site.context, site.url));
    expect((await setUp(site, 'boss_1', first)).status).toBe(403);
    site.clock.forward(24 * 3_600_000);
    expect((await setUp(site, 'boss_1', second)).status).toBe(403);
  });

  it('is stored as its hash only', async () => {
    await using site = await createHarness();
    const code = codeOf(await startupNotices(site.context, site.url));
    const rows = await site.context.db.read.selectFrom('setup_codes').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});
