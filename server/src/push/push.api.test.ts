import { createPublicKey } from 'node:crypto';
import type { PushPayload } from '@duet/contract/push/shapes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';
import { gallery, richText } from '../../test/posts.ts';
import { type Device, PushService } from '../../test/push-service.ts';

let service: PushService;
let harness: Harness;
let admin: Person;
beforeAll(async () => {
  service = await new PushService().listen();
  harness = await createHarness({ config: { pushServices: [service.origin] } });
  admin = await harness.admin();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

let made = 0;
let ana: Person;
let dan: Person;
beforeEach(async () => {
  made += 1;
  [ana, dan] = await Promise.all([harness.person(`anna_${made}`), harness.person(`daniel_${made}`)]);
});

async function withDevice(person: Person, language = 'en'): Promise<Device> {
  const device = service.device();
  const asking = person.with({ 'accept-language': language });
  const { status } = await asking.call('push.subscribe', { body: device.subscription });
  expect(status).toBe(200);
  return device;
}

const write = (from: Person, to: Person, message: string) =>
  from.call('messages.send', { body: { recipientId: to.id, message } });
const prefer = (person: Person, body: object) => person.send('accounts.savePreferences', body);

async function next(device: Device, count = 1): Promise<PushPayload[]> {
  await eventually(() => expect(device.arrived.length).toBeGreaterThanOrEqual(count));
  return device.arrived.map(({ payload }) => payload);
}

/** Something that is certainly sent after all that was asked for before it. */
async function nothingBefore(device: Device, sender: Person, receiver: Person): Promise<PushPayload[]> {
  await write(sender, receiver, 'the end');
  return next(device);
}

describe('the key', () => {
  it('is a point of P-256, the same for everybody and after a restart', async () => {
    const { key } = (await harness.guest.call('push.key')).body.data;
    const point = Buffer.from(key, 'base64url');
    expect([point.length, point[0]]).toEqual([65, 4]);
    const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      part.toString('base64url'),
    );
    expect(createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } }).type).toBe('public');
    expect((await ana.call('push.key')).body.data.key).toBe(key);
  });
});

describe('a message', () => {
  it('is told on the device of whom it is for: encrypted, signed, without its words', async () => {
    const device = await withDevice(ana);
    const ofDan = await withDevice(dan);
    await write(dan, ana, 'The secret place');
    const [payload] = await next(device);
    expect(payload).toEqual({
      kind: 'message',
      tag: `message-${dan.id}`,
      lang: 'en',
      title: `${dan.user.username} · Duet`,
      body: 'Sent you a message.',
      many: { one: '{count} new message', other: '{count} new messages' },
      url: `/messages?to=${dan.id}`,
      at: expect.any(Number),
    });
    const { headers, vapid } = device.arrived[0] ?? {};
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(Number(headers?.ttl)).toBeGreaterThan(86_000);
    expect(vapid).toMatchObject({ aud: service.origin, sub: 'https://duet.invalid' });
    expect(vapid?.key).toBe((await ana.call('push.key')).body.data.key);
    expect(vapid?.exp).toBeLessThan(Date.now() / 1000 + 24 * 3600 + 60);
    expect(ofDan.tries).toBe(0);
  });

  it('shows its words to who allows it, shortened, on one line', async () => {
    const device = await withDevice(ana);
    await prefer(ana, { notifications_text: true });
    await write(dan, ana, `Hello\n\nyou ${'ș'.repeat(300)}`);
    const [payload] = await next(device);
    expect(payload?.body.startsWith('Hello you ș')).toBe(true);
    expect([...(payload?.body ?? '')].length).toBe(160);
    expect(payload?.body.at(-1)).toBe('…');
  });

  it("is told in the person's language, else in that of the device", async () => {
    const device = await withDevice(ana, 'ro');
    await write(dan, ana, 'one');
    await prefer(ana, { language: 'ro' });
    await write(dan, ana, 'two');
    const payloads = await next(device, 2);
    expect(payloads.at(-1)).toMatchObject({
      lang: 'ro',
      body: 'Ți-a trimis un mesaj.',
      many: { few: '{count} mesaje noi', other: '{count} de mesaje noi' },
    });
  });

  it('is told once, however often it is sent again', async () => {
    const device = await withDevice(ana);
    const body = { recipientId: ana.id, message: 'hi', clientId: 'x1' };
    await Promise.all([1, 2, 3].map(() => dan.call('messages.send', { body })));
    await nothingBefore(device, dan, ana);
    await next(device, 2);
    expect(device.tries).toBe(2);
  });

  it('is told on every device, and on none that was let go', async () => {
    const [one, two] = [await withDevice(ana), await withDevice(ana)];
    const body = { endpoint: one.endpoint };
    expect((await dan.call('push.unsubscribe', { body })).status).toBe(200);
    await write(dan, ana, 'both');
    await Promise.all([next(one), next(two)]);
    for (let times = 0; times < 2; times += 1) {
      expect((await ana.call('push.unsubscribe', { body })).body).toEqual({ success: true, data: {} });
    }
    await write(dan, ana, 'one of them');
    await next(two, 2);
    expect(one.tries).toBe(1);
  });
});

