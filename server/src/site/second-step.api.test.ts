import { type Endpoint, fillPath } from '@duet/contract/endpoint';
import { endpoints } from '@duet/contract/endpoints';
import { limits } from '@duet/contract/limits';
import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { Authenticator } from '../../test/authenticator.ts';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';
import { publicUrl, registerPasskey, signInOptions, signInWithPasskey } from '../../test/passkeys.ts';
import { richText, upload } from '../../test/posts.ts';
import { removePasskeys } from '../passkeys/own-passkeys.ts';
import { turnSecondStepOff } from '../second-steps/operator.ts';

async function turnOnCodes({ clock }: Harness, person: Person): Promise<string> {
  const { secret } = (await person.call('totp.begin')).body.data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  expect((await person.call('totp.confirm', { body: { code } })).status).toBe(200);
  return secret;
}

const require = (admin: Person, required = true) =>
  admin.call('site.requireSecondStep', { body: { required } });

/** A site where `first` has codes, and `second` is an admin without a second step. */
async function openSite() {
  const harness = await createHarness({ config: { publicUrl } });
  const first = await harness.admin('first_admin');
  const second = await harness.admin('second_admin');
  await turnOnCodes(harness, first);
  return { harness, first, second, [Symbol.asyncDispose]: () => harness[Symbol.asyncDispose]() };
}

it('leaves an admin without one the shorter sessions of admins, in their list too', async () => {
  await using site = await openSite();
  const { harness, first, second } = site;
  await harness.signIn('second_admin');
  await require(first);
  const listed = async () => (await second.call('accounts.sessions')).body.data.sessions.length;
  expect(await listed()).toBe(2);
  harness.clock.forward(limits.session.adminIdleMs - 3_600_000);
  expect(await listed()).toBe(2);
  harness.clock.forward(2 * 3_600_000);
  expect(await listed()).toBe(1);
});

it('is off at first, and switched by admins who have one, with a proof', async () => {
  await using site = await openSite();
  const { harness, first, second } = site;
  const settings = async () => (await first.call('site.settings')).body.data.adminsNeedSecondStep;
  expect(await settings()).toBe(false);
  const own = await require(second);
  expect([own.status, own.body.code]).toEqual([403, 'SECOND_STEP_REQUIRED']);
  expect((await second.call('accounts.users')).status).toBe(200);
  const ana = await harness.person('ana_user');
  expect((await require(ana)).body.code).toBe('ADMIN_REQUIRED');
  harness.clock.forward(16 * 60_000);
  for (const required of [true, false]) {
    expect((await require(first, required)).body.code).toBe('PROOF_NEEDED');
  }
  expect(await settings()).toBe(false);
  await first.call('accounts.prove', { body: { password } });
  expect((await require(first)).body.data).toEqual({ adminsNeedSecondStep: true });
  expect((await require(first)).status).toBe(200);
  expect(await settings()).toBe(true);
  // Who reads the site is not told.
  expect(JSON.stringify((await ana.call('site.show')).body)).not.toContain('SecondStep');
  expect((await require(first, false)).body.data).toEqual({ adminsNeedSecondStep: false });
  const { body } = await first.call('audit.list', { query: { filter: 'acts' } });
  const actions = body.data.lines.map(({ action }) => action);
  expect(actions.filter((action) => /\.(require|release)$/.test(action))).toEqual([
    'secondStep.release',
    'secondStep.require',
  ]);
});

