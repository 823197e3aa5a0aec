import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { createHarness, type Harness, type Person, password } from '../../../test/harness.ts';

const fresh = 'Fresh!456';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const make = (by: Client, id: string) => by.call('accounts.makePasswordLink', { params: { id } });
const codeFor = async (person: Person) => (await make(admin, person.id)).body.data.code;
const use = (code: string, word = fresh) =>
  harness.guest.call('accounts.usePasswordLink', { body: { code, password: word } });

describe('a one-time password link', () => {
  it('sets a new password once, signs in, and ends all former sessions', async () => {
    const ana = await harness.person('anna_1');
    const code = await codeFor(ana);
    const { status, body } = await use(code);
    expect([status, body.data.user]).toEqual([200, ana.user]);
    const signedIn = harness.guest.with({ authorization: `Bearer ${body.data.token}` });
    expect((await signedIn.call('accounts.currentUser')).status).toBe(200);
    expect((await ana.call('accounts.currentUser')).status).toBe(401);
    const old = await harness.guest.call('accounts.login', { body: { username: 'anna_1', password } });
    expect(old.status).toBe(401);
    const again = await use(code);
    expect([again.status, again.body.code]).toEqual([403, 'PASSWORD_LINK_INVALID']);
  });

  it('dies with a newer one, after a day, with another password, and with the account', async () => {
    await using site = await createHarness();
    const boss = await site.admin();
    const ana = await site.person('anna_1');
    const code = async () => (await make(boss, ana.id)).body.data.code;
    const tried = async (text: string) =>
      (await site.guest.call('accounts.usePasswordLink', { body: { code: text, password: fresh } })).status;
    const former = await code();
    const newer = await code();
    expect(await tried(former)).toBe(403);
    await ana.call('accounts.changeUser', { params: { id: ana.id }, body: { password: 'Other!456' } });
    expect(await tried(newer)).toBe(403);
    const late = await code();
    site.clock.forward(86_400_000);
    expect(await tried(late)).toBe(403);
    const again = await site.signIn('admin');
    const last = (await make(again, ana.id)).body.data.code;
    await again.call('accounts.deleteUser', { params: { id: ana.id } });
    expect(await tried(last)).toBe(403);
    expect((await make(again, ana.id)).status).toBe(404);
  });

  it('wants a good password, and is good afterwards', async () => {
    const code = await codeFor(await harness.person('anna_2'));
    expect((await use(code, 'short')).status).toBe(400);
    expect((await use(code)).status).toBe(200);
  });

  it('works once when it is used twice at once', async () => {
    const code = await codeFor(await harness.person('anna_3'));
    const answers = await Promise.all([use(code), use(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('is made by admins for others', async () => {
    const ana = await harness.person('anna_4');
    expect((await make(harness.guest, ana.id)).status).toBe(401);
    expect((await make(ana, ana.id)).status).toBe(403);
    expect((await make(admin, admin.id)).status).toBe(403);
    expect((await make(admin, 'nobody')).status).toBe(404);
  });

  it('is stored as its hash only', async () => {
    const code = await codeFor(await harness.person('anna_5'));
    const rows = await harness.context.db.read.selectFrom('password_links').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});
