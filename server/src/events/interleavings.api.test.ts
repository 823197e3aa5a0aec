import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Device, type Line } from '../../test/device.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';

/** Conversations that run beside each other, each with people of its own. */
const conversations = 4;
/** `DUET_INTERLEAVINGS=1000` takes three minutes for each database. */
const interleavings = Number(process.env.DUET_INTERLEAVINGS ?? 100);

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

interface Step {
  readonly device: number;
  readonly does: 'write' | 'retry' | 'cut' | 'come' | 'reload' | 'read';
  readonly line: Line;
}

const steps = fc.array(
  fc.record<Step>({
    device: fc.nat({ max: 2 }),
    does: fc.oneof(
      { weight: 5, arbitrary: fc.constant('write' as const) },
      { weight: 2, arbitrary: fc.constantFrom('retry' as const, 'cut' as const, 'come' as const) },
      { weight: 1, arbitrary: fc.constantFrom('reload' as const, 'read' as const) },
    ),
    line: fc.constantFrom<Line>('good', 'good', 'lostBefore', 'lostAfter'),
  }),
  { minLength: 2, maxLength: 10 },
);

let tries = 0;

/** Two devices of ana and one of dan do these steps, some at the same time; then everybody comes to rest. */
async function play(ana: Person, dan: Person, list: readonly Step[]): Promise<void> {
  const devices = [new Device(ana, dan), new Device(ana, dan), new Device(dan, ana)];
  tries += 1;
  const run = `${tries}`;
  await ana.call('messages.conversation', { params: { id: dan.id } });
  await dan.call('messages.conversation', { params: { id: ana.id } });
  await Promise.all(devices.map((device) => device.come()));
  // Each device does its own steps in order; the devices do not wait for each other.
  await Promise.all(
    devices.map(async (device, index) => {
      for (const [at, { does, line }] of list.entries()) {
        if (list[at]?.device !== index) continue;
        if (does === 'write') await device.write(`${run}: ${index}.${at}`, line);
        else if (does === 'retry') await device.retry(line);
        else await device[does]();
      }
    }),
  );
  await Promise.all(devices.map((device) => device.come()));
  await Promise.all(devices.map((device) => device.retry()));
  // What waited nowhere is what was sent last.
  const ends = [`${run}: end of ana`, `${run}: end of dan`] as const;
  await devices[0]?.write(ends[0], 'good');
  await devices[2]?.write(ends[1], 'good');

  const stored = await said(ana, dan, run);
  const written = devices.flatMap((device) => device.written);
  expect(stored.toSorted(), 'nothing lost, nothing doubled').toEqual(written.toSorted());
  for (const device of devices) {
    expect(
      stored.filter((text) => device.written.includes(text)),
      'the order of writing',
    ).toEqual(device.written);
  }
  for (const device of devices) {
    await device.until(() => ends.every((end) => device.shown.includes(end)));
    await device.catchUp();
  }
  for (const [index, device] of devices.entries()) {
    const owner = index === 2 ? dan : ana;
    const waits = await recount(owner);
    await device.until(() => device.unread === waits);
    expect(
      device.shown.filter((text) => text.startsWith(`${run}: `)),
      'what a device shows',
    ).toEqual(stored);
    expect(device.unread, 'what waits').toBe(waits);
    expect((await owner.call('messages.unreadCount')).body.data.unreadCount).toBe(waits);
    await device.cut();
  }
}

/** What this try has stored, in order; from the table itself. */
async function said(one: Person, other: Person, run: string): Promise<string[]> {
  const rows = await harness.context.db.read
    .selectFrom('messages')
    .select('text')
    .where('sender_id', 'in', [one.id, other.id])
    .where('text', 'like', `${run}: %`)
    .orderBy('id')
    .execute();
  return rows.map(({ text }) => text);
}

async function recount({ id }: Person): Promise<number> {
  const rows = await harness.context.db.read
    .selectFrom('messages')
    .select('id')
    .where('recipient_id', '=', id)
    .where('read_at', 'is', null)
    .execute();
  return rows.length;
}

it(`${interleavings} interleavings of sending, retrying, cuts and reloads lose nothing, double nothing and keep the order`, async () => {
  await Promise.all(
    Array.from({ length: conversations }, async (_, n) => {
      const [ana, dan] = await Promise.all([harness.person(`ana_${n}`), harness.person(`dan_${n}`)]);
      const property = fc.asyncProperty(steps, (list) => play(ana, dan, list));
      await fc.assert(property, { numRuns: interleavings / conversations, endOnFailure: true });
    }),
  );
  expect(tries).toBe(interleavings);
}, 1_800_000);
