import { limits } from '@duet/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { type Device, PushService } from '../../test/push-service.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { deliverDue } from './deliver.ts';

let service: PushService;
let harness: Harness;
beforeAll(async () => {
  service = await new PushService().listen();
  harness = await createHarness({ config: { pushServices: [service.origin], logLevel: 'silent' } });
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

let made = 0;
let ana: Person;
let dan: Person;
let device: Device;
beforeEach(async () => {
  made += 1;
  [ana, dan] = await Promise.all([harness.person(`anna_${made}`), harness.person(`daniel_${made}`)]);
  device = service.device();
  await subscribe(device.subscription);
});

const subscribe = (body: object, person = ana) => person.send('push.subscribe', body);
const write = (message: string) => dan.call('messages.send', { body: { recipientId: ana.id, message } });
const tried = (times: number, which = device) => eventually(() => expect(which.tries).toBe(times));
const rows = (table: 'push_deliveries' | 'push_notices' | 'push_subscriptions', site = harness) =>
  site.context.db.read.selectFrom(table).selectAll().execute() as Promise<object[]>;
const told = () => eventually(async () => expect(await rows('push_notices')).toEqual([]));
/** Every answer of the push service has been written down: what is tried again waits from the clock as it stands now. */
const noted = () =>
  eventually(async () => {
    for (const row of (await rows('push_deliveries')) as { due_at: number }[])
      expect(row.due_at).toBeGreaterThan(harness.clock.now());
  });
const devicesOf = async (person: Person) =>
  (await rows('push_subscriptions')).filter((row) => (row as { user_id: string }).user_id === person.id);

describe('a delivery', () => {
  it('leaves nothing behind once it is told', async () => {
    await write('hi');
    await tried(1);
    await told();
    expect(await rows('push_deliveries')).toEqual([]);
  });

  it('to a device that is let go meanwhile leaves nothing behind', async () => {
    device.refusals.push({ status: 503 });
    await write('secret words');
    await tried(1);
    await noted();
    expect(await rows('push_notices')).toHaveLength(1);
    const { endpoint } = device.subscription;
    expect((await ana.call('push.unsubscribe', { body: { endpoint } })).status).toBe(200);
    harness.context.deliveryWake.notify();
    await told();
  });

  it('that cannot be made holds up no other, and is given up like one that fails', async () => {
    const eve = await harness.person(`eva_${made}`);
    const other = service.device();
    await subscribe(other.subscription, eve);
    // Both come due in the same look.
    await harness.context.db.write(async (tx) => {
      for (const [id, person] of [
        ['poison', ana],
        ['sound', eve],
      ] as const) {
        const notice = {
          kind: 'message',
          by: { id: dan.id, username: 'dan' },
          recipientId: person.id,
          text: 'hi',
        };
        await tx
          .insertInto('push_notices')
          .values({
            id: `${id}-${made}`,
            actor_id: dan.id,
            notice: id === 'poison' ? '{' : JSON.stringify(notice),
            created_at: harness.clock.now(),
          })
          .execute();
        const { id: subscription_id } = await tx
          .selectFrom('push_subscriptions')
          .select('id')
          .where('user_id', '=', person.id)
          .executeTakeFirstOrThrow();
        await tx
          .insertInto('push_deliveries')
          .values({ notice_id: `${id}-${made}`, subscription_id, attempts: 0, due_at: harness.clock.now() })
          .execute();
      }
    });
    await deliverDue(harness.context, new AbortController().signal);
    expect([device.tries, other.tries]).toEqual([0, 1]);
    const [left] = (await rows('push_deliveries')) as { notice_id: string; attempts: number }[];
    expect(left).toMatchObject({ notice_id: `poison-${made}`, attempts: 1 });
    harness.clock.forward(limits.push.lifeMs);
    await deliverDue(harness.context, new AbortController().signal);
    expect(await rows('push_deliveries')).toEqual([]);
  });

  it('that fails is tried again, later each time, five times in all', async () => {
    device.refusals.push(...Array.from({ length: 9 }, () => ({ status: 503 })));
    await write('hi');
    await tried(1);
    await noted();
    // Somebody else's notification, so that the site looks without waiting for its own time.
    const eve = await harness.person(`eve_${made}`);
    const other = service.device();
    await subscribe(other.subscription, eve);
    const wake = async () => {
      const before = other.tries;
      await dan.call('messages.send', { body: { recipientId: eve.id, message: 'another' } });
      await tried(before + 1, other);
    };
    for (const [minutes, tries] of [
      [0.4, 1],
      [0.2, 2],
      [2.1, 3],
      [8.1, 4],
      [32.1, 5],
      [60, 5],
    ] as const) {
      harness.clock.forward(minutes * 60_000);
      await wake();
      await tried(tries);
      await noted();
    }
    await told();
    expect(device.arrived).toEqual([]);
  }, 30_000);

  it('waits as long as the push service asks, then arrives', async () => {
    device.refusals.push({ status: 429, headers: { 'retry-after': '300' } });
    await write('patience');
    await tried(1);
    await eventually(async () => {
      const [row] = (await rows('push_deliveries')) as { due_at: number }[];
      expect((row?.due_at ?? 0) - harness.clock.now()).toBeGreaterThan(290_000);
    });
    harness.clock.forward(301_000);
    await write('and now');
    await tried(3);
    expect(device.arrived).toHaveLength(2);
    await told();
  });

  it.each([404, 410])('to a device that is gone (%i) takes the device away', async (status) => {
    device.refusals.push({ status });
    await write('anybody?');
    await tried(1);
    await eventually(async () => expect(await devicesOf(ana)).toEqual([]));
    await write('nobody');
    await told();
    expect(device.tries).toBe(1);
  });

  it.each([301, 400, 403, 413])(
    'that is refused (%i) is given up, and follows nobody elsewhere',
    async (status) => {
      const elsewhere = service.device();
      device.refusals.push({ status, headers: { location: elsewhere.endpoint } });
      await write('no');
      await tried(1);
      await told();
      expect([elsewhere.tries, (await devicesOf(ana)).length]).toEqual([0, 1]);
      await write('yes');
      await tried(2);
    },
  );

  it('never delays the answer, nor the end of the server, while a push service hangs', async () => {
    await using hanging = await new PushService().listen();
    await using site = await createHarness({ config: { pushServices: [hanging.origin] } });
    const [one, other] = [await site.person('anna'), await site.person('daniel')];
    const stuck = hanging.device();
    stuck.hang = true;
    await one.send('push.subscribe', stuck.subscription);
    const began = performance.now();
    await other.call('messages.send', { body: { recipientId: one.id, message: 'x' } });
    await tried(1, stuck);
    await site[Symbol.asyncDispose]();
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('survives a restart', async () => {
    using dir = temporaryDir();
    await using database = await createTestDatabase();
    const config = { dataDir: dir.path, databaseUrl: database.url, pushServices: [service.origin] };
    const kept = service.device();
    kept.refusals.push({ status: 500 });
    const before = await createHarness({ config });
    const [one, other] = [await before.person('anna'), await before.person('daniel')];
    await one.send('push.subscribe', kept.subscription);
    await other.call('messages.send', { body: { recipientId: one.id, message: 'still there' } });
    await tried(1, kept);
    await eventually(async () => {
      const [row] = (await rows('push_deliveries', before)) as { attempts: number; due_at: number }[];
      expect(row?.due_at).toBeLessThan(Date.now() + 31_000);
    });
    const { key } = (await before.guest.call('push.key')).body.data;
    await before[Symbol.asyncDispose]();
    const clock = { now: () => Date.now() + 31_000 };
    await using after = await createHarness({ config, overrides: { clock } });
    await tried(2, kept);
    await eventually(() => expect(kept.arrived).toHaveLength(1));
    expect((await after.guest.call('push.key')).body.data.key).toBe(key);
  }, 30_000);
});

describe('a device', () => {
  it('is the same however often it is named', async () => {
    const [first, second] = [await subscribe(device.subscription), await subscribe(device.subscription)];
    expect(second.body.data.subscription).toEqual(first.body.data.subscription);
    expect(first.body.data.subscription).toEqual({
      _id: expect.any(String),
      endpoint: device.endpoint,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(await devicesOf(ana)).toHaveLength(1);
  });

  it('is one of at most 20; the oldest is let go', async () => {
    const devices = Array.from({ length: 20 }, () => service.device());
    for (const each of devices) {
      harness.clock.forward(10);
      await subscribe(each.subscription);
    }
    await write('hi');
    await Promise.all(devices.map((each) => tried(1, each)));
    expect([device.tries, (await devicesOf(ana)).length]).toEqual([0, 20]);
  });

  it('needs somebody who is signed in', async () => {
    const body = device.subscription;
    expect((await harness.guest.call('push.subscribe', { body })).status).toBe(401);
    expect((await harness.guest.call('push.unsubscribe', { body })).status).toBe(401);
  });

  it.each([
    'http://push.example.org/x',
    'https://push.example.org:8443/x',
    'https://user:pass@push.example.org/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:7f00:1]/x',
    'https://0x7f.1/x',
    'https://2130706433/x',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/x',
    'https://localhost/x',
    'https://metadata.google.internal/x',
    'https://printer.local/x',
    'https://intranet/x',
    'file:///etc/passwd',
    'ftp://push.example.org/x',
    'no address',
  ])('may not live at %s', async (endpoint) => {
    const answer = await subscribe({ ...device.subscription, endpoint });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'PUSH_ENDPOINT_REFUSED', error: 'Notifications cannot be sent to this address.' },
    });
  });

  it('has keys that something can be encrypted for', async () => {
    const { endpoint, keys } = device.subscription;
    const offCurve = Buffer.alloc(65, 7).fill(4, 0, 1).toString('base64url');
    for (const [bad, field] of [
      [{ endpoint }, 'keys'],
      [{ endpoint, keys: { ...keys, p256dh: 'short' } }, 'keys.p256dh'],
      [{ endpoint, keys: { ...keys, p256dh: offCurve } }, 'keys.p256dh'],
      [{ endpoint, keys: { ...keys, auth: '' } }, 'keys.auth'],
      [{ keys }, 'endpoint'],
      [{ endpoint: `https://push.example.org/${'x'.repeat(2048)}`, keys }, 'endpoint'],
    ] as const) {
      const { status, body } = await subscribe(bad);
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
    }
  });
});