describe('nobody is told', () => {
  it('who has switched it off, or off for a week, which ends by itself [PROF-05, PROF-06]', async () => {
    await using site = await createHarness({ config: { pushServices: [service.origin] } });
    const [one, other] = [await site.person('anna'), await site.person('daniel')];
    const device = await withDevice(one);
    await prefer(one, { notifications_push: false });
    await write(other, one, 'unheard');
    await prefer(one, { notifications_push: true, disable_for_week: true });
    await write(other, one, 'unheard as well');
    site.clock.forward(7 * 24 * 3600_000 + 1000);
    await write(other, one, 'a week later');
    await next(device);
    expect(device.tries).toBe(1);
  });

  it('after signing out, the end of the session by any means, or a deletion', async () => {
    const { username } = ana.user;
    const [loggedOut, ended, others] = [
      await harness.signIn(username),
      await harness.signIn(username),
      await harness.signIn(username),
    ];
    const gone = [await withDevice(loggedOut), await withDevice(ended), await withDevice(others)];
    const stays = await withDevice(ana);
    await loggedOut.call('accounts.logout');
    const { sessions } = (await ended.call('accounts.sessions')).body.data;
    const id = sessions.find(({ current }) => current)?._id ?? '';
    await ana.call('accounts.endSession', { params: { id } });
    await ana.call('accounts.endOtherSessions');
    await write(dan, ana, 'who hears?');
    await next(stays);
    await admin.call('accounts.deleteUser', { params: { id: ana.id } });
    expect(gone.map(({ tries }) => tries)).toEqual([0, 0, 0]);
    const left = await harness.context.db.read
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', ana.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('whose session has run out, although nobody has swept it away yet', async () => {
    await using site = await createHarness({ config: { pushServices: [service.origin] } });
    const [one, other] = [await site.person('anna'), await site.person('daniel')];
    const device = await withDevice(one);
    site.clock.forward(31 * 24 * 3600_000);
    await write(await site.signIn('daniel'), one, 'too late');
    const again = await site.signIn('anna');
    const fresh = await withDevice(again);
    await write(await site.signIn('daniel'), one, 'in time');
    await next(fresh);
    expect([device.tries, fresh.tries]).toEqual([0, 1]);
    expect(other.id).not.toBe(one.id);
  });

  it('on a device that somebody else uses now', async () => {
    const device = service.device();
    await ana.call('push.subscribe', { body: device.subscription });
    await dan.call('push.subscribe', { body: device.subscription });
    await write(dan, ana, 'for another');
    await write(ana, dan, 'for me');
    const [payload] = await next(device);
    expect(payload?.title).toBe(`${ana.user.username} · Duet`);
    expect(device.tries).toBe(1);
  });
});

it('a notification says on which site, by its name of the moment', async () => {
  const device = await withDevice(ana);
  await admin.call('site.change', { body: { name: 'Ana & Dan' } });
  await write(dan, ana, 'Hello');
  const [payload] = await next(device);
  await admin.call('site.change', { body: { name: 'Duet' } });
  expect(payload?.title).toBe(`${dan.user.username} · Ana & Dan`);
});

