import { limits } from '@duet/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { richText } from '../../test/posts.ts';
import { type Device, PushService } from '../../test/push-service.ts';

/** One for each device: a service that several people's notifications failed at is waited for. */
let services: PushService[];
let harness: Harness;
let admin: Person;
let second: Person;
beforeAll(async () => {
  services = await Promise.all(Array.from({ length: 14 }, () => new PushService().listen()));
  const pushServices = services.map(({ origin }) => origin);
  harness = await createHarness({ config: { pushServices, logLevel: 'silent' } });
  admin = await harness.admin();
  second = await harness.admin('second');
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await Promise.all(services.map((service) => service[Symbol.asyncDispose]()));
});

let made = 0;
async function withDevice(known?: Person): Promise<{ person: Person; device: Device }> {
  made += 1;
  const person = known ?? (await harness.person(`anna_${made}`));
  const device = services[made]?.device();
  if (!device) throw new Error('there are more devices than services');
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
    const now = harness.clock.now();
    for (const { due_at } of await waiting()) {
      expect(due_at).toBeGreaterThan(now);
      // Not while whoever sends it still has it to itself.
      expect(due_at).toBeLessThanOrEqual(now + limits.push.firstRetryMs);
    }
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

describe('a comment', () => {
  type Written = { readonly id: string; readonly postId: string };
  const deleteComment = ({ id }: Written) => admin.call('comments.delete', { params: { id } });
  const deletePost = ({ postId }: Written) => admin.call('posts.delete', { params: { id: postId } });
  /** A notice of a version that did not keep which comment it is. */
  const withoutId = ({ id }: Written) =>
    harness.context.db.write(async (tx) => {
      const [kept] = await tx.selectFrom('push_notices').select('notice').execute();
      expect(JSON.parse(kept?.notice ?? '').commentId).toBe(id);
      const { commentId: _, ...notice } = JSON.parse(kept?.notice ?? '');
      await tx
        .updateTable('push_notices')
        .set({ notice: JSON.stringify(notice) })
        .execute();
    });

  it('is told of later only where it and its post are still there', async () => {
    const changes: Readonly<Record<string, (written: Written) => Promise<unknown>>> = {
      nothing: async () => undefined,
      deleted: deleteComment,
      'post deleted': deletePost,
      'of an older version': withoutId,
      'of an older version, post deleted': (written) => withoutId(written).then(() => deletePost(written)),
    };
    const told: Record<string, string[]> = {};
    for (const [name, change] of Object.entries(changes)) {
      const { device } = await withDevice(second);
      let written: Written = { id: '', postId: '' };
      told[name] = await meanwhile(
        device,
        async () => {
          const { _id: postId } = await richText(admin);
          const body = { postId, text: 'lovely' };
          const { comment } = (await admin.call('comments.create', { body })).body.data;
          written = { id: comment._id, postId };
        },
        () => change(written),
      );
      await second.call('push.unsubscribe', { body: { endpoint: device.endpoint } });
    }
    const comment = 'Wrote a comment.';
    expect(told).toEqual({
      ...{ nothing: [comment], deleted: [], 'post deleted': [] },
      ...{ 'of an older version': [comment], 'of an older version, post deleted': [] },
    });
  });
});

it('a report is told of later only where its comment is still there', async () => {
  const told: Record<string, string[]> = {};
  for (const name of ['nothing', 'deleted']) {
    const { device } = await withDevice(second);
    let id = '';
    told[name] = await meanwhile(
      device,
      async () => {
        const { _id: postId } = await richText(admin);
        const body = { postId, text: 'Buy my watches' };
        id = (await second.call('comments.create', { body })).body.data.comment._id;
        await admin.call('comments.report', { params: { id }, body: { reason: 'Spam' } });
      },
      async () => {
        if (name === 'deleted') await admin.call('comments.delete', { params: { id } });
      },
    );
    await second.call('push.unsubscribe', { body: { endpoint: device.endpoint } });
  }
  expect(told).toEqual({ nothing: ['Reason: Spam'], deleted: [] });
});
