import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { publishPost } from '../../test/published-post.ts';

const hour = 3_600_000;

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

describe('the list of people', () => {
  let site: Harness;
  let boss: Person;
  let gone: Person;
  const list = async (query: Record<string, string> = {}) =>
    (await boss.call('accounts.users', { query })).body.data;
  const names = async (query: Record<string, string> = {}) =>
    (await list(query)).users.map(({ username }) => username);

  beforeAll(async () => {
    site = await createHarness();
    boss = await site.admin('boss_1');
    site.clock.forward(hour);
    await site.person('old_maria');
    site.clock.forward(100 * hour);
    gone = await site.person('gone_1');
    site.clock.forward(1);
    await site.person('Maria_2');
    site.clock.forward(1);
    await site.person('a_b_c');
    boss = await site.signIn('boss_1');
    await boss.call('accounts.deleteUser', { params: { id: gone.id } });
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('is in data.users, newest first, without the deleted [USERS-01] [USERS-57] [USERS-75]', async () => {
    expect(await names()).toEqual(['a_b_c', 'Maria_2', 'old_maria', 'boss_1']);
    const [first] = (await list()).users;
    expect(first).toMatchObject({ email: 'a_b_c@example.org', role: 'user', deleted: false });
    expect(first?._id).toBe(first?.id);
    expect(Object.keys(first ?? {})).not.toContain('password_hash');
  });

  it('has the deleted where they are asked for [USERS-71] [USERS-74] [ENT-11]', async () => {
    expect(await names({ includeDeleted: 'true' })).toHaveLength(5);
    expect(await names({ includeDeleted: 'false' })).toHaveLength(4);
    for (const includeDeleted of ['true', 'false']) {
      const { users } = await list({ onlyDeleted: 'true', includeDeleted });
      expect(users).toMatchObject([{ username: 'gone_1', deleted: true }]);
    }
  });

  it.each([
    ['MARIA', ['Maria_2', 'old_maria']],
    [' maria ', ['Maria_2', 'old_maria']],
    ['maria_2@EXAMPLE', ['Maria_2']],
    ['b_c', ['a_b_c']],
    ['_', ['a_b_c', 'Maria_2', 'old_maria', 'boss_1']],
    ['a%c', []],
    ['o_d', []],
    ['%', []],
    ['\\', []],
    ["' or 1=1 --", []],
    ['', ['a_b_c', 'Maria_2', 'old_maria', 'boss_1']],
  ])('finds %j in username or email [USERS-12] [USERS-13] [USERS-70]', async (search, found) => {
    expect(await names({ search })).toEqual(found);
  });

  it('filters by role [USERS-73]', async () => {
    expect(await names({ role: 'admin' })).toEqual(['boss_1']);
    expect(await names({ role: 'user' })).toHaveLength(3);
    expect((await boss.call('accounts.users', { query: { role: 'x' as 'user' } })).status).toBe(400);
  });

  it('filters by the time of creation, that moment included [USERS-72]', async () => {
    const { users } = await list({ includeDeleted: 'true' });
    const maria = users.find(({ username }) => username === 'Maria_2')?.created_at ?? '';
    expect(await names({ createdAfter: maria })).toEqual(['a_b_c', 'Maria_2']);
    const later = new Date(Date.parse(maria) + 1).toISOString();
    expect(await names({ createdAfter: later })).toEqual(['a_b_c']);
    expect(await names({ createdAfter: new Date(site.clock.now() - 72 * hour).toISOString() })).toEqual([
      'a_b_c',
      'Maria_2',
    ]);
    expect((await boss.call('accounts.users', { query: { createdAfter: 'today' } })).status).toBe(400);
  });

  it('joins filters', async () => {
    expect(await names({ search: 'maria', role: 'admin' })).toEqual([]);
    expect(await names({ search: 'gone', includeDeleted: 'true' })).toEqual(['gone_1']);
    expect(await names({ search: 'gone' })).toEqual([]);
  });

  it('comes in pages [USERS-76, USERS-78..82]', async () => {
    const page = async (number: string) => (await list({ page: number, limit: '2' })).pagination;
    const shared = { totalPages: 2, totalUsers: 4, limit: 2 };
    expect(await page('1')).toEqual({ ...shared, currentPage: 1, hasPreviousPage: false, hasNextPage: true });
    expect(await page('2')).toEqual({ ...shared, currentPage: 2, hasPreviousPage: true, hasNextPage: false });
    expect(await names({ page: '2', limit: '2' })).toEqual(['old_maria', 'boss_1']);
    expect(await names({ page: '9', limit: '2' })).toEqual([]);
    expect((await list()).pagination.limit).toBe(50);
    expect((await list({ search: 'nobody' })).pagination).toMatchObject({ totalPages: 1, totalUsers: 0 });
  });

  it.each(['0', '-1', 'x', '1.5'])('refuses the page %j', async (page) => {
    expect((await boss.call('accounts.users', { query: { page } })).status).toBe(400);
  });
});

describe('somebody’s profile', () => {
  it('has public facts; email and role for the person and admins only', async () => {
    const [ana, dan] = await Promise.all([harness.person('anna_1'), harness.person('dan_1')]);
    const show = async (viewer: Person, of: Person) =>
      (await viewer.call('accounts.user', { params: { id: of.id } })).body.data.user;
    const facts = {
      _id: ana.id,
      id: ana.id,
      username: 'anna_1',
      displayName: '',
      profilePictureUrl: null,
      created_at: ana.user.created_at,
      postCount: 0,
    };
    expect(await show(dan, ana)).toEqual(facts);
    const full = { ...facts, email: 'anna_1@example.org', role: 'user', deleted: false };
    expect(await show(ana, ana)).toEqual(full);
    expect(await show(admin, ana)).toEqual(full);
  });

  it('counts the published posts that everybody sees', async () => {
    const writer = await harness.admin('writer_1');
    await Promise.all([publishPost(writer), publishPost(writer)]);
    await publishPost(writer, { adminOnlyVisibility: true });
    await writer.call('posts.draft', { body: { postType: 'gallery' } });
    const { body } = await admin.call('accounts.user', { params: { id: writer.id } });
    expect(body.data.user.postCount).toBe(2);
  });

  it('of a deleted person is there for admins only', async () => {
    const [gone, dan] = await Promise.all([harness.person('gone_2'), harness.person('dan_2')]);
    await admin.call('accounts.deleteUser', { params: { id: gone.id } });
    const hidden = await dan.call('accounts.user', { params: { id: gone.id } });
    expect([hidden.status, hidden.body.error]).toEqual([404, 'User not found']);
    const seen = await admin.call('accounts.user', { params: { id: gone.id } });
    expect(seen.body.data.user).toMatchObject({ username: 'gone_2', deleted: true });
  });

  it('of nobody is 404, and for guests 401', async () => {
    const nobody = await admin.call('accounts.user', { params: { id: 'nobody' } });
    expect([nobody.status, nobody.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    expect((await harness.guest.call('accounts.user', { params: { id: admin.id } })).status).toBe(401);
  });
});

describe('who may not', () => {
  const calls = ['accounts.users', 'accounts.deleteUser', 'accounts.restoreUser'] as const;

  it.each(calls)('call %s: people are 403, guests 401 [USERS-04, USERS-05, USERS-08..11]', async (name) => {
    const [dan, victim] = await Promise.all([
      harness.person(`d_${name.slice(9)}`),
      harness.person(`v_${name.slice(9)}`),
    ]);
    for (const id of [victim.id, dan.id, 'nobody']) {
      const refused = await dan.call(name, { params: { id } });
      expect([refused.status, refused.body.code]).toEqual([403, 'ADMIN_REQUIRED']);
      const guest = await harness.guest.call(name, { params: { id } });
      expect([guest.status, guest.body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
    }
    expect((await victim.call('accounts.currentUser')).status).toBe(200);
  });
});
