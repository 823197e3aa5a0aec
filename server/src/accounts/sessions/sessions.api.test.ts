import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../test/client.ts';
import { createHarness, type Harness, type Person, password } from '../../../test/harness.ts';

const minute = 60_000;
const day = 86_400_000;

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

const isDead = async (person: Client) => {
  const { status, body } = await person.call('accounts.currentUser');
  if (status === 200) return false;
  expect([status, body.code]).toEqual([401, 'SESSION_ENDED']);
  return true;
};

describe('the signed-in person', () => {
  it('is answered with the email [AUTH-54] [AUTH-55]', async () => {
    const ana = await harness.person('anna_1');
    const { status, body } = await ana.call('accounts.currentUser');
    expect(status).toBe(200);
    expect(body.data.user).toMatchObject({ _id: ana.id, id: ana.id, email: 'anna_1@example.org' });
  });

  it('is nobody without a token, and a dead one with a wrong token', async () => {
    const guest = await harness.guest.call('accounts.currentUser');
    expect([guest.status, guest.body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
    const ana = await harness.person('anna_2');
    for (const token of ['x', `duet_${'a'.repeat(43)}`, `${ana.token}x`, ana.token?.toUpperCase() ?? '']) {
      expect(await isDead(new Client(harness.url, token))).toBe(true);
    }
  });
});

describe('signing out', () => {
  it('ends this session and no other, on public calls too [AUTH-49] [AUTH-50]', async () => {
    const ana = await harness.person('anna_3');
    const phone = await harness.signIn('anna_3');
    const { status, body } = await ana.call('accounts.logout');
    expect([status, body]).toEqual([200, { success: true, data: {} }]);
    expect(await isDead(ana)).toBe(true);
    const publicCall = await ana.call('accounts.login', { body: { username: 'anna_3', password } });
    expect([publicCall.status, publicCall.body.code]).toEqual([401, 'SESSION_ENDED']);
    expect((await ana.fetch('/api/posts')).status).toBe(401);
    expect(await isDead(phone)).toBe(false);
  });
});

describe('the list of sessions', () => {
  it('shows one’s own with device and times, this one marked, the last used first', async () => {
    await using site = await createHarness();
    const ana = await site.person('anna_1');
    await site.person('somebody');
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
    site.clock.forward(minute);
    const second = await site.guest
      .with({ 'user-agent': firefox })
      .call('accounts.login', { body: { username: 'anna_1', password } });
    const { body } = await ana.call('accounts.sessions');
    expect(body.data.sessions).toEqual([
      {
        _id: expect.any(String),
        created_at: expect.stringMatching(/Z$/),
        last_used_at: expect.stringMatching(/Z$/),
        device: 'Firefox · Linux',
        current: false,
      },
      expect.objectContaining({ current: true }),
    ]);
    expect(JSON.stringify(body)).not.toContain(second.body.data.token);
  });

  it('ends one of one’s own, and never somebody else’s', async () => {
    const [ana, eve] = await Promise.all([harness.person('anna_4'), harness.person('evil_4')]);
    const phone = await harness.signIn('anna_4');
    const listed = (await phone.call('accounts.sessions')).body.data.sessions;
    const id = listed.find(({ current }) => current)?._id ?? '';
    const refused = await eve.call('accounts.endSession', { params: { id } });
    expect(refused.status).toBe(404);
    expect(await isDead(phone)).toBe(false);
    expect((await ana.call('accounts.endSession', { params: { id } })).status).toBe(200);
    expect(await isDead(phone)).toBe(true);
    expect((await ana.call('accounts.endSession', { params: { id } })).status).toBe(404);
  });

  it('ends all others at once', async () => {
    const ana = await harness.person('anna_5');
    const others = await Promise.all([harness.signIn('anna_5'), harness.signIn('anna_5')]);
    expect((await ana.call('accounts.endOtherSessions')).status).toBe(200);
    expect(await Promise.all(others.map(isDead))).toEqual([true, true]);
    expect(await isDead(ana)).toBe(false);
    expect((await ana.call('accounts.sessions')).body.data.sessions).toHaveLength(1);
  });

  it('holds 20 live ones; the oldest goes', async () => {
    const ana = await harness.person('anna_6');
    const first = await harness.signIn('anna_6');
    for (let n = 0; n < 19; n++) await harness.signIn('anna_6');
    expect((await ana.call('accounts.currentUser')).body).toMatchObject({
      code: 'SESSION_ENDED',
      reason: 'replaced',
    });
    expect(await isDead(first)).toBe(false);
    expect((await first.call('accounts.sessions')).body.data.sessions).toHaveLength(20);
  });
});

describe('the life of a session', () => {
  it('ends 30 days after the last use, 90 days after its begin', async () => {
    await using site = await createHarness();
    const [busy, idle] = await Promise.all([site.person('busy_1'), site.person('idle_1')]);
    for (let n = 0; n < 4; n++) {
      expect(await isDead(busy)).toBe(false);
      site.clock.forward(20 * day);
    }
    expect(await isDead(idle)).toBe(true);
    expect(await isDead(busy)).toBe(false);
    site.clock.forward(10 * day);
    expect(await isDead(busy)).toBe(true);
  });

  it('is shorter for an admin: 24 hours idle, 7 days in all', async () => {
    await using site = await createHarness();
    const admin = await site.admin();
    for (let n = 0; n < 8; n++) {
      expect(await isDead(admin)).toBe(false);
      site.clock.forward(20 * 60 * minute);
    }
    expect(await isDead(admin)).toBe(false);
    site.clock.forward(8 * 60 * minute);
    expect(await isDead(admin)).toBe(true);
    const later = await site.signIn('admin');
    site.clock.forward(day);
    expect(await isDead(later)).toBe(true);
  });

  it('writes the last use at most once in five minutes', async () => {
    await using site = await createHarness();
    const ana = await site.person('anna_1');
    const used = async (person: Person) =>
      (await person.call('accounts.sessions')).body.data.sessions[0]?.last_used_at;
    const first = await used(ana);
    site.clock.forward(4 * minute);
    expect(await used(ana)).toBe(first);
    site.clock.forward(minute);
    expect(Date.parse((await used(ana)) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? '') + 5 * minute);
  });

  it('stores neither the token nor the whole address', async () => {
    await using site = await createHarness();
    const ana = await site.person('anna_1');
    const rows = await site.context.db.read.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(ana.token?.slice(5));
    expect(rows[0]?.address).toBe('127.0.0.0');
  });

  it('forgets dead ones of a person at the next sign-in', async () => {
    await using site = await createHarness();
    await site.person('anna_1');
    site.clock.forward(31 * day);
    await site.signIn('anna_1');
    const rows = await site.context.db.read.selectFrom('sessions').select('id').execute();
    expect(rows).toHaveLength(1);
  });
});
