import { expect, it } from 'vitest';
import { createHarness, password } from '../../test/harness.ts';

it('writes down who did what to whom, and no secret', async () => {
  await using harness = await createHarness();
  const admin = await harness.admin();
  const ana = await harness.person('anna_1');
  const act = (body: { role?: 'admin' | 'user'; password?: string }) =>
    admin.call('accounts.changeUser', { params: { id: ana.id }, body });
  await harness.guest.call('accounts.login', { body: { username: 'anna_1', password: 'Wrong!123' } });
  await harness.guest.call('accounts.login', { body: { username: 'my!Secret1', password } });
  const phone = await harness.signIn('anna_1');
  await phone.call('accounts.logout');
  const tablet = await harness.signIn('anna_1');
  await tablet.call('accounts.endOtherSessions');
  await tablet.call('accounts.endOtherSessions');
  const laptop = await harness.signIn('anna_1');
  const { sessions } = (await tablet.call('accounts.sessions')).body.data;
  const other = sessions.find(({ current }) => !current)?._id ?? '';
  await tablet.call('accounts.endSession', { params: { id: other } });
  expect((await laptop.call('accounts.currentUser')).status).toBe(401);
  await act({ password: 'Other!456' });
  await act({ role: 'admin' });
  await admin.call('accounts.deleteUser', { params: { id: ana.id } });
  await admin.call('accounts.restoreUser', { params: { id: ana.id } });

  const lines = await harness.context.db.read.selectFrom('audit').selectAll().orderBy('id').execute();
  const told = lines.map((line) => [line.action, line.actor_id, line.subject_id, JSON.parse(line.details)]);
  expect(told).toEqual([
    ['setup', admin.id, admin.id, {}],
    ['register', ana.id, ana.id, {}],
    ['login.failed', null, ana.id, {}],
    ['login.failed', null, null, {}],
    ['login', ana.id, ana.id, {}],
    ['logout', ana.id, ana.id, {}],
    ['login', ana.id, ana.id, {}],
    ['sessions.end', ana.id, ana.id, { sessions: 1 }],
    ['login', ana.id, ana.id, {}],
    ['sessions.end', ana.id, ana.id, { sessions: 1 }],
    ['password', admin.id, ana.id, {}],
    ['role', admin.id, ana.id, { role: 'admin' }],
    ['user.delete', admin.id, ana.id, {}],
    ['user.restore', admin.id, ana.id, {}],
  ]);
  expect(new Set(lines.map(({ address }) => address))).toEqual(new Set(['127.0.0.0']));
  const text = JSON.stringify(lines);
  for (const secret of [password, 'Other!456', 'my!Secret1', ana.token, ana.token?.slice(5)]) {
    expect(text).not.toContain(secret);
  }
});
