import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EventReader, openEvents } from '../../test/event-reader.ts';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;
/** Somebody on two devices, with a stream on each. */
async function onTwoDevices() {
  made += 1;
  const here = await harness.person(`person_${made}`);
  const there = await harness.signIn(here.user.username);
  const [hereStream, thereStream] = await Promise.all([openEvents(here), openEvents(there)]);
  await Promise.all([hereStream, thereStream].map((each) => each.until(({ events }) => events.length > 0)));
  return { here, there, hereStream, thereStream };
}

/** The stream is still told of things. */
async function isLive(stream: EventReader, owner: Person): Promise<boolean> {
  const before = stream.dataOf('message').length;
  await owner.call('messages.send', { body: { recipientId: admin.id, message: 'still there' } });
  await stream.until((each) => each.dataOf('message').length > before);
  await stream.cut();
  return true;
}

describe('a stream ends with its session, at once', () => {
  it('signing out', async () => {
    const { here, there, hereStream, thereStream } = await onTwoDevices();
    await here.call('accounts.logout');
    await hereStream.ended;
    expect(await isLive(thereStream, there)).toBe(true);
  });

  it('ended from another device, one or all others', async () => {
    const one = await onTwoDevices();
    const { sessions } = (await one.here.call('accounts.sessions')).body.data;
    const id = sessions.find(({ current }) => !current)?._id ?? '';
    await one.here.call('accounts.endSession', { params: { id } });
    await one.thereStream.ended;
    expect(await isLive(one.hereStream, one.here)).toBe(true);

    const two = await onTwoDevices();
    await two.here.call('accounts.endOtherSessions');
    await two.thereStream.ended;
    expect(await isLive(two.hereStream, two.here)).toBe(true);
  });

  it('another password', async () => {
    const { here, hereStream, thereStream } = await onTwoDevices();
    await here.call('accounts.changeUser', { params: { id: here.id }, body: { password: 'Another!123' } });
    await thereStream.ended;
    expect(await isLive(hereStream, here)).toBe(true);
  });

  it('a password link, also where a second step is still to come', async () => {
    const person = await harness.person('with_codes');
    const { secret } = (await person.call('totp.begin')).body.data;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: harness.clock.now() });
    expect((await person.call('totp.confirm', { body: { code } })).status).toBe(200);
    const stream = await openEvents(person);
    await stream.until(({ events }) => events.length > 0);
    const made = await admin.call('accounts.makePasswordLink', { params: { id: person.id } });
    // The stream alone would not tell: what is looked up every ten seconds ends it as well.
    const told: string[] = [];
    const unsubscribe = harness.context.realtime.subscribe({
      signal: (signal) => {
        if (signal.type === 'sessions') told.push(signal.userId);
      },
      gap: () => {},
    });
    const body = { code: made.body.data.code, password: 'Another!123' };
    const used = await harness.guest.call('accounts.usePasswordLink', { body });
    expect([used.status, used.body.data.next]).toEqual([200, 'totp']);
    await expect.poll(() => told).toContain(person.id);
    unsubscribe();
    await stream.ended;
  });

  it('another role', async () => {
    const { here, hereStream, thereStream } = await onTwoDevices();
    await admin.call('accounts.changeUser', { params: { id: here.id }, body: { role: 'admin' } });
    await Promise.all([hereStream.ended, thereStream.ended]);
  });

  it('a deleted account, by an admin and by oneself', async () => {
    const one = await onTwoDevices();
    await admin.call('accounts.deleteUser', { params: { id: one.here.id } });
    await Promise.all([one.hereStream.ended, one.thereStream.ended]);
    const two = await onTwoDevices();
    await two.here.call('accounts.deleteMe', { body: { password } });
    await Promise.all([two.hereStream.ended, two.thereStream.ended]);
  });

  it('the twenty-first session', async () => {
    const person = await harness.person('restless');
    const first = await openEvents(person);
    for (let n = 0; n < 20; n += 1) await harness.signIn('restless');
    await first.ended;
  });
});

describe('every ten seconds', () => {
  afterEach(() => vi.useRealTimers());

  it('a stream gives a sign of life, and is ended when its session has run out', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await using site = await createHarness();
    const person = await site.person('patient');
    const stream = await openEvents(person);
    await stream.until(({ events }) => events.length > 0);
    for (let n = 1; n <= 3; n += 1) {
      await vi.advanceTimersByTimeAsync(10_000);
      await stream.until(({ beats }) => beats === n);
    }
    site.clock.forward(31 * 86_400_000);
    await vi.advanceTimersByTimeAsync(10_000);
    await stream.ended;
  });
});
