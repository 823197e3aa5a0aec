import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { richText } from '../../test/posts.ts';
import { type Device, PushService } from '../../test/push-service.ts';

let service: PushService;
let harness: Harness;
let admin: Person;
beforeAll(async () => {
  service = await new PushService().listen();
  harness = await createHarness({ config: { pushServices: [service.origin], logLevel: 'silent' } });
  admin = await harness.admin();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

let made = 0;
async function withDevice(): Promise<{ person: Person; device: Device }> {
  made += 1;
  const person = await harness.person(`anna_${made}`);
  const device = service.device();
  await person.call('push.subscribe', { body: device.subscription });
  return { person, device };
}

const waiting = () => harness.context.db.read.selectFrom('push_deliveries').selectAll().execute();

/** A notification that failed once and waits; then something happens, and it is due again. */
async function meanwhile(device: Device, cause: () => Promise<unknown>, change: () => Promise<unknown>) {
  device.refusals.push({ status: 503 });
  await cause();
  await eventually(async () => {
    expect(device.tries).toBe(1);
    for (const { due_at } of await waiting()) expect(due_at).toBeGreaterThan(harness.clock.now());
  });
  await change();
  harness.clock.forward(5 * 60_000);
  harness.context.deliveryWake.notify();
  await eventually(async () => expect(await waiting()).toEqual([]));
  return device.arrived.map(({ payload }) => payload.body);
}

const preferPosts = (person: Person, notifications_posts: boolean) =>
  person.send('accounts.savePreferences', { notifications_posts });

it('a post is told of later only where it is still there, for who may see it and wants to know', async () => {
  type Change = (postId: string, person: Person) => Promise<unknown>;
  const changes: Readonly<Record<string, Change>> = {
    nothing: async () => undefined,
    deleted: (id) => admin.call('posts.delete', { params: { id } }),
    'for admins': (id) => admin.call('posts.update', { params: { id }, body: { adminOnlyVisibility: true } }),
    'not wanted': (_, person) => preferPosts(person, false),
    blocked: (_, person) => person.call('messages.setBlock', { params: { userId: admin.id } }),
  };
  const told: Record<string, string[]> = {};
  for (const [name, change] of Object.entries(changes)) {
    const { person, device } = await withDevice();
    await preferPosts(person, true);
    let postId = '';
    told[name] = await meanwhile(
      device,
      async () => {
        postId = (await richText(admin, '<p>words</p>', { title: 'Surprise' }))._id;
      },
      () => change(postId, person),
    );
    await preferPosts(person, false);
  }
  expect(told).toEqual({
    ...{ nothing: ['Surprise'], deleted: [], 'for admins': [], 'not wanted': [], blocked: [] },
  });
});

it('a message is not told of to who has blocked its sender meanwhile', async () => {
  const { person, device } = await withDevice();
  const told = await meanwhile(
    device,
    () => admin.call('messages.send', { body: { recipientId: person.id, message: 'hi' } }),
    () => person.call('messages.setBlock', { params: { userId: admin.id } }),
  );
  expect(told).toEqual([]);
});