it('holds an admin without one to it in every session, and lets them do what everybody may', async () => {
  await using site = await openSite();
  const { harness, first, second } = site;
  const ana = await harness.person('ana_user');
  const post = await richText(first, '<p>for all</p>');
  const secret = await richText(first, '<p>hollyhock</p>', { adminOnlyVisibility: true });
  const { comment } = (await ana.call('comments.create', { body: { postId: post._id, text: 'hello' } })).body
    .data;
  expect((await second.call('accounts.users')).status).toBe(200);

  expect((await require(first)).status).toBe(200);
  for (const [name, row] of Object.entries(endpoints) as [string, Endpoint][]) {
    if (row.access !== 'admin') continue;
    const path = fillPath(row.path, { id: 'x', commentId: 'x', userId: 'x' });
    const answer = await second.fetch(path, { method: row.method });
    const { code } = (await answer.json()) as { code: string };
    expect([name, answer.status, code]).toEqual([name, 403, 'SECOND_STEP_REQUIRED']);
  }
  const refused = await Promise.all([
    second.call('comments.delete', { params: { id: comment._id } }),
    second.call('comments.history', { params: { id: comment._id } }),
    second.call('posts.delete', { params: { id: post._id } }),
    second.call('accounts.changeUser', { params: { id: ana.id }, body: { role: 'admin' } }),
    second.call('tokens.create', { body: { name: 'again', scopes: ['admin'] } }),
  ]);
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([403, 'SECOND_STEP_REQUIRED']);
  }
  const hidden = await second.call('posts.detail', { params: { id: secret._id } });
  expect(hidden.body.code).toBe('POST_NOT_FOUND');
  expect(JSON.stringify((await second.call('posts.feed')).body)).not.toContain('hollyhock');

  const me = (await second.call('accounts.currentUser')).body.data.user;
  expect([me.role, me.secondStepRequired]).toEqual(['admin', true]);
  const mine = await second.call('comments.create', { body: { postId: post._id, text: 'mine' } });
  expect(mine.status).toBe(200);
  const signedIn = await harness.signIn('second_admin');
  expect(signedIn.user.secondStepRequired).toBe(true);
  expect((await signedIn.call('site.settings')).body.code).toBe('SECOND_STEP_REQUIRED');

  await turnOnCodes(harness, second);
  expect((await second.call('accounts.currentUser')).body.data.user).not.toHaveProperty('secondStepRequired');
  for (const who of [second, signedIn]) expect((await who.call('accounts.users')).status).toBe(200);
});

it('holds their files, personal tokens and streams of events to it as well', async () => {
  await using site = await openSite();
  const { harness, first, second } = site;
  const picture = (await upload(second)).url;
  const made = await second.call('tokens.create', { body: { name: 'tool', scopes: ['read', 'admin'] } });
  const token = second.with({ authorization: `Bearer ${made.body.data.token}` });
  const answers = async () => [
    (await token.call('accounts.users')).body.code,
    (await token.call('posts.feed')).status,
    (await second.fetch(picture)).status,
  ];
  expect(await answers()).toEqual([undefined, 200, 200]);
  await using stream = await openEvents(second);
  await stream.until(({ events }) => events.length > 0);
  const since = performance.now();
  await require(first);
  // The stream that told what only admins hear is over, and not only with the next heartbeat.
  await stream.ended;
  expect(performance.now() - since).toBeLessThan(4000);
  expect(stream.names()).toContain('site');
  harness.clock.forward(11_000);
  expect(await answers()).toEqual(['SECOND_STEP_REQUIRED', 200, 404]);

  await using later = await openEvents(second);
  await later.until(({ events }) => events.length > 0);
  await turnOnCodes(harness, second);
  await later.ended;
  harness.clock.forward(11_000);
  expect(await answers()).toEqual([undefined, 200, 200]);
});