describe('a new post', () => {
  it('is told to those who want it, not to who made it', async () => {
    const [wants, does, makes] = [await withDevice(ana), await withDevice(dan), await withDevice(admin)];
    for (const person of [ana, admin]) await prefer(person, { notifications_posts: true });
    const post = await richText(admin, '<p>words</p>', { title: 'By the lake' });
    const [payload] = await next(wants);
    expect(payload).toMatchObject({
      kind: 'post',
      tag: 'post',
      title: 'admin · Duet',
      body: 'By the lake',
      url: `/post/${post._id}`,
    });
    await gallery(admin);
    expect((await next(wants, 2)).at(-1)?.body).toBe('Shared new pictures.');
    expect([does.tries, makes.tries]).toEqual([0, 0]);
    await admin.call('push.unsubscribe', { body: { endpoint: makes.endpoint } });
  });

  it('for admins only is told to admins only, and to nobody who blocks its author', async () => {
    const second = await harness.admin(`second_${made}`);
    const third = await harness.admin(`third_${made}`);
    const people = [ana, second, third];
    const devices = await Promise.all(people.map((person) => withDevice(person)));
    for (const person of people) await prefer(person, { notifications_posts: true });
    await third.call('messages.setBlock', { params: { userId: admin.id } });
    await richText(admin, '<p>ours</p>', { adminOnlyVisibility: true });
    await next(devices[1] as Device);
    await nothingBefore(devices[0] as Device, dan, ana);
    await nothingBefore(devices[2] as Device, dan, third);
    expect(devices.map(({ arrived }) => arrived[0]?.payload.kind)).toEqual(['message', 'post', 'message']);
    for (const [index, person] of people.entries()) {
      await person.call('push.unsubscribe', { body: { endpoint: devices[index]?.endpoint ?? '' } });
    }
  });

  it('for admins only is told to the others once it is opened to everybody, and only then', async () => {
    const second = await harness.admin(`second_${made}`);
    const people = [ana, second];
    const [ofAna, ofSecond] = [await withDevice(ana), await withDevice(second)];
    for (const person of people) await prefer(person, { notifications_posts: true });
    const post = await richText(admin, '<p>ours</p>', { title: 'Ours', adminOnlyVisibility: true });
    await next(ofSecond);
    const show = (adminOnlyVisibility: boolean) =>
      admin.call('posts.update', { params: { id: post._id }, body: { adminOnlyVisibility } });
    await show(false);
    const [payload] = await next(ofAna);
    expect(payload).toMatchObject({ kind: 'post', body: 'Ours', url: `/post/${post._id}` });
    const hour = () => harness.clock.forward(61 * 60_000);
    const closeAndOpen = async (id: string) => {
      for (const adminOnlyVisibility of [true, false])
        await admin.call('posts.update', { params: { id }, body: { adminOnlyVisibility } });
    };
    await show(false);
    hour();
    await closeAndOpen(post._id);
    const open = await richText(admin, '<p>all</p>', { title: 'For all' });
    await next(ofAna, 2);
    hour();
    await closeAndOpen(open._id);
    const early = await richText(admin, '<p>soon</p>', { title: 'By mistake' });
    await next(ofAna, 3);
    // Within the hour: whoever was told of it found nothing.
    await closeAndOpen(early._id);
    await next(ofAna, 4);
    await richText(admin, '<p>last</p>', { title: 'Last' });
    await next(ofAna, 5);
    await next(ofSecond, 4);
    const told = ({ arrived }: Device) => arrived.map(({ payload }) => payload.body);
    expect(told(ofAna)).toEqual(['Ours', 'For all', 'By mistake', 'By mistake', 'Last']);
    expect(told(ofSecond)).toEqual(['Ours', 'For all', 'By mistake', 'Last']);
    for (const [person, { endpoint }] of [
      [ana, ofAna],
      [second, ofSecond],
    ] as const)
      await person.call('push.unsubscribe', { body: { endpoint } });
  });
});

describe('comments and reports', () => {
  it('are told to admins, but not their own', async () => {
    // The clock has gone on since the admin signed in, and making another one asks who it is.
    await admin.call('accounts.prove', { body: { password } });
    const second = await harness.admin(`second_${made}`);
    const [ofFirst, ofSecond, ofAna] = [
      await withDevice(admin),
      await withDevice(second),
      await withDevice(ana),
    ];
    const post = await richText(admin, '<p>x</p>');
    const body = { postId: post._id, text: 'Buy my watches' };
    const { comment } = (await dan.call('comments.create', { body })).body.data;
    await ana.call('comments.report', { params: { id: comment._id }, body: { reason: 'Spam' } });
    const told = await next(ofSecond, 2);
    expect(told[0]).toMatchObject({
      kind: 'comment',
      tag: `comment-${post._id}`,
      title: `${dan.user.username} · Duet`,
      body: 'Wrote a comment.',
      url: `/post/${post._id}#comments`,
    });
    expect(told[1]).toMatchObject({
      kind: 'report',
      tag: 'report',
      title: 'A comment was reported · Duet',
      body: 'Reason: Spam',
      url: '/admin',
    });
    await second.call('comments.create', { body: { postId: post._id, text: 'mine' } });
    expect((await next(ofFirst, 3)).map(({ kind }) => kind)).toEqual(['comment', 'report', 'comment']);
    expect(JSON.stringify(ofFirst.arrived.map(({ payload }) => payload))).not.toContain('watches');
    expect([ofSecond.tries, ofAna.tries]).toEqual([2, 0]);
    for (const [person, device] of [
      [admin, ofFirst],
      [second, ofSecond],
    ] as const) {
      await person.call('push.unsubscribe', { body: { endpoint: device.endpoint } });
    }
  });
});
