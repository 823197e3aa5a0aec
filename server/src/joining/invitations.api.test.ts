import type { Invitation } from '@duet/contract/joining/shapes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';

const day = 86_400_000;

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  await harness.admin('second_1');
});
afterAll(() => harness[Symbol.asyncDispose]());

const create = (body: object = {}, by: Pick<Person, 'send'> = admin) => by.send('invitations.create', body);
const made = async (
  body: object = {},
  by: Pick<Person, 'send'> = admin,
): Promise<Invitation & { code: string }> => {
  const { invitation } = (await create(body, by)).body.data;
  return { ...invitation, code: invitation.code ?? '' };
};
let count = 0;
const newName = () => {
  count += 1;
  return `guest_${count}`;
};
const join = (invitation: string, username = newName(), site = harness.guest as Pick<Client, 'send'>) =>
  site.send('accounts.register', { username, email: `${username}@example.org`, password, invitation });
const listed = async (id: string, by: Person = admin) =>
  (await by.call('invitations.list')).body.data.invitations.find(({ _id }) => _id === id);

describe('an invitation', () => {
  it('is made with one use, 14 days and the role user, and its code is in that answer alone', async () => {
    const { status, body } = await create();
    const { invitation } = body.data;
    expect(status).toBe(200);
    expect(invitation).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      code: expect.stringMatching(/^[\w-]{32}$/),
      url: `${harness.url}/join#${invitation.code}`,
      role: 'user',
      uses: 1,
      used: 0,
      expires_at: expect.stringMatching(/Z$/),
      note: '',
      created_at: expect.stringMatching(/Z$/),
      created_by: admin.id,
      creator: { _id: admin.id, username: 'admin', displayName: '' },
      state: 'open',
      people: [],
    });
    expect(Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)).toBe(14 * day);
    const { code: _, url: __, ...rest } = invitation;
    expect(await listed(invitation._id)).toEqual(rest);
    const tables = await Promise.all([
      harness.context.db.read.selectFrom('invitations').selectAll().execute(),
      harness.context.db.read.selectFrom('audit').selectAll().execute(),
    ]);
    expect(JSON.stringify(tables)).not.toContain(invitation.code);
  });

  it('makes an account with its role, and says who came by it', async () => {
    const { code, _id } = await made({ role: 'admin', uses: 2, expiresInDays: 3, note: ' For Lia ' });
    const looked = await harness.guest.send('invitations.lookUp', { invitation: code });
    expect([looked.status, looked.body.data]).toEqual([200, { role: 'admin' }]);
    const joined = await join(code, 'lia_1');
    expect([joined.status, joined.body.data.user.role]).toEqual([200, 'admin']);
    expect(joined.body.data.token).toMatch(/^duet_/);
    expect(await listed(_id)).toMatchObject({
      note: 'For Lia',
      used: 1,
      uses: 2,
      state: 'open',
      people: [{ _id: joined.body.data.user._id, username: 'lia_1', displayName: '' }],
    });
  });

  it.each([
    { uses: 0 },
    { uses: 101 },
    { uses: 1.5 },
    { uses: '2' },
    { expiresInDays: 0 },
    { expiresInDays: 366 },
    { role: 'owner' },
    { note: 'x'.repeat(201) },
  ])('refuses %j', async (body) => {
    const { status, body: answer } = await create(body);
    expect([status, Object.keys(answer.fields ?? {})]).toEqual([400, Object.keys(body)]);
  });

  it('is over when it is used, expired, revoked or unknown, and nobody is made', async () => {
    const used = await made();
    expect((await join(used.code)).status).toBe(200);
    const revoked = await made();
    const params = { params: { id: revoked._id } };
    expect((await admin.call('invitations.revoke', params)).body.data.invitation.state).toBe('revoked');
    expect((await admin.call('invitations.revoke', params)).status).toBe(200);
    const expired = await made({ expiresInDays: 1 });
    harness.clock.forward(day + 1000);
    admin = await harness.signIn('admin');
    for (const code of [used.code, revoked.code, expired.code, 'x'.repeat(32), 'x'.repeat(201)]) {
      const username = newName();
      const { status, body } = await join(code, username);
      expect(body.code === 'INVITATION_OVER' || body.fields?.invitation !== undefined).toBe(true);
      expect([400, 409]).toContain(status);
      const looked = await harness.guest.send('invitations.lookUp', { invitation: code });
      expect(looked.status).toBeGreaterThanOrEqual(400);
      const found = await admin.call('accounts.users', { query: { search: username } });
      expect(found.body.data.users).toEqual([]);
    }
    // A link that lost its code.
    const cut = await harness.guest.send('invitations.lookUp', { invitation: '' });
    expect([cut.status, cut.body.code]).toEqual([409, 'INVITATION_OVER']);
    const { status, body } = await join(used.code);
    expect([status, body.code, body.error]).toEqual([
      409,
      'INVITATION_OVER',
      'This invitation is over. Please ask for a new one.',
    ]);
    expect((await listed(expired._id))?.state).toBe('expired');
  });

  it('lets one in when ten use its last use at once, and as many as it has uses', async () => {
    for (const uses of [1, 3]) {
      const { code, _id } = await made({ uses });
      const answers = await Promise.all(Array.from({ length: 10 }, () => join(code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array.from({ length: uses }, () => 200),
        ...Array.from({ length: 10 - uses }, () => 409),
      ]);
      expect(await listed(_id)).toMatchObject({ used: uses, state: 'used' });
      expect((await listed(_id))?.people).toHaveLength(uses);
    }
  });

  it('is used once by who tries again after a lost answer, and not at all where the name is refused', async () => {
    const { code, _id } = await made({ uses: 2 });
    const username = newName();
    expect((await join(code, 'admin')).body.code).toBe('USERNAME_TAKEN');
    expect((await listed(_id))?.used).toBe(0);
    expect((await join(code, username)).status).toBe(200);
    expect((await join(code, username)).body.code).toBe('USERNAME_TAKEN');
    expect((await listed(_id))?.used).toBe(1);
    await join(code);
    // Over by now, and the name is still what is told: the one who made it signs in with it.
    expect((await join(code, username)).body.code).toBe('USERNAME_TAKEN');
  });

  it('ends with the admin who made it', async () => {
    const other = await harness.signIn('second_1');
    const { code, _id } = await made({}, other);
    await admin.call('accounts.changeUser', { params: { id: other.id }, body: { role: 'user' } });
    expect((await join(code)).body.code).toBe('INVITATION_OVER');
    expect((await listed(_id))?.state).toBe('over');
  });

  it('for an admin needs a proof, as adding one does', async () => {
    const boss = await harness.signIn('admin');
    harness.clock.forward(16 * 60_000);
    expect((await create({ role: 'admin' }, boss)).body.code).toBe('PROOF_NEEDED');
    expect((await create({}, boss)).status).toBe(200);
    await boss.call('accounts.prove', { body: { password } });
    expect((await create({ role: 'admin' }, boss)).status).toBe(200);
  });

  it('is for admins only to make, see and revoke', async () => {
    const plain = await harness.person('plain_1');
    const { _id } = await made();
    for (const [who, status] of [
      [plain, 403],
      [harness.guest, 401],
    ] as const) {
      expect((await create({}, who)).status).toBe(status);
      expect((await who.call('invitations.list')).status).toBe(status);
      expect((await who.call('invitations.revoke', { params: { id: _id } })).status).toBe(status);
    }
    expect((await admin.call('invitations.revoke', { params: { id: 'nothing' } })).status).toBe(404);
  });

  it('is written down: who made it, who revoked it, who came by it', async () => {
    const { code, _id } = await made({ role: 'user', uses: 5 });
    await join(code, 'written_1');
    await admin.call('invitations.revoke', { params: { id: _id } });
    const { lines } = (await admin.call('audit.list', { query: { filter: 'all' } })).body.data;
    const told = lines
      .filter(({ action }) => action.startsWith('invitation.') || action === 'register')
      .map(({ action, actor, details }) => [action, actor?.username, details]);
    expect(told.slice(0, 3)).toEqual([
      ['invitation.revoke', 'admin', {}],
      ['register', 'written_1', { invitation: _id }],
      ['invitation.create', 'admin', { role: 'user', uses: 5 }],
    ]);
  });
});
