import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator } from '../../test/authenticator.ts';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';
import { registerPasskey, signInWithPasskey } from '../../test/passkeys.ts';
import { callCommand, runCommand } from '../../test/run-command.ts';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

/** Calls `user …` beside the running server. */
const user = (words: readonly string[], input = '', settings: Record<string, string> = {}) =>
  callCommand(harness.context.config, ['user', ...words], { input, settings });

/** The same in a process of its own: every command once. */
const userProcess = (words: readonly string[], input = '', settings: Record<string, string> = {}) =>
  runCommand(harness.context.config, ['user', ...words], { input, settings });

/** The newest line of the audit about somebody. */
async function lastAct(person: Person) {
  const { body } = await admin.call('audit.list', { query: { person: person.user.username, filter: 'all' } });
  const { action, actor, address, details } = body.data.lines[0] ?? {};
  return { action, actor, address, details };
}

const status = async (person: Person) => (await person.call('accounts.currentUser')).status;

describe('user list', () => {
  it('names everybody, newest first, and deleted people when asked', async () => {
    const [ana, gone] = [await harness.person('ana_list'), await harness.person('gone_list')];
    await admin.call('accounts.deleteUser', { params: { id: gone.id } });
    const listed = await userProcess(['list']);
    expect([listed.code, listed.errors]).toEqual([0, '']);
    expect(listed.output).toMatch(/^ana_list {2}user {3}since \d{4}-\d\d-\d\d {2}ana_list@example\.org$/m);
    expect(listed.output).not.toContain('gone_list');
    expect(listed.output).toMatch(/\d+ accounts, 1 active admins\.\n$/);
    const all = JSON.parse((await user(['list', '--deleted', '--json'])).output);
    expect(all[0]).toEqual({
      id: gone.id,
      username: 'gone_list',
      displayName: '',
      email: 'gone_list@example.org',
      role: 'user',
      created_at: gone.user.created_at,
      deleted: true,
    });
    expect(all[1]).toMatchObject({ id: ana.id, deleted: false });
    const admins = JSON.parse((await user(['list', '--admins', '--json'])).output);
    expect(admins.map(({ username }: { username: string }) => username)).toEqual(['admin']);
  });
});

describe('user password', () => {
  it('sets a password from standard input; the running server refuses the former sessions at once', async () => {
    const ana = await harness.person('ana_password');
    expect(await status(ana)).toBe(200);
    const changed = await userProcess(['password', 'Ana_Password'], 'Another!123\n');
    expect(changed).toEqual({
      code: 0,
      output: 'ana_password has the new password; 1 session ended.\n',
      errors: '',
    });
    const refused = await ana.call('accounts.currentUser');
    expect([refused.status, refused.body.code]).toEqual([401, 'SESSION_ENDED']);
    const login = (typed: string) =>
      harness.guest.call('accounts.login', { body: { username: 'ana_password', password: typed } });
    expect((await login('Another!123')).status).toBe(200);
    expect((await login(password)).status).toBe(401);
    await user(['password', 'ana_password'], 'Third!1234');
    expect(await lastAct(ana)).toEqual({ action: 'password', actor: null, address: '', details: {} });
  });

  it('prints a link that works once, with the public address', async () => {
    const ana = await harness.person('ana_link');
    const settings = { DUET_PUBLIC_URL: 'https://duet.example.org' };
    const made = await userProcess(['password', 'ana_link@example.org', '--link', '--json'], '', settings);
    const { username, link, expires_at } = JSON.parse(made.output);
    expect([username, Date.parse(expires_at) > Date.now()]).toEqual(['ana_link', true]);
    const [page, code] = link.split('#');
    expect(page).toBe('https://duet.example.org/new-password');
    expect(await lastAct(ana)).toMatchObject({ action: 'password.link', actor: null, address: '' });
    expect(await status(ana)).toBe(200);
    const apply = () =>
      harness.guest.call('accounts.usePasswordLink', { body: { code, password: 'Chosen!123' } });
    expect((await apply()).status).toBe(200);
    expect((await apply()).body.code).toBe('PASSWORD_LINK_INVALID');
    expect(await status(ana)).toBe(401);
  });

  it('prints no link for somebody whom nobody has approved', async () => {
    await admin.call('site.change', { body: { joining: 'approval' } });
    const body = { username: 'ana_waits', email: 'ana_waits@example.org', password };
    await harness.guest.call('accounts.register', { body });
    await admin.call('site.change', { body: { joining: 'open' } });
    expect(await user(['password', 'ana_waits', '--link'])).toEqual({
      code: 1,
      output: '',
      errors: 'ana_waits waits for approval. An admin can approve the account in the app.\n',
    });
  });

  it('says what cannot be done, and changes nothing', async () => {
    const ana = await harness.person('ana_weak');
    expect(await user(['password', 'ana_weak'], 'weak')).toEqual({
      code: 1,
      output: '',
      errors: 'Password must be at least 6 characters\n',
    });
    expect(await user(['password', 'nobody_here'], 'Another!123')).toEqual({
      code: 1,
      output: '',
      errors: 'Nobody is called nobody_here. `npm run duet -- user list` names everybody.\n',
    });
    expect(await status(ana)).toBe(200);
    await admin.call('accounts.deleteUser', { params: { id: ana.id } });
    for (const words of [['password'], ['password', '--link'], ['end-sessions']]) {
      const [command = '', ...rest] = words;
      const { code, errors } = await user([command, 'ana_weak', ...rest], 'Another!123');
      expect([code, errors]).toEqual([
        1,
        'The account of ana_weak is deleted. An admin can restore it in the app.\n',
      ]);
    }
  });
});

