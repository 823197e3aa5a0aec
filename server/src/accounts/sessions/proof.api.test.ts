import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person, password } from '../../../test/harness.ts';

const minute = 60_000;

let harness: Harness;
let admin: Person;
let maria: Person;

beforeAll(async () => {
  harness = await createHarness();
  await harness.admin();
  maria = await harness.person('maria');
});
afterAll(() => harness[Symbol.asyncDispose]());

beforeEach(async () => {
  admin = await harness.signIn('admin');
});

/** Every call that gives an account away or takes one, as the admin makes it. */
const calls = (): readonly (readonly [
  string,
  () => Promise<{ status: number; body: { code: string } }>,
])[] => [
  ['a role', () => admin.call('accounts.changeUser', { params: { id: maria.id }, body: { role: 'user' } })],
  [
    "somebody's password",
    () => admin.call('accounts.changeUser', { params: { id: maria.id }, body: { password } }),
  ],
  [
    "one's own password",
    () => admin.call('accounts.changeUser', { params: { id: admin.id }, body: { password } }),
  ],
  ['a password link', () => admin.call('accounts.makePasswordLink', { params: { id: maria.id } })],
  [
    'a new admin',
    () =>
      admin.call('accounts.createUser', {
        body: { username: `new_${crypto.randomUUID().slice(0, 8)}`, role: 'admin' },
      }),
  ],
  ['a deletion', () => admin.call('accounts.deleteUser', { params: { id: maria.id } })],
];

describe('a proof of who one is', () => {
  it('is signing in, for 15 minutes', async () => {
    harness.clock.forward(14 * minute);
    for (const [what, make] of calls().slice(0, -1))
      expect([what, (await make()).status]).toEqual([what, 200]);
  });

  it('is needed after that for what gives an account away, and nothing is done without it', async () => {
    harness.clock.forward(16 * minute);
    const before = (await admin.call('accounts.users')).body.data;
    for (const [what, make] of calls()) {
      const { status, body } = await make();
      expect([what, status, body.code]).toEqual([what, 403, 'PROOF_NEEDED']);
    }
    expect((await admin.call('accounts.users')).body.data).toEqual(before);
    // Whoever may not do it at all learns that first.
    const other = await harness.signIn('maria');
    harness.clock.forward(16 * minute);
    const { body } = await other.call('accounts.changeUser', {
      params: { id: admin.id },
      body: { password },
    });
    expect(body.code).toBe('FORBIDDEN');
  });

  it('is needed for nothing else', async () => {
    harness.clock.forward(16 * minute);
    const body = { username: `new_${crypto.randomUUID().slice(0, 8)}` };
    expect((await admin.call('accounts.createUser', { body })).status).toBe(200);
    expect((await admin.call('posts.draft', { body: { postType: 'richText' } })).status).toBe(200);
  });

  it('is the password, in this session and for 15 minutes', async () => {
    const other = await harness.signIn('admin');
    harness.clock.forward(16 * minute);
    const proof = await admin.call('accounts.prove', { body: { password } });
    expect(proof.status).toBe(200);
    const validFor = Date.parse(proof.body.data.validUntil) - harness.clock.now();
    expect(validFor).toBeGreaterThan(14 * minute);
    expect(validFor).toBeLessThanOrEqual(15 * minute);
    const link = (caller: Person) => caller.call('accounts.makePasswordLink', { params: { id: maria.id } });
    expect((await link(admin)).status).toBe(200);
    expect((await link(other)).body.code).toBe('PROOF_NEEDED');
    harness.clock.forward(16 * minute);
    expect((await link(admin)).body.code).toBe('PROOF_NEEDED');
  });

  it('is no wrong password, and no guest gives one', async () => {
    harness.clock.forward(16 * minute);
    const wrong = await admin.call('accounts.prove', { body: { password: 'Wrong!1234' } });
    expect([wrong.status, wrong.body.code, wrong.body.fields]).toEqual([
      403,
      'WRONG_PASSWORD',
      { password: expect.any(String) },
    ]);
    const link = await admin.call('accounts.makePasswordLink', { params: { id: maria.id } });
    expect(link.body.code).toBe('PROOF_NEEDED');
    expect((await harness.guest.call('accounts.prove', { body: { password } })).status).toBe(401);
    expect((await admin.send('accounts.prove', {})).body.fields).toEqual({ password: expect.any(String) });
  });

  it("is the password that comes with the deletion of one's own account", async () => {
    await harness.person('leaving');
    const leaving = await harness.signIn('leaving');
    harness.clock.forward(16 * minute);
    expect((await leaving.call('accounts.deleteMe', { body: { password } })).status).toBe(200);
  });
});
