import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { richText } from '../../test/posts.ts';

let harness: Harness;
let admin: Person;

beforeEach(async () => {
  harness = await createHarness({ config: { rateLimit: 0 } });
  admin = await harness.admin();
});
afterEach(() => harness[Symbol.asyncDispose]());

const list = async (query: Record<string, string | undefined> = {}) =>
  (await admin.call('audit.list', { query })).body.data;
const actionsOf = async (query: Record<string, string | undefined> = {}) =>
  (await list(query)).lines.map(({ action }) => action);

describe('the audit', () => {
  it('shows admins who did what to whom, the newest first', async () => {
    const ana = await harness.person('anna');
    const { _id } = await richText(admin);
    const params = { id: ana.id };
    await admin.call('accounts.changeUser', { params, body: { role: 'admin' } });
    await admin.call('posts.setLikes', { params: { id: _id }, body: { likes: 7 } });
    await admin.call('posts.setViews', { params: { id: _id }, body: { views: 9 } });
    await admin.call('accounts.deleteUser', { params });
    await admin.call('accounts.restoreUser', { params });
    await admin.call('posts.deleteAllDrafts');
    const { lines, next } = await list({ filter: 'acts' });
    const by = { _id: admin.id, username: 'admin', displayName: '' };
    const her = { _id: ana.id, username: 'anna', displayName: '' };
    const post = { _id, username: null, displayName: '' };
    expect(next).toBeNull();
    expect(lines.map(({ action, actor, subject, details }) => [action, actor, subject, details])).toEqual([
      ['user.restore', by, her, {}],
      ['user.delete', by, her, {}],
      ['post.views', by, post, { views_extra: 9 }],
      ['post.likes', by, post, { likes_extra: 7 }],
      ['role', by, her, { role: 'admin' }],
    ]);
    for (const line of lines) {
      expect(line.address).toBe('127.0.0.0');
      expect(Date.parse(line.at)).toBeGreaterThan(Date.now() - 60_000);
    }
  });

  it('goes back page by page, without a gap while new lines arrive', async () => {
    await harness.person('anna');
    for (let n = 0; n < 5; n++) await harness.signIn('anna');
    const first = await list({ limit: '3' });
    await harness.signIn('anna');
    const second = await list({ limit: '3', before: first.next ?? '' });
    const third = await list({ limit: '3', before: second.next ?? '' });
    expect([first, second, third].map(({ lines }) => lines.length)).toEqual([3, 3, 1]);
    expect(third.next).toBeNull();
    const ids = [first, second, third].flatMap(({ lines }) => lines.map(({ _id }) => _id));
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(new Set(ids).size).toBe(7);
  });

  it('can be narrowed to a kind and to a person', async () => {
    const ana = await harness.person('anna');
    await harness.guest.call('accounts.login', { body: { username: 'anna', password: 'Wrong!123' } });
    await admin.call('accounts.changeUser', { params: { id: ana.id }, body: { password: 'Other!456' } });
    expect(await actionsOf({ filter: 'signIns', person: 'ANNA' })).toEqual(['login.failed', 'register']);
    expect(await actionsOf({ filter: 'acts' })).toEqual(['password']);
    expect(await actionsOf({ person: 'anna' })).toEqual(['password', 'login.failed', 'register']);
    expect(await actionsOf({ person: 'nobody' })).toEqual([]);
    expect((await admin.call('audit.list', { query: { filter: 'x' as 'all' } })).status).toBe(400);
  });
});

describe('a line', () => {
  it.each([
    [
      'changed',
      (db: Harness['context']['db']) =>
        db.write((tx) => tx.updateTable('audit').set({ action: 'x' }).execute()),
    ],
    ['deleted', (db: Harness['context']['db']) => db.write((tx) => tx.deleteFrom('audit').execute())],
  ])('cannot be %s, not even by the server itself', async (_name, act) => {
    const before = await list();
    await expect(act(harness.context.db)).rejects.toThrow(/never changed/);
    expect(await list()).toEqual(before);
  });
});

describe('refusals', () => {
  onOneServer('are written down as a sample: who knocked, at what, and how often before', async () => {
    const ana = await harness.person('anna');
    for (let n = 0; n < 4; n++) await ana.call('accounts.users');
    await ana.call('accounts.changeUser', { params: { id: admin.id }, body: { role: 'user' } });
    await expect.poll(() => actionsOf({ filter: 'refusals' })).toEqual(['access.denied']);
    const [line] = (await list({ filter: 'refusals' })).lines;
    expect(line).toMatchObject({
      actor: { _id: ana.id, username: 'anna' },
      details: { code: 'ADMIN_REQUIRED', call: 'GET /api/users' },
    });
    harness.clock.forward(11 * 60 * 1000);
    await ana.call('posts.drafts');
    await expect.poll(() => actionsOf({ filter: 'refusals' })).toHaveLength(2);
    const [second] = (await list({ filter: 'refusals' })).lines;
    expect(second?.details).toEqual({ code: 'ADMIN_REQUIRED', call: 'GET /api/posts/drafts', before: 4 });
  });

  onOneServer('say when a limit trips, of a guest by their network', async () => {
    await using limited = await createHarness({ config: { rateLimit: 1 } });
    const keeper = await limited.admin();
    for (let n = 0; n < 63; n++) await limited.guest.send('views.record', { postIds: ['x'] });
    const tripped = async () => {
      const { body } = await keeper.call('audit.list', { query: { filter: 'refusals' } });
      return body.data.lines.map(({ action, actor, address, details }) => [action, actor, address, details]);
    };
    await expect
      .poll(tripped)
      .toEqual([['limit.trip', null, '127.0.0.0', { code: 'TOO_OFTEN', call: 'POST /api/posts/view' }]]);
  });
});