describe('user role', () => {
  it('makes an admin and takes it back; sessions end with the role', async () => {
    const ana = await harness.person('ana_role');
    const made = await userProcess(['role', 'ana_role', 'admin']);
    expect(made).toEqual({ code: 0, output: 'ana_role is an admin now; 1 session ended.\n', errors: '' });
    expect(await status(ana)).toBe(401);
    expect(await lastAct(ana)).toEqual({
      action: 'role',
      actor: null,
      address: '',
      details: { role: 'admin' },
    });
    const again = await user(['role', 'ana_role', 'admin']);
    expect([again.code, again.output]).toEqual([0, 'ana_role is an admin already.\n']);
    expect((await (await harness.signIn('ana_role')).call('accounts.users')).status).toBe(200);
    const back = JSON.parse((await user(['role', 'ana_role', 'user', '--json'])).output);
    expect(back).toEqual({ username: 'ana_role', role: 'user', changed: true, sessionsEnded: 1 });
  });

  it('leaves the last active admin one', async () => {
    const refused = await userProcess(['role', 'admin', 'user']);
    expect([refused.code, refused.output]).toEqual([1, '']);
    expect(refused.errors).toMatch(/last/i);
    expect(await status(admin)).toBe(200);
  });
});

describe('user end-sessions', () => {
  it('signs somebody out everywhere, beside a running server with an open stream', async () => {
    const here = await harness.person('ana_ends');
    await harness.signIn('ana_ends');
    const stream = await openEvents(here);
    await stream.until(({ events }) => events.length > 0);
    const ended = await userProcess(['end-sessions', 'ana_ends']);
    expect(ended).toEqual({ code: 0, output: 'ana_ends: 2 sessions ended.\n', errors: '' });
    expect(await status(here)).toBe(401);
    await stream.ended;
    expect(await lastAct(here)).toEqual({
      action: 'sessions.end',
      actor: null,
      address: '',
      details: { sessions: 2 },
    });
    const none = JSON.parse((await user(['end-sessions', 'ana_ends', '--json'])).output);
    expect(none).toEqual({ username: 'ana_ends', sessionsEnded: 0 });
  });
});

describe('user second-step-off', () => {
  it('lets somebody in who has lost their codes, beside a running server', async () => {
    const ana = await harness.person('ana_locked');
    const { secret } = (await ana.call('totp.begin')).body.data;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: harness.clock.now() });
    expect((await ana.call('totp.confirm', { body: { code } })).status).toBe(200);
    await expect(harness.signIn('ana_locked')).rejects.toThrow('second step');
    const off = await userProcess(['second-step-off', 'ana_locked']);
    expect(off).toEqual({
      code: 0,
      output: 'ana_locked signs in without a second step now.\n',
      errors: '',
    });
    await harness.signIn('ana_locked');
    expect(await lastAct(ana)).toMatchObject({ action: 'login' });
    expect(await status(ana)).toBe(200);
    const again = JSON.parse((await user(['second-step-off', 'ana_locked', '--json'])).output);
    expect(again).toEqual({ username: 'ana_locked', changed: false });
  });
});

describe('user passkeys-remove', () => {
  it('removes the passkeys of somebody who has lost them', async () => {
    const ana = await harness.person('ana_lost');
    const authenticator = new Authenticator(harness.url);
    expect((await registerPasskey(ana, authenticator)).status).toBe(200);
    const removed = await userProcess(['passkeys-remove', 'ana_lost']);
    expect(removed).toEqual({ code: 0, output: '1 passkey of ana_lost removed.\n', errors: '' });
    expect((await ana.call('passkeys.list')).body.data.passkeys).toEqual([]);
    expect((await signInWithPasskey(harness, authenticator)).body.code).toBe('PASSKEY_REFUSED');
    expect(await status(ana)).toBe(200);
    const again = JSON.parse((await user(['passkeys-remove', 'ana_lost', '--json'])).output);
    expect(again).toEqual({ username: 'ana_lost', removed: 0 });
  });
});

it.each([
  [['list', 'x'], 'No more words are taken; what is `x`?'],
  [['password'], 'The NAME is missing.'],
  [['password', 'ana_maria', 'Secret!1'], 'No more words are taken'],
  [['role', 'ana_maria'], 'The role (admin or user) is missing.'],
  [['role', 'ana_maria', 'owner'], 'A role is admin or user, not `owner`.'],
  [['end-sessions', '--all'], "Unknown option '--all'"],
])('does not understand %j', async (words, sentence) => {
  const { code, errors } = await user(words);
  expect(code).toBe(2);
  expect(errors).toContain(sentence);
});
