import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { type Device, PushService } from '../../test/push-service.ts';

let quick: PushService;
let slow: PushService;
let harness: Harness;
beforeEach(async () => {
  [quick, slow] = await Promise.all([new PushService().listen(), new PushService().listen()]);
  const config = { pushServices: [quick.origin, slow.origin], logLevel: 'silent' as const };
  harness = await createHarness({ config });
});
afterEach(async () => {
  await harness[Symbol.asyncDispose]();
  await Promise.all([quick, slow].map((service) => service[Symbol.asyncDispose]()));
});

/** Somebody with so many devices at a push service. */
async function withDevices(username: string, service: PushService, count: number, hang = false) {
  const person = await harness.person(username);
  const devices: Device[] = [];
  for (let n = 0; n < count; n += 1) {
    const device = service.device();
    device.hang = hang;
    await person.send('push.subscribe', device.subscription);
    devices.push(device);
  }
  return { person, devices };
}

const write = (from: Person, to: Person, message: string) =>
  from.call('messages.send', { body: { recipientId: to.id, message } });
const sum = (devices: readonly Device[]) => devices.reduce((tries, device) => tries + device.tries, 0);
/** Milliseconds until a device has its notification; those of a slow push service end after 10 s at the earliest. */
async function arrival(device: Device): Promise<number> {
  const began = performance.now();
  await vi.waitFor(() => expect(device.arrived).toHaveLength(1), { timeout: 8000, interval: 10 });
  return performance.now() - began;
}

describe('a push service that never answers', () => {
  it('holds up nobody at another one: 20 devices, 30 messages', async () => {
    const dan = await harness.person('daniel');
    const { person: eve, devices: hanging } = await withDevices('evelyn', slow, 20, true);
    const { person: ana, devices } = await withDevices('anna', quick, 1);
    for (let n = 0; n < 30; n += 1) await write(dan, eve, `message ${n}`);
    await eventually(() => expect(sum(hanging)).toBeGreaterThan(0));
    await write(dan, ana, 'hi');
    const [device] = devices as [Device];
    expect(await arrival(device)).toBeLessThan(5000);
  });

  it('holds up nobody at the same one for a single person', async () => {
    const dan = await harness.person('daniel');
    const { person: eve, devices: hanging } = await withDevices('evelyn', slow, 20, true);
    const { person: ana, devices } = await withDevices('anna', slow, 1);
    for (let n = 0; n < 5; n += 1) await write(dan, eve, `message ${n}`);
    await eventually(() => expect(sum(hanging)).toBeGreaterThan(0));
    await write(dan, ana, 'hi');
    const [device] = devices as [Device];
    expect(await arrival(device)).toBeLessThan(5000);
    // One person takes a few places, not all.
    expect(sum(hanging)).toBeLessThanOrEqual(4);
  });
});

it('is sent once, although the clock jumps over its lease while it is on its way', async () => {
  const dan = await harness.person('daniel');
  const { person: eve, devices: hanging } = await withDevices('evelyn', slow, 1, true);
  const { person: ana, devices } = await withDevices('anna', quick, 1);
  await write(dan, eve, 'hi');
  await eventually(() => expect(sum(hanging)).toBe(1));
  harness.clock.forward(10 * 60_000);
  await write(dan, ana, 'hi');
  const [device] = devices as [Device];
  await arrival(device);
  await eventually(() => expect(harness.context.deliverySlots.inFlight).toBe(1));
  expect(sum(hanging)).toBe(1);
});

describe('a push service that fails', () => {
  it('is left alone after it failed for several people, longer each time, and tried by one notification', async () => {
    const dan = await harness.person('daniel');
    const people = [];
    for (const name of ['anna', 'elena', 'maria', 'ioana']) {
      const { person, devices } = await withDevices(name, slow, 1);
      for (const device of devices) {
        device.refusals.push(...Array.from({ length: 50 }, () => ({ status: 503 })));
      }
      people.push({ person, devices });
    }
    const all = people.flatMap(({ devices }) => devices);
    const { person: eve, devices: other } = await withDevices('evelyn', quick, 1);
    const [otherDevice] = other as [Device];
    /** Lets the site look at what is due, by a notification of somebody else. */
    const look = async () => {
      const before = otherDevice.tries;
      await write(dan, eve, 'wake');
      await eventually(() => expect(otherDevice.tries).toBe(before + 1));
      await settled();
    };
    /** Nothing is due any more but what waits for its push service. */
    const settled = () => eventually(() => expect(harness.context.deliverySlots.inFlight).toBe(0));
    for (const { person } of people.slice(0, 3)) {
      await write(dan, person, 'hi');
      await eventually(async () => expect(sum(all)).toBeGreaterThan(0));
      await settled();
    }
    const failedFor = sum(all);
    expect(failedFor).toBeLessThanOrEqual(3);
    const [, , , last] = people as [unknown, unknown, unknown, (typeof people)[number]];
    await write(dan, last.person, 'hi');
    await look();
    expect(sum(last.devices)).toBe(0);
    harness.clock.forward(31_000);
    await look();
    expect(sum(all)).toBe(failedFor + 1);
    harness.clock.forward(31_000);
    await look();
    expect(sum(all)).toBe(failedFor + 1);
  });
});
