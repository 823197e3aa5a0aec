import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../../test/harness.ts';

const day = 86_400_000;

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness({ config: { registration: 'closed' } });
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const create = (body: object, by: Pick<Person, 'send'> = admin) => by.send('accounts.createUser', body);
const choosePassword = (code: string, password = 'Fresh!456') =>
  harness.guest.call('accounts.usePasswordLink', { body: { code, password } });

describe('a person whom an admin adds', () => {
  it('is there with a one-time link, with which they choose their password and sign in', async () => {
    const { status, body } = await create({ username: ' ana_1 ', email: ' Ana@Example.org ', role: 'admin' });
    expect(status).toBe(200);
    const { user, passwordLink } = body.data;
    expect(user).toMatchObject({
      username: 'ana_1',
      email: 'Ana@Example.org',
      role: 'admin',
      deleted: false,
    });
    expect(passwordLink.code).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(passwordLink.expires_at) - harness.clock.now()).toBeGreaterThan(day - 60_000);
    const opened = await choosePassword(passwordLink.code);
    expect([opened.status, opened.body.data.user]).toEqual([200, user]);
    expect((await choosePassword(passwordLink.code)).body.code).toBe('PASSWORD_LINK_INVALID');
    const signedIn = await harness.guest.call('accounts.login', {
      body: { username: 'ana@example.ORG', password: 'Fresh!456' },
    });
    expect(signedIn.body.data.user?._id).toBe(user._id);
  });

  it.each([{}, { email: null }, { email: '' }, { email: '  ' }])('may have no email: %j', async (email) => {
    const username = `none_${Object.keys(email).length}${String(Object.values(email)[0] ?? 'x').length}`;
    const { status, body } = await create({ username, ...email });
    expect([status, body.data.user.email, body.data.user.role]).toEqual([200, null, 'user']);
    const { body: opened } = await choosePassword(body.data.passwordLink.code);
    expect(opened.data.user?.email).toBeNull();
    const found = await admin.call('accounts.users', { query: { search: username } });
    expect(found.body.data.users).toMatchObject([{ username, email: null }]);
    const profile = await admin.call('accounts.user', { params: { id: body.data.user._id } });
    expect(profile.body.data.user.email).toBeNull();
  });

  it('without an email takes nobody’s place in signing in', async () => {
    for (const username of ['null', 'undefined', ' ', '@'])
      expect((await harness.guest.call('accounts.login', { body: { username, password: 'x' } })).status).toBe(
        401,
      );
  });

  it('is one, however often and at once the call is made, and the others say which field is taken', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ username: 'twice_1' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect([refused?.body.code, Object.keys(refused?.body.fields ?? {})]).toEqual([
      'USERNAME_TAKEN',
      ['username'],
    ]);
    const link = answers.find(({ status }) => status === 200)?.body.data.passwordLink.code ?? '';
    expect((await choosePassword(link)).status).toBe(200);
    await create({ username: 'mail_1', email: 'one@example.org' });
    const mail = await create({ username: 'mail_2', email: 'ONE@example.org' });
    expect([mail.status, mail.body.code]).toEqual([409, 'EMAIL_TAKEN']);
    const both = await create({ username: 'MAIL_1', email: 'one@example.org' });
    expect(Object.keys(both.body.fields ?? {})).toEqual(['username', 'email']);
  });

  it('follows the rules of names, emails and roles', async () => {
    const { status, body } = await create({ username: 'ana', email: 'nowhere', role: 'owner' });
    expect([status, body.code, Object.keys(body.fields ?? {}).sort()]).toEqual([
      400,
      'INVALID',
      ['email', 'role', 'username'],
    ]);
    expect((await create({})).body.fields).toHaveProperty('username');
    expect((await create({ username: 'good_1', isAdmin: true })).status).toBe(400);
  });

  it('can be signed in as by nobody before the link is used; a newer link takes its place', async () => {
    const { user, passwordLink } = (await create({ username: 'later_1' })).body.data;
    for (const password of ['', 'Secret!123', 'null'])
      expect(
        (await harness.guest.call('accounts.login', { body: { username: 'later_1', password } })).status,
      ).not.toBe(200);
    const newer = await admin.call('accounts.makePasswordLink', { params: { id: user._id } });
    expect((await choosePassword(passwordLink.code)).status).toBe(403);
    expect((await choosePassword(newer.body.data.code)).status).toBe(200);
  });

  it('is added by admins only, and written down', async () => {
    const { user, passwordLink } = (await create({ username: 'plain_1' })).body.data;
    const { token } = (await choosePassword(passwordLink.code)).body.data;
    const plain = harness.guest.with({ authorization: `Bearer ${token}` });
    expect((await create({ username: 'other_1' }, plain)).body.code).toBe('ADMIN_REQUIRED');
    expect((await create({ username: 'other_1' }, harness.guest)).status).toBe(401);
    expect((await create({}, plain)).status).toBe(403);
    const { lines } = (await admin.call('audit.list', { query: { person: 'plain_1' } })).body.data;
    const told = lines.map(({ action, actor }) => [action, actor?.username]).reverse();
    expect(told.slice(0, 2)).toEqual([
      ['user.create', 'admin'],
      ['password.link', 'admin'],
    ]);
    expect(user.username).toBe('plain_1');
  });

  it('is counted: so many an hour', async () => {
    await using limited = await createHarness({ config: { rateLimit: 1 / 30 } });
    const boss = await limited.admin();
    const statuses: number[] = [];
    for (const n of [1, 2, 3]) statuses.push((await create({ username: `many_${n}` }, boss)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