it('is met by a passkey, which the password alone is then no longer enough beside', async () => {
  await using site = await openSite();
  const { harness, first, second } = site;
  const authenticator = new Authenticator(publicUrl);
  expect((await registerPasskey(second, authenticator)).status).toBe(200);
  await harness.signIn('second_admin');
  await require(first);
  expect((await second.call('accounts.users')).status).toBe(200);
  const { body } = await harness.guest.call('accounts.login', {
    body: { username: 'second_admin', password },
  });
  expect([body.data.next, body.data.passkeys, body.data.user]).toEqual(['passkey', true, undefined]);
  const { token } = body.data;
  const waiting = second.with({ authorization: `Bearer ${token}` });
  expect((await waiting.call('accounts.currentUser')).status).toBe(401);
  const byCode = await harness.guest.call('totp.signIn', { body: { token, code: '123456' } });
  expect(byCode.body.code).toBe('SECOND_STEP_FAILED');
  expect((await signInOptions(harness, token)).allowCredentials).toHaveLength(1);
  const ended = await signInWithPasskey(harness, authenticator, {}, token);
  expect([ended.status, ended.body.data.user?.username]).toEqual([200, 'second_admin']);
  expect(ended.body.data.user).not.toHaveProperty('secondStepRequired');

  // A person who is no admin goes on as before.
  const ana = await harness.person('ana_user');
  expect((await registerPasskey(ana, new Authenticator(publicUrl))).status).toBe(200);
  await harness.signIn('ana_user');
});

it('is met by no code of a secret that was begun and never confirmed', async () => {
  await using site = await openSite();
  const { harness, second } = site;
  const { secret } = (await second.call('totp.begin')).body.data;
  expect((await registerPasskey(second, new Authenticator(publicUrl))).status).toBe(200);
  await require(site.first);
  const { token } = (
    await harness.guest.call('accounts.login', { body: { username: 'second_admin', password } })
  ).body.data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: harness.clock.now() });
  const { status, body } = await harness.guest.call('totp.signIn', { body: { token, code } });
  expect([status, body.code]).toEqual([401, 'SECOND_STEP_FAILED']);
});

it('keeps the last second step of an admin, and no other', async () => {
  await using site = await openSite();
  const { harness, first, second } = site;
  const authenticator = new Authenticator(publicUrl);
  const passkey = (await registerPasskey(second, authenticator)).body.data.passkey;
  await require(first);
  const removeCodes = (who: Person) => who.call('totp.remove');
  const removePasskey = () => second.call('passkeys.remove', { params: { id: passkey._id } });
  expect([(await removeCodes(first)).status, (await removeCodes(first)).body.code]).toEqual([
    409,
    'LAST_SECOND_STEP',
  ]);
  expect((await removePasskey()).body.code).toBe('LAST_SECOND_STEP');
  expect((await second.call('passkeys.list')).body.data.passkeys).toHaveLength(1);
  // Nothing is on that could be turned off.
  expect((await removeCodes(second)).status).toBe(200);
  await turnOnCodes(harness, second);
  expect((await removePasskey()).status).toBe(200);
  expect((await removeCodes(second)).body.code).toBe('LAST_SECOND_STEP');

  const ana = await harness.person('ana_user');
  await turnOnCodes(harness, ana);
  expect((await removeCodes(ana)).status).toBe(200);
  await require(first, false);
  expect((await removeCodes(second)).status).toBe(200);
});

it('of two who remove the two last steps at once, one is refused', async () => {
  await using site = await openSite();
  const { harness, first, second } = site;
  const passkey = (await registerPasskey(second, new Authenticator(publicUrl))).body.data.passkey;
  await turnOnCodes(harness, second);
  await require(first);
  const answers = await Promise.all([
    second.call('totp.remove'),
    second.call('passkeys.remove', { params: { id: passkey._id } }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await second.call('accounts.users')).status).toBe(200);
});

it('lets who is locked out in by the command line, to set one up again', async () => {
  await using site = await openSite();
  const { harness, first, second } = site;
  await registerPasskey(second, new Authenticator(publicUrl));
  await require(first);
  expect(await turnSecondStepOff(harness.context, first.id)).toBe(true);
  expect(await removePasskeys(harness.context, second.id)).toBe(1);
  for (const username of ['first_admin', 'second_admin']) {
    const person = await harness.signIn(username);
    expect((await person.call('accounts.users')).body.code).toBe('SECOND_STEP_REQUIRED');
    expect((await require(person, false)).body.code).toBe('SECOND_STEP_REQUIRED');
    await turnOnCodes(harness, person);
    expect((await person.call('accounts.users')).status).toBe(200);
  }
});
