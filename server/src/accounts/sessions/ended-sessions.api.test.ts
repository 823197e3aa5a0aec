import { limits } from '@duet/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../test/client.ts';
import { createHarness, type Harness, type Person, password } from '../../../test/harness.ts';

let harness: Harness;
let admin: Person;
let made = 0;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const another = 'Another-Horse2';

/** Somebody on two devices. */
async function onTwoDevices() {
  made += 1;
  const here = await harness.person(`ended_${made}`);
  return { here, there: await harness.signIn(here.user.username) };
}

/** The status, the code and the reason that a device is told. */
async function toldTo(device: Client) {
  const { status, body } = await device.call('accounts.currentUser');
  const { code, reason } = body as unknown as { code?: string; reason?: string };
  return [status, code, reason];
}
const ended = (reason?: string) => [401, 'SESSION_ENDED', reason];

describe('the bearer of an ended session is told why it ended', () => {
  it('another role', async () => {
    const { here, there } = await onTwoDevices();
    await admin.call('accounts.changeUser', { params: { id: here.id }, body: { role: 'admin' } });
    expect([await toldTo(here), await toldTo(there)]).toEqual([ended('role'), ended('role')]);
    // On public calls and on the stream as well.
    const headers = { authorization: `Bearer ${here.token}` };
    for (const path of ['/api/posts', '/api/events']) {
      const answer = await harness.guest.fetch(path, { headers });
      expect(await answer.json()).toMatchObject({ code: 'SESSION_ENDED', reason: 'role' });
    }
  });

  it('another password, by oneself', async () => {
    const own = await onTwoDevices();
    await own.here.call('accounts.changeUser', { params: { id: own.here.id }, body: { password: another } });
    expect((await toldTo(own.here))[0]).toBe(200);
    expect(await toldTo(own.there)).toEqual(ended('password'));
  });

  it('another password, by an admin', async () => {
    const admins = await onTwoDevices();
    const { id } = admins.here;
    await admin.call('accounts.changeUser', { params: { id }, body: { password: another, role: 'admin' } });
    expect(await toldTo(admins.here)).toEqual(ended('password'));
  });

  it('another password, with a link', async () => {
    const link = await onTwoDevices();
    const made = await admin.call('accounts.makePasswordLink', { params: { id: link.here.id } });
    const { code } = made.body.data;
    await harness.guest.call('accounts.usePasswordLink', { body: { code, password: another } });
    expect(await toldTo(link.there)).toEqual(ended('password'));
  });

  it('signed out: here, one device, all others', async () => {
    const { here, there } = await onTwoDevices();
    await here.call('accounts.endOtherSessions');
    expect(await toldTo(there)).toEqual(ended('signedOut'));
    const again = await harness.signIn(here.user.username);
    const { sessions } = (await here.call('accounts.sessions')).body.data;
    const id = sessions.find(({ current }) => !current)?._id ?? '';
    await here.call('accounts.endSession', { params: { id } });
    expect(await toldTo(again)).toEqual(ended('signedOut'));
    await here.call('accounts.logout');
    expect(await toldTo(here)).toEqual(ended('signedOut'));
  });

  it('a deleted account, by an admin and by oneself', async () => {
    const [one, two] = [await onTwoDevices(), await onTwoDevices()];
    await admin.call('accounts.deleteUser', { params: { id: one.here.id } });
    expect(await toldTo(one.there)).toEqual(ended('deleted'));
    await two.here.call('accounts.deleteMe', { body: { password } });
    expect(await toldTo(two.there)).toEqual(ended('deleted'));
  });

  it('not used for too long, also after it was removed at the next sign-in; long after nothing but that it ended', async () => {
    await using site = await createHarness();
    const ana = await site.person('idle_one');
    site.clock.forward(limits.session.idleMs);
    expect(await toldTo(ana)).toEqual(ended('expired'));
    await site.signIn('idle_one');
    expect(await toldTo(ana)).toEqual(ended('expired'));
    site.clock.forward(limits.session.endReasonMs);
    expect(await toldTo(ana)).toEqual(ended());
    // What nobody can ask for any more is not kept.
    await (await site.signIn('idle_one')).call('accounts.logout');
    const rows = await site.context.db.read.selectFrom('ended_sessions').selectAll().execute();
    expect(rows.map(({ reason }) => reason)).toEqual(['signedOut']);
  });
});

it('nobody learns anything from a token that never was one', async () => {
  const { here } = await onTwoDevices();
  await here.call('accounts.logout');
  const token = here.token ?? '';
  for (const guess of [
    `duet_${'a'.repeat(43)}`,
    `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`,
    'x',
  ]) {
    expect(await toldTo(new Client(harness.url, guess))).toEqual(ended());
  }
});
